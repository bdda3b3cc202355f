// Builds an action word by word. Each form of a prompt is a sequence of words (`order 3 5`, `play D17 >2`).
// The selection is the words chosen so far: a thing on the table is enabled exactly when some form continues
// the selection with its word, and the button appears once the selection is a complete action.
import type { Form, Prompt } from '#made/proto';

/** The part of a prompt that is used here. */
type Forms = Pick<Prompt, 'forms'>;

/** A chosen word and the thing that was tapped for it, because two cards may have the same word. */
export type Chosen = { word: string; thing: string };

/** A form as positions, each with the words allowed there; `min` to `max` words of `pick` follow. */
type Row = { places: string[][]; pick: string[]; min: number; max: number };

function rowOf(form: Form): Row {
  const places = [...form.say.split(' ').map((word) => [word]), ...(form.one ?? [])];
  const pick = form.pick ?? [];
  return { places, pick, min: form.pick ? form.min ?? 0 : 0, max: form.pick ? form.max ?? pick.length : 0 };
}

/** The indices in `pick` of words chosen in any order; null if they are not all there. */
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

/** Whether some form begins with these words. */
export function goesOn(prompt: Forms, words: string[]): boolean {
  return prompt.forms.some((form) => fits(rowOf(form), words));
}

/** The complete action that these words make; null if words are missing or do not fit. */
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

/** The words that can follow, without duplicates. */
export function nextWords(prompt: Forms, words: string[]): string[] {
  const next = new Set<string>();
  for (const form of prompt.forms) {
    const row = rowOf(form);
    if (!fits(row, words)) continue;
    const place = row.places[words.length];
    const candidates = place ?? row.pick.filter((word) => fits(row, [...words, word]));
    for (const word of candidates) next.add(word);
  }
  return [...next];
}

export const wordsOf = (chosen: Chosen[]): string[] => chosen.map((one) => one.word);

/** Whether a thing with this word can be chosen now: it continues the selection, or it can start a new one
 * after the verb. */
export function isLit(prompt: Forms, chosen: Chosen[], verb: string, word: string): boolean {
  const words = wordsOf(chosen);
  return (words[0] === verb && goesOn(prompt, [...words, word])) || goesOn(prompt, [verb, word]);
}

/** The thing of a word that stands for itself; a word that is chosen again has its place too. */
export const thingOf = (before: string[], word: string): string =>
  before.includes(word) ? `${word}.${before.length}` : word;

/** The word of a list that must follow, because the action is not complete and nothing else can. */
function forcedWord(prompt: Forms, words: string[]): string | undefined {
  const isAtList = prompt.forms.some(
    (form) => form.one && words.length >= form.say.split(' ').length && fits(rowOf(form), words),
  );
  const next = isAtList && wholeAction(prompt, words) === null ? nextWords(prompt, words) : [];
  return next.length === 1 ? next[0] : undefined;
}

/** The selection with what must follow it: a card's only possible target. */
function completed(prompt: Forms, chosen: Chosen[]): Chosen[] {
  const words = wordsOf(chosen);
  const word = forcedWord(prompt, words);
  return word === undefined
    ? chosen
    : completed(prompt, [...chosen, { word, thing: thingOf(words, word) }]);
}

/** Adds a thing to the selection, with what must follow it, or removes it. If it does not fit after the
 * others, the oldest is dropped (cards of a full order), or all after the verb (another card to play). */
export function toggle(prompt: Forms, chosen: Chosen[], verb: string, one: Chosen): Chosen[] {
  const at = chosen.findIndex((other, i) => i > 0 && other.thing === one.thing);
  if (at > 0) return without(prompt, chosen, at);
  const begun = chosen[0]?.word === verb ? chosen : [{ word: verb, thing: verb }];
  if (goesOn(prompt, wordsOf([...begun, one]))) return completed(prompt, [...begun, one]);
  for (let drop = 1; drop < begun.length; drop++) {
    const rest = [...begun.slice(0, 1), ...begun.slice(1 + drop), one];
    if (goesOn(prompt, wordsOf(rest))) return completed(prompt, rest);
  }
  return chosen;
}

/** Removes the thing at an index; what was chosen after it stays only if it fits without it. */
function without(prompt: Forms, chosen: Chosen[], at: number): Chosen[] {
  const rest = chosen.filter((_one, i) => i !== at);
  const kept = goesOn(prompt, wordsOf(rest)) ? rest : chosen.slice(0, at);
  return kept.length > 1 ? kept : [];
}

/** Whether the form itself is a complete action. */
export function isWhole(form: Form): boolean {
  return !form.pick && !form.one?.length;
}

/** Actions that need no choosing. */
export function wholeForms(prompt: Forms): string[] {
  return prompt.forms.filter(isWhole).map((form) => form.say);
}
