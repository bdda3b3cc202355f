// Text of twice its size needs another arrangement, which style sheets know by a class of the page.
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

/** What style sheets know by the class `large-text`. */
export const isLargeText = signal(false);

/** Text so large that the parts do not fit on each other: they follow each other instead. */
export function useLargeText(): void {
  useEffect(() => {
    const measure = (): void => {
      const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
      const lines = window.innerHeight / rem;
      isLargeText.value = rem > 20 && lines < 36;
      document.documentElement.classList.toggle('large-text', isLargeText.value);
    };
    const probe = document.createElement('div');
    probe.className = 'rem-probe';
    document.body.append(probe);
    const observer = new ResizeObserver(measure);
    observer.observe(probe);
    window.addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      probe.remove();
      window.removeEventListener('resize', measure);
      isLargeText.value = false;
      document.documentElement.classList.remove('large-text');
    };
  }, []);
}
