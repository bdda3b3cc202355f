// A modal overlay: it takes the focus, traps keys and focus, and restores the focus when it is closed.
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** `keys` close it, as a tap outside does. The button `data-first` gets the focus, else the
 * overlay itself. */
export function Modal(props: { label: string; close(): void; keys?: string[]; children: ComponentChildren }) {
  const { label, close, keys = ['Escape'], children } = props;
  const root = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const before = document.activeElement;
    const modal = root.current;
    (modal?.querySelector<HTMLElement>('[data-first]') ?? modal)?.focus();
    return () => {
      if (before instanceof HTMLElement && modal?.contains(document.activeElement)) before.focus();
    };
  }, []);
  const stay = (event: KeyboardEvent): void => {
    const all = [
      ...(root.current?.querySelectorAll<HTMLElement>('button:not(:disabled), a[href], input, select') ?? []),
    ];
    const from = event.shiftKey ? all[0] : all.at(-1);
    if (document.activeElement !== from && document.activeElement !== root.current) return;
    event.preventDefault();
    (event.shiftKey ? all.at(-1) : all[0])?.focus();
  };
  const press = (event: KeyboardEvent): void => {
    // No key reaches the table below, and the button that gets the focus back is not pressed by the same key.
    event.stopPropagation();
    if (event.key === 'Tab') stay(event);
    if (!keys.includes(event.key)) return;
    event.preventDefault();
    close();
  };
  return (
    <div
      class="veil"
      ref={root}
      role="dialog"
      aria-modal="true"
      aria-label={label}
      tabIndex={-1}
      onClick={close}
      onKeyDown={press}
    >
      {children}
    </div>
  );
}
