// One form of a prompt as boxes and lists, as the plain page shows it: what is ticked becomes words, and
// whether they are an action is said by choosing.ts, as for the drawn page.
import type { Form } from '#made/proto';
import { wholeAction } from './choosing';

/** What has been chosen of a form: a word of each list, and places in the list of `pick`. */
export type Choice = { one: (string | null)[]; pick: number[] };

/** Where a list has a single word, there is nothing to choose. */
export function startChoice(form: Form): Choice {
  return { one: (form.one ?? []).map((words) => (words.length === 1 ? words[0] ?? null : null)), pick: [] };
}

/** The action that has been chosen; null: something is missing or too much. */
export function composeAction(form: Form, choice: Choice): string | null {
  const chosen = [...choice.one, ...choice.pick.map((place) => form.pick?.[place] ?? null)];
  const words = chosen.filter((word) => word !== null);
  return words.length < chosen.length
    ? null
    : wholeAction({ forms: [form] }, [...form.say.split(' '), ...words]);
}

/** Takes a place of `pick` into the choice or out of it. Beyond `max` the one chosen first goes. */
export function togglePick(form: Form, choice: Choice, place: number): Choice {
  if (choice.pick.includes(place)) return { ...choice, pick: choice.pick.filter((other) => other !== place) };
  const pick = [...choice.pick, place];
  return { ...choice, pick: pick.length > (form.max ?? pick.length) ? pick.slice(1) : pick };
}

export function chooseWord(choice: Choice, list: number, word: string): Choice {
  return { ...choice, one: choice.one.map((old, i) => (i === list ? word : old)) };
}
