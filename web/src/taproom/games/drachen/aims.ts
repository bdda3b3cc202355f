// The possible targets of the chosen card or drink: the seats whose words can follow the selection.
import type { Prompt } from '#made/proto';
import { nextWords, thingOf } from '../../../prompt/choosing';
import type { At } from '../screen';

export type Aim = { seat: number; thing: string; isTaken: boolean; choose(): void };

/** The words for the next target, or for the last one if all are chosen. */
function targetWords(prompt: Prompt, words: string[], head: string[]): string[] {
  const chosen = head.every((word, i) => words[i] === word) ? words : head;
  const next = nextWords(prompt, chosen);
  const open = next.length
    ? next
    : nextWords(prompt, chosen.slice(0, Math.max(head.length, chosen.length - 1)));
  return open.filter((word) => word.startsWith('>'));
}

/** The words before the targets: those of the chosen card, else a verb that is followed by seats. */
function headOf(at: At, prompt: Prompt): string[] | null {
  const [verb, card] = at.words;
  if (verb === 'play' && card !== undefined) return ['play', card];
  const say = prompt.forms
    .map((form) => form.say)
    .find(
      (one) => !/^(play|discard)/.test(one) && nextWords(prompt, [one]).some((word) => word.startsWith('>')),
    );
  return say ? [say] : null;
}

export function aimsOf(at: At): Aim[] {
  const { prompt } = at;
  const head = prompt && headOf(at, prompt);
  if (!prompt || !head) return [];
  const verb = head[0] ?? '';
  const taken = verb === at.words[0] ? at.words.slice(head.length) : [];
  const isFull = taken.length > 0 && !nextWords(prompt, at.words).length;
  const place = isFull ? taken.length - 1 : taken.length;
  const before = [...head, ...taken.slice(0, place)];
  return targetWords(prompt, at.words, head).map((word) => ({
    seat: Number(word.slice(1)), thing: thingOf(before, word), isTaken: taken.includes(word),
    choose: () => {
      const old = taken[place];
      if (old !== undefined && old !== word) at.choose(verb, old, thingOf(before, old));
      at.choose(verb, word, thingOf(before, word));
    },
  }));
}

/** Not null if a card has a target and needs another; `same`: it may be the same seat again. */
export function wantsAnother(at: At): { same: boolean } | null {
  const [last] = aimedAt(at).slice(-1);
  if (at.action || !at.prompt || last === undefined) return null;
  const next = nextWords(at.prompt, at.words).filter((word) => word.startsWith('>'));
  return next.length ? { same: next.includes(`>${last}`) } : null;
}

/** The badge of a seat among several targets: 1, or 1+2; null if it is no target, or the only one. */
export function orderOf(at: At, seat: number): string | null {
  const aimed = aimedAt(at);
  if (!aimed.includes(seat) || (aimed.length < 2 && !wantsAnother(at))) return null;
  return aimed.flatMap((one, i) => (one === seat ? [i + 1] : [])).join('+');
}

/** The seats in the selection, in order. */
export const aimedAt = (at: At): number[] =>
  at.words.filter((word) => word.startsWith('>')).map((word) => Number(word.slice(1)));
