// Choosing by words: each form of a prompt is a row of words (`order 3 5`, `play D17 >2`), and a thing
// on the table is lit exactly when a form goes on with its word. What has been chosen is the words so
// far; once they are a whole action, the button appears.
import type { Form, Prompt } from '#made/proto';

/** All that is read of a prompt here. */
type Forms = Pick<Prompt, 'forms'>;

/** A word that was chosen, and the thing that stands for it, as two cards may have the same word. */
export type Chosen = { word: string; thing: string };

/** A form as places: each has the words that fit there. Behind them come the words of `pick`. */
type Row = { places: string[][]; pick: string[]; min: number; max: number };

function rowOf(form: Form): Row {
  const places = [...form.say.split(' ').map((word) => [word]), ...(form.one ?? [])];
  const pick = form.pick ?? [];
  return { places, pick, min: form.pick ? form.min ?? 0 : 0, max: form.pick ? form.max ?? pick.length : 0 };
}

/** The places in `pick` of words chosen in any order; null: they do not fit. */
function pickPlaces(row: Row, words: string[]): number[] | null {
  if (words.length > row.max) return null;
  const free = row.pick.map((word, place) => ({ word, place }));
  const places: number[] = [];
  for (const word of words) {
    const at = free.findIndex((one) => one.word === word);
    const [found] = at < 0 ? [] : free.splice(at, 1);
    if (!found) return null;
    places.push(found.place);
  }
  return places.sort((a, b) => a - b);
}

function fits(row: Row, words: string[]): boolean {
  const head = words.slice(0, row.places.length);
  if (!head.every((word, place) => row.places[place]?.includes(word))) return false;
  return pickPlaces(row, words.slice(row.places.length)) !== null;
}

/** True if some form begins with these words. */
export function goesOn(prompt: Forms, words: string[]): boolean {
  return prompt.forms.some((form) => fits(rowOf(form), words));
}

/** The action that these words are; null: something is missing, or they are none. */
export function wholeAction(prompt: Forms, words: string[]): string | null {
  for (const form of prompt.forms) {
    const row = rowOf(form);
    const places =
      words.length < row.places.length || !fits(row, words)
        ? null
        : pickPlaces(row, words.slice(row.places.length));
    if (places && places.length >= row.min)
      return [...words.slice(0, row.places.length), ...places.map((place) => row.pick[place])].join(' ');
  }
  return null;
}

/** Every word that a form goes on with, each once. */
export function nextWords(prompt: Forms, words: string[]): string[] {
  const next = new Set<string>();
  for (const form of prompt.forms) {
    const row = rowOf(form);
    if (!fits(row, words)) continue;
    const place = row.places[words.length];
    for (const word of place ?? row.pick) if (place || fits(row, [...words, word])) next.add(word);
  }
  return [...next];
}

export const wordsOf = (chosen: Chosen[]): string[] => chosen.map((one) => one.word);

/** True if a thing with this word may be taken now: the words so far go on with it, or it takes the
 * place of what was chosen last, behind the same verb. */
export function isLit(prompt: Forms, chosen: Chosen[], verb: string, word: string): boolean {
  const words = wordsOf(chosen);
  return (words[0] === verb && goesOn(prompt, [...words, word])) || goesOn(prompt, [verb, word]);
}

/** Takes a thing into the choice or out of it. Where it does not fit behind the others, the one that was
 * chosen first goes (cards of a full order), or all behind the verb (another card to play). */
export function toggle(prompt: Forms, chosen: Chosen[], verb: string, one: Chosen): Chosen[] {
  const at = chosen.findIndex((other, i) => i > 0 && other.thing === one.thing);
  if (at > 0) return without(prompt, chosen, at);
  const begun = chosen[0]?.word === verb ? chosen : [{ word: verb, thing: verb }];
  if (goesOn(prompt, wordsOf([...begun, one]))) return [...begun, one];
  for (let drop = 1; drop < begun.length; drop++) {
    const rest = [...begun.slice(0, 1), ...begun.slice(1 + drop), one];
    if (goesOn(prompt, wordsOf(rest))) return rest;
  }
  return chosen;
}

/** Without the thing at a place: what was chosen behind it stays only where it fits without it. */
function without(prompt: Forms, chosen: Chosen[], at: number): Chosen[] {
  const rest = chosen.filter((_one, i) => i !== at);
  const kept = goesOn(prompt, wordsOf(rest)) ? rest : chosen.slice(0, at);
  return kept.length > 1 ? kept : [];
}

/** True if nothing has to be chosen: the form itself is an action. */
export function isWhole(form: Form): boolean {
  return !form.pick && !form.one?.length;
}

/** Actions that need no choosing. */
export function wholeForms(prompt: Forms): string[] {
  return prompt.forms.filter(isWhole).map((form) => form.say);
}
