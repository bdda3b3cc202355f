// Keyboard shortcuts of a match: Enter presses the brass button, Esc clears the selection, digits choose
// the nth card, i shows a card, l, c and ? open log, chat and rules, s repeats the announcement. Any key
// ends running animations.
import { useLayoutEffect } from 'preact/hooks';
import type { Play } from './play';
import type { StageQueue } from './queue';
import type { TabName } from './side';

type Sheet = { show(tab: TabName | null): void; fallback: TabName | null; read(): void };

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
  );
}

/** The cards of the hand in their order; what a card can be aimed at is not one of them. */
function handThings(root: HTMLElement): HTMLButtonElement[] {
  return [...root.querySelectorAll<HTMLButtonElement>('.hand [data-thing]:not([data-aim])')];
}

/** Moves the focus to the next button in the same area. */
function moveAlong(root: HTMLElement, by: number): boolean {
  const here = document.activeElement;
  const area = here?.closest('.seats, .hand, .board, .press');
  if (!area || !root.contains(area)) return false;
  const things = [...area.querySelectorAll<HTMLElement>('button:not(:disabled)')];
  const at = things.indexOf(here as HTMLElement);
  if (at < 0) return false;
  things[(at + by + things.length) % things.length]?.focus();
  return true;
}

function pressBrass(root: HTMLElement): boolean {
  const brass = [...root.querySelectorAll<HTMLButtonElement>('.press .brass:not(:disabled)')];
  if (brass.length !== 1) return false;
  brass[0]?.click();
  return true;
}

/** Ends all animations, those of the queue and those of style sheets. */
export function landAll(main: Animatable, queue: StageQueue): void {
  if (queue.motion.value) queue.skip();
  for (const one of main.getAnimations({ subtree: true }))
    if (one.effect?.getComputedTiming().endTime !== Infinity) one.finish();
}

export function useKeys(root: { current: HTMLElement | null }, play: Play, sheet: Sheet): void {
  // Before the first picture is seen: a later effect would miss a key that is pressed as soon as cards are there.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const main = root.current;
      if (!main || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const { target } = event;
      const onControl =
        (target instanceof HTMLButtonElement && !target.disabled) || target instanceof HTMLAnchorElement;
      // The click that follows ends the animations. Ended before it, the next rendering could remove the button.
      if (onControl && (event.key === 'Enter' || event.key === ' ')) return;
      landAll(main, play.queue);
      const done = ((): boolean => {
        switch (event.key) {
          case 'Enter': return pressBrass(main);
          case 'Escape':
            if (sheet.fallback) sheet.show(null);
            else play.clear();
            return true;
          case 'ArrowRight': case 'ArrowDown': return moveAlong(main, 1);
          case 'ArrowLeft': case 'ArrowUp': return moveAlong(main, -1);
          case 'i': sheet.read(); return true;
          case 'l': sheet.show('log'); return true;
          case 'c': sheet.show('chat'); return true;
          case '?': sheet.show('rules'); return true;
          case 's': play.speech.ask(main.querySelector('.ribbon')?.textContent ?? ''); return true;
          default: break;
        }
        if (!/^[0-9]$/.test(event.key)) return false;
        const things = handThings(main);
        const thing = things.find((one) => one.dataset['key'] === event.key) ?? things[Number(event.key) - 1];
        thing?.focus();
        thing?.click();
        return Boolean(thing);
      })();
      if (done) event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [play, sheet.fallback]);
}
