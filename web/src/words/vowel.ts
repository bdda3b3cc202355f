// Whether a name begins with a vowel sound: French "d'Eve", "de Toni". The rule is in docs/words.md.
import type { Language } from './render';

// Ranges of code points of accented letters, with the letter without its accent.
const ACCENTED: [number, number, string][] = [
  [0xc0, 0xc6, 'a'], [0xc8, 0xcb, 'e'], [0xcc, 0xcf, 'i'], [0xd2, 0xd6, 'o'], [0xd8, 0xd8, 'o'],
  [0xd9, 0xdc, 'u'], [0xdd, 0xdd, 'y'], [0xe0, 0xe6, 'a'], [0xe8, 0xeb, 'e'], [0xec, 0xef, 'i'],
  [0xf2, 0xf6, 'o'], [0xf8, 0xf8, 'o'], [0xf9, 0xfc, 'u'], [0xfd, 0xfd, 'y'], [0xff, 0xff, 'y'],
  [0x100, 0x105, 'a'], [0x112, 0x11b, 'e'], [0x128, 0x131, 'i'], [0x14c, 0x153, 'o'],
  [0x168, 0x173, 'u'], [0x178, 0x178, 'y'],
];

/** The letter in lower case without its accent; `x` for other letters and digits; '' for
 * silent characters. */
function plain(letter: string): string {
  const point = letter.codePointAt(0) ?? 0;
  if (/[A-Za-z]/.test(letter)) return letter.toLowerCase();
  const row = ACCENTED.find(([first, last]) => point >= first && point <= last);
  if (row) return row[2];
  const isSign = point < 0xc0 || (point >= 0x2000 && point <= 0x206f);
  return /[0-9]/.test(letter) || !isSign ? 'x' : '';
}

/** The vowel that a text begins with, without its accent, or ''. For French also `h` and `y`. */
export function initialVowel(language: Language, text: string): string {
  const letters = [...text];
  let at = 0;
  let first = '';
  while (at < letters.length && !first) first = plain(letters[at++] ?? '');
  const second = at < letters.length ? plain(letters[at] ?? '') : '';
  const isBeforeVowel = second !== '' && 'aeiou'.includes(second);
  if (language === 'fr' && first === 'h') return isBeforeVowel || second === 'y' ? 'h' : '';
  if (language === 'fr' && first === 'y') return second && !isBeforeVowel ? 'y' : '';
  return first && 'aeiou'.includes(first) ? first : '';
}
