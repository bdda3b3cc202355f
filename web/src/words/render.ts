// Renders messages as sentences, from the templates that docs/words.md describes. The C renderer does the
// same; both pass test/words/templates.json, which decides where that page is unclear.
import { initialVowel } from './vowel';

export type Language = 'de' | 'en' | 'fr' | 'it';
export type Value = number | string;
export type Args = Record<string, Value | Value[]>;
export type Message = { key: string; args: Args };

/** One language: templates by key, and the names of the arguments that are seats. */
export type Catalogue = {
  language: Language;
  words: Record<string, string>;
  seat_args: string[];
  rules: Record<string, string>;
};

/** The names of the seats, and the reader's seat (-1: none). */
export type Readers = { names?: string[] | undefined; reader?: number };

type Filling = { catalogue: Catalogue; key: string; args: Args; names: string[] | undefined; reader: number };
type Format = { sign: boolean; quoted: boolean; and: boolean; group: string | null };

/** The length of the text before the first of these characters outside braces. */
function lengthBefore(text: string, ends: string): number {
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text.charAt(i);
    if (depth === 0 && ends.includes(c)) return i;
    if (c === '{') depth++;
    if (c === '}') depth--;
  }
  return text.length;
}

/** Splits a text at the first of these characters outside braces. */
function cut(text: string, ends: string): [string, string] {
  const length = lengthBefore(text, ends);
  return [text.slice(0, length), text.slice(length + 1)];
}

function readFormat(formats: string): Format {
  const format: Format = { sign: false, quoted: false, and: false, group: null };
  for (const one of formats.split(':').filter(Boolean)) {
    if (one === '+') format.sign = true;
    else if (one === 'quoted') format.quoted = true;
    else if (one === 'and') format.and = true;
    else format.group = one;
  }
  return format;
}

function isSeatArg(filling: Filling, name: string, value: Value | Value[]): boolean {
  const first = Array.isArray(value) ? value[0] : value;
  return filling.catalogue.seat_args.includes(name) && typeof first !== 'string';
}

/** Renders the message `words.quoted` or `words.and` with this text as its argument `word`. */
function sayAround(filling: Filling, key: string, word: string): string {
  const { catalogue } = filling;
  return fill({ catalogue, key, args: { word }, names: undefined, reader: -1 }, catalogue.words[key] ?? word);
}

function saySeat(filling: Filling, seat: number, format: Format): string {
  const you =
    seat === filling.reader && format.group
      ? filling.catalogue.words[`words.you.${format.group}`]
      : undefined;
  return you ?? filling.names?.[seat] ?? String(seat);
}

function sayValue(filling: Filling, value: Value, isSeat: boolean, format: Format): string {
  let said: string;
  if (typeof value === 'string') {
    const game = filling.key.split('.')[0] ?? '';
    said = filling.catalogue.words[`${game}.${format.group ?? 'word'}.${value}`] ?? value;
  } else if (isSeat) said = saySeat(filling, value, format);
  else said = (format.sign && value > 0 ? '+' : '') + String(value);
  return format.quoted ? sayAround(filling, 'words.quoted', said) : said;
}

/** The catalogue's text for two equal words in a row, if it has one. */
function findTwo(filling: Filling, values: Value[], at: number, format: Format): string | undefined {
  const [word, next] = values.slice(at, at + 2);
  const game = filling.key.split('.')[0] ?? '';
  if (typeof word !== 'string' || word !== next) return undefined;
  return filling.catalogue.words[`${game}.${format.group ?? 'word'}_two.${word}`];
}

function sayValues(filling: Filling, values: Value[], isSeat: boolean, format: Format): string[] {
  const said: string[] = [];
  for (let at = 0; at < values.length; at++) {
    const two = findTwo(filling, values, at, format);
    if (two === undefined) said.push(sayValue(filling, values[at] as Value, isSeat, format));
    else {
      said.push(format.quoted ? sayAround(filling, 'words.quoted', two) : two);
      at++;
    }
  }
  return said;
}

function sayArg(filling: Filling, name: string, formats: string): string {
  const value = filling.args[name] as Value | Value[];
  const format = readFormat(formats);
  const isSeat = isSeatArg(filling, name, value);
  const said = sayValues(filling, Array.isArray(value) ? value : [value], isSeat, format);
  const last = said[said.length - 1];
  if (said.length < 2 || !format.and || last === undefined) return said.join(', ');
  return `${said.slice(0, -1).join(', ')} ${sayAround(filling, 'words.and', last)} ${last}`;
}

