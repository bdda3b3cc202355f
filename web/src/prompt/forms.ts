// The state of one form as check boxes and lists, for the plain page. The choice becomes words, and
// choosing.ts decides whether they are an action, as on the drawn page.
import type { Form } from '#made/proto';
import { wholeAction } from './choosing';

/** The choice in a form: one word of each list, and indices in `pick`. */
export type Choice = { one: (string | null)[]; pick: number[] };

/** The initial choice: a list with a single word has it chosen. */
export function startChoice(form: Form): Choice {
  return { one: (form.one ?? []).map((words) => (words.length === 1 ? words[0] ?? null : null)), pick: [] };
}

/** The chosen action; null if too little or too much is chosen. */
export function composeAction(form: Form, choice: Choice): string | null {
  const chosen = [...choice.one, ...choice.pick.map((place) => form.pick?.[place] ?? null)];
  const words = chosen.filter((word) => word !== null);
  return words.length < chosen.length
    ? null
    : wholeAction({ forms: [form] }, [...form.say.split(' '), ...words]);
}

/** Toggles an index of `pick`. If more than `max` are chosen, the oldest is dropped. */
export function togglePick(form: Form, choice: Choice, place: number): Choice {
  if (choice.pick.includes(place)) return { ...choice, pick: choice.pick.filter((other) => other !== place) };
  const pick = [...choice.pick, place];
  return { ...choice, pick: pick.length > (form.max ?? pick.length) ? pick.slice(1) : pick };
}

export function chooseWord(choice: Choice, list: number, word: string): Choice {
  return { ...choice, one: choice.one.map((old, i) => (i === list ? word : old)) };
}
