// Hooks for the layout of a match: the wide layout, the space for a drawer, and the focus.
import { useEffect, useMemo, useState } from 'preact/hooks';

/** Whether the window is wide enough for a side panel. */
export function useWide(): boolean {
  const query = useMemo(() => matchMedia('(min-width: 900px) and (min-height: 480px)'), []);
  const [isWide, setWide] = useState(query.matches);
  useEffect(() => {
    const change = (): void => setWide(query.matches);
    query.addEventListener('change', change);
    return () => query.removeEventListener('change', change);
  }, [query]);
  return isWide;
}

/** Sets CSS variables for the space between ribbon and buttons, in which a drawer opens. */
export function useDrawerRoom(root: { current: HTMLElement | null }): void {
  useEffect(() => {
    const main = root.current;
    if (!main) return;
    const measure = (): void => {
      const ribbon = main.querySelector('.ribbon')?.getBoundingClientRect();
      const press = main.querySelector('.press')?.getBoundingClientRect();
      if (ribbon) main.style.setProperty('--under-ribbon', `${Math.round(ribbon.bottom + 8)}px`);
      if (press)
        main.style.setProperty('--over-press', `${Math.round(window.innerHeight - press.top + 4)}px`);
    };
    const observer = new ResizeObserver(measure);
    for (const part of main.querySelectorAll('.ribbon, .press, .board')) observer.observe(part);
    measure();
    return () => observer.disconnect();
  });
}

/** Moves the focus to the ribbon when the focused element is removed or disabled. */
export function useKeptFocus(root: { current: HTMLElement | null }, isThere: boolean): void {
  useEffect(() => {
    const main = root.current;
    if (!main) return;
    let hadFocus = false;
    const look = (): void => {
      if (hadFocus && document.activeElement === document.body)
        main.querySelector<HTMLElement>('#ribbon')?.focus({ preventScroll: true });
      hadFocus = hadFocus || main.contains(document.activeElement);
    };
    const later = (): void => void requestAnimationFrame(look);
    const observer = new MutationObserver(later);
    observer.observe(main, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ['disabled'],
    });
    main.addEventListener('focusin', look);
    return () => {
      observer.disconnect();
      main.removeEventListener('focusin', look);
    };
  }, [isThere]);
}
