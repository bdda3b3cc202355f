// Display names of games, seats and the words of actions.
import type { Info } from '#made/proto';
import { find, t } from '../words/language';
import { games } from './state';

export function gameTitle(key: string): string {
  return games.value.find((game) => game.key === key)?.title ?? key;
}

// Hebrew, Arabic and other scripts written from right to left.
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Isolates a right-to-left name; otherwise numbers next to it would move to its other side. */
const isolated = (name: string): string => (RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name);

/** The first letters of a name. */
export const shortName = (name: string, letters: number): string =>
  isolated([...name.replace(/[\u2068\u2069]/g, '')].slice(0, letters).join(''));

/** The name shown for a seat: a person's, a computer player's, or that the seat is free. */
export function seatName(info: Info, seat: number): string {
  const one = info.seats[seat];
  if (!one) return t('page.free_seat');
  if (one.person !== undefined) return isolated(one.name || t('page.forgotten'));
  return guestName(info, seat);
}

/** Computer players are named after the guests of the printed rules, each differently. */
function guestName(info: Info, seat: number): string {
  const taken = info.seats.map((one) => one?.name).filter(Boolean);
  const guests = Array.from({ length: 8 }, (_unused, i) => t(`words.guest.${i + 1}`)).filter(
    (name) => !taken.includes(name),
  );
  const before = info.seats.slice(0, seat).filter((one) => one && one.person === undefined).length;
  return guests[before] ?? String(seat + 1);
}

/** Who said a chat line. For a computer player the message has only its kind. */
export function speakerName(line: { from: string; name: string; seat: number | null }, info: Info): string {
  if (line.from || !line.name || line.seat === null) return line.name || t('page.forgotten');
  return info.seats[line.seat]?.person === undefined
    ? seatName(info, line.seat)
    : botName(info.game, line.name);
}

export function seatNames(info: Info): string[] {
  return info.seats.map((_one, seat) => seatName(info, seat));
}

export function botName(game: string, bot: string): string {
  return find(`${game}.bot.${bot}`) ?? bot;
}

/** The name of a value of a game's option. */
export function optionValueName(game: string, option: string, value: string): string {
  return find(`page.value.${game}.${option}.${value}`) ?? find(`page.value.${value}`) ?? value;
}

// Verbs whose words are seats without the usual prefix `>`.
const NAMES_SEATS = new Set(['riffraff captain', 'riffraff order']);

/** A word of an action for display: a seat's name, a card's title, a piece and its owner. */
export function wordLabel(game: string, verb: string, word: string, names: string[], reader: number): string {
  const seat = /^>(\d+)$/.exec(word)?.[1] ?? (NAMES_SEATS.has(`${game} ${verb}`) ? word : undefined);
  if (seat !== undefined) return Number(seat) === reader ? t('page.yourself') : names[Number(seat)] ?? seat;
  const piece = /^([a-z]+)(\d)\.(\d)$/.exec(word);
  if (piece) {
    const shape = find(`${game}.word.${piece[1]}`) ?? word;
    const owner = Number(piece[2]);
    const whose =
      owner === reader ? shape : t('page.piece_of', { word: shape, name: names[owner] ?? String(owner) });
    return piece[3] === '1' ? whose : `${whose} (${piece[3]})`;
  }
  return find(`${game}.word.${word}`) ?? word;
}

/** An action as an imperative: "Order: 3 and 5". */
export function actionLabel(game: string, action: string, names: string[], reader: number): string {
  const [verb = '', ...words] = action.split(' ');
  const said = words.map((word) => wordLabel(game, verb, word, names, reader));
  const key = `page.do.${game}.${verb}`;
  if (find(key)) return t(key, { words: said });
  return [verb, ...said].join(' ');
}