/** The number that forms and cases depend on: the value itself, or the length of a list. */
function countOf(value: Value | Value[]): number {
  if (Array.isArray(value)) return value.length;
  return typeof value === 'string' ? 1 : value;
}

/** `{name|one|many}` */
function sayForm(filling: Filling, value: Value | Value[], forms: string): string {
  const count = countOf(value);
  const isOne = Math.abs(count) === 1 || (count === 0 && filling.catalogue.language === 'fr');
  const hasMany = lengthBefore(forms, '|') < forms.length;
  const [one, many] = cut(forms, '|');
  return fill(filling, isOne || !hasMany ? one : many);
}

/** Splits a case, `label=text`, into label and text. */
function cutLabel(text: string): [string | null, string] {
  const found = /^([-_0-9A-Za-z]*)=/.exec(text);
  return found ? [found[1] ?? '', text.slice(found[0].length)] : [null, text];
}

/** Whether a label fits a seat: `you`, or the name of another argument with the same seat. */
function isLabelled(filling: Filling, name: string, value: Value | Value[], label: string): boolean {
  if (!isSeatArg(filling, name, value)) return false;
  const seats = Array.isArray(value) ? value : [value];
  const all = (seat: Value): boolean => seats.length > 0 && seats.every((one) => one === seat);
  if (label === 'you') return filling.reader >= 0 && all(filling.reader);
  const other = filling.args[label];
  if (other === undefined || !isSeatArg(filling, label, other)) return false;
  const others = Array.isArray(other) ? other : [other];
  return others.length === 1 && all(others[0] as Value);
}

/** `{name?value=text|value=text|text}` */
function sayCase(filling: Filling, name: string, value: Value | Value[], cases: string): string {
  const key = typeof value === 'string' ? value : String(countOf(value));
  let rest = cases;
  while (rest.length) {
    let one: string;
    [one, rest] = cut(rest, '|');
    const [label, text] = cutLabel(one);
    if (label === null || label === key || isLabelled(filling, name, value, label))
      return fill(filling, text);
  }
  return '';
}

/** `{name~before a vowel|else}` */
function saySound(filling: Filling, name: string, forms: string): string {
  const vowel = initialVowel(filling.catalogue.language, sayArg(filling, name, ''));
  const [one, other] = cut(forms, '|');
  const [letters, before] = cutLabel(one);
  const fits = vowel !== '' && (letters === null || letters.includes(vowel));
  return fill(filling, fits ? before : other);
}

/** Renders a placeholder; `placeholder` is its text without the braces. */
function fillPlaceholder(filling: Filling, placeholder: string): string {
  const length = lengthBefore(placeholder, ':|?~');
  const sign = length < placeholder.length ? placeholder.charAt(length) : ':';
  const [name, rest] = cut(placeholder, ':|?~');
  if (!Object.prototype.hasOwnProperty.call(filling.args, name)) return '';
  const value = filling.args[name] as Value | Value[];
  if (sign === '|') return sayForm(filling, value, rest);
  if (sign === '?') return sayCase(filling, name, value, rest);
  if (sign === '~') return saySound(filling, name, rest);
  return sayArg(filling, name, rest);
}

function fill(filling: Filling, template: string): string {
  let out = '';
  let rest = template;
  for (;;) {
    const open = rest.indexOf('{');
    if (open < 0) return out + rest;
    out += rest.slice(0, open);
    let placeholder: string;
    [placeholder, rest] = cut(rest.slice(open + 1), '}');
    out += fillPlaceholder(filling, placeholder);
  }
}

/** Renders a message with a template that is given, not looked up by its key. */
export function fillTemplate(
  catalogue: Catalogue,
  template: string,
  message: Message,
  readers: Readers = {},
): string {
  const { names, reader = -1 } = readers;
  return fill({ catalogue, key: message.key, args: message.args, names, reader }, template);
}

/** Renders a message as a sentence; a message that the catalogue lacks is rendered as its key. */
export function say(catalogue: Catalogue, message: Message, readers: Readers = {}): string {
  return fillTemplate(catalogue, catalogue.words[message.key] ?? message.key, message, readers);
}
