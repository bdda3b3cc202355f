// Detects large text (twice the usual size), which needs another layout.
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

/** Whether the class `large-text` is set, for the style sheets. */
export const isLargeText = signal(false);

/** Updates `isLargeText`: with large text, parts are laid out below each other instead of overlapping. */
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
