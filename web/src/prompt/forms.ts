// Forms of a prompt (docs/protocol.md, "Prompts") as words from which actions are composed. This is
// all that the page knows about what may be done: whatever is composed here is legal, and nothing
// that is legal cannot be composed.
import type { Form, Prompt } from '#made/proto';

/** What has been chosen of one form: a word of each list, or places in the list of `pick`. */
export type Choice = { form: number; one: (string | null)[]; pick: number[] };

export function startChoice(prompt: Prompt, form: number): Choice {
  return { form, one: (formOf(prompt, form).one ?? []).map((words) => (words.length === 1 ? words[0] ?? null : null)), pick: [] };
}

export function formOf(prompt: Prompt, form: number): Form {
  const found = prompt.forms[form];
  if (!found) throw new Error('no such form');
  return found;
}

/** True if nothing has to be chosen: the form itself is an action. */
export function isWhole(form: Form): boolean {
  return !form.pick && !(form.one && form.one.length);
}

/** The action that has been chosen; null: something is missing or too much. */
export function composeAction(prompt: Prompt, choice: Choice): string | null {
  const form = formOf(prompt, choice.form);
  if (form.pick) {
    const words = form.pick;
    const places = [...new Set(choice.pick)].sort((a, b) => a - b);
    if (places.length < (form.min ?? 0) || places.length > (form.max ?? words.length)) return null;
    if (places.some((place) => words[place] === undefined)) return null;
    return [form.say, ...places.map((place) => words[place])].join(' ');
  }
  if (choice.one.some((word) => word === null)) return null;
  return [form.say, ...choice.one].join(' ');
}

/** Takes a place of `pick` into the choice or out of it. Beyond `max` the one chosen first goes. */
export function togglePick(prompt: Prompt, choice: Choice, place: number): Choice {
  const form = formOf(prompt, choice.form);
  if (choice.pick.includes(place)) return { ...choice, pick: choice.pick.filter((other) => other !== place) };
  const pick = [...choice.pick, place];
  return { ...choice, pick: pick.length > (form.max ?? pick.length) ? pick.slice(1) : pick };
}

export function chooseWord(choice: Choice, list: number, word: string): Choice {
  return { ...choice, one: choice.one.map((old, i) => (i === list ? word : old)) };
}

/** Every action of a prompt, each once: what the engine calls `legal`. */
export function unfold(prompt: Prompt): string[] {
  const actions = new Set<string>();
  for (const form of prompt.forms) {
    if (form.pick) for (const words of picks(form.pick, form.min ?? 0, form.max ?? form.pick.length)) actions.add([form.say, ...words].join(' '));
    else for (const words of combinations(form.one ?? [])) actions.add([form.say, ...words].join(' '));
  }
  return [...actions];
}

function combinations(lists: string[][]): string[][] {
  return lists.reduce<string[][]>((all, list) => all.flatMap((words) => list.map((word) => [...words, word])), [[]]);
}

function picks(list: string[], min: number, max: number): string[][] {
  let all: string[][] = [[]];
  for (const word of list) all = all.concat(all.filter((words) => words.length < max).map((words) => [...words, word]));
  return all.filter((words) => words.length >= min);
}
