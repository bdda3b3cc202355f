// The page's language and its message catalogue. Catalogues are loaded on demand.
import { signal } from '@preact/signals';
import { say, type Args, type Catalogue, type Language, type Message, type Readers } from './render';

export const LANGUAGES: Language[] = ['de', 'en', 'fr', 'it'];

type Made = Omit<Catalogue, 'language'>;
const LOADERS: Record<Language, () => Promise<{ default: unknown }>> = {
  de: () => import('#made/words.de.json'),
  en: () => import('#made/words.en.json'),
  fr: () => import('#made/words.fr.json'),
  it: () => import('#made/words.it.json'),
};

export const catalogue = signal<Catalogue | null>(null);

function isLanguage(word: string | null): word is Language {
  return LANGUAGES.includes(word as Language);
}

/** The language that was chosen before, else the first of the browser's languages that is supported. */
export function preferredLanguage(): Language {
  const kept = localStorage.getItem('language');
  if (isLanguage(kept)) return kept;
  const wanted = navigator.languages.map((tag) => tag.slice(0, 2)).find(isLanguage);
  return wanted ?? 'en';
}

export async function useLanguage(language: Language, keep: boolean): Promise<void> {
  const made = (await LOADERS[language]()).default as Made;
  catalogue.value = { ...made, language };
  document.documentElement.lang = language;
  if (keep) localStorage.setItem('language', language);
}

function present(): Catalogue {
  if (!catalogue.value) throw new Error('no language is loaded');
  return catalogue.value;
}

/** A text of the page, by its key. */
export function t(key: string, args: Args = {}): string {
  return say(present(), { key, args });
}

/** A reason as a whole sentence: catalogues have reasons in the form that follows a colon. */
export function reasonAlone(message: Message): string {
  const reason = t(message.key, message.args);
  return reason.charAt(0).toUpperCase() + reason.slice(1) + (/[.!?]$/.test(reason) ? '' : '.');
}

export function sentence(message: Message, readers: Readers): string {
  return say(present(), message, readers);
}

/** The catalogue's text for a key, or null. */
export function find(key: string): string | null {
  return present().words[key] ?? null;
}

export function rulesOf(game: string): string {
  return present().rules[game] ?? '';
}
