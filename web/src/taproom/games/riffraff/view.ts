// Access to the views, forms and log of Riff Raff.
import type { Message, Prompt, View } from '#made/proto';
import type { Phases } from '../../../hand/hand';
import type { HandReach } from '../../../hand/hold';
import type { NaturalPose } from '../../../table/lower';
import type { ShipKit } from '../../../stage/ship';
import type { Kit } from '../../../common/kit';

export type Seen = {
  phase: string;
  captain: number | null;
  round: number;
  rounds: number;
  my_card: number | null;
  laid: number[];
  hands: (number | number[])[];
  played: number[][];
  shown: (number | null)[];
  active: number | null;
  order: number[];
  loading: string | null;
  supply: string[][];
  aboard: { piece: string; area: number; pose: number[] }[];
  joints: number[];
};
export type RiffKit = ShipKit & {
  cards: number[];
  refusals: string[];
  phases: Phases;
  hand_reach: HandReach;
  shapes: Record<string, { poses: NaturalPose[]; colour: [number, number, number] }>;
  catch_hand: { radius: number; speeds: { slow: number; speed: number }[] };
};

export const seenOf = (view: View): Seen => view as unknown as Seen;
export const kitOf = (kit: Kit): RiffKit => kit as unknown as RiffKit;

/** `mine` can be chosen, `laid` is already face down, `played` was used before. */
export type CardFace = { number: number; state: 'mine' | 'played' | 'laid'; round: number | null };

export function cardsOf(kit: RiffKit, seen: Seen, reader: number, log: Message[]): CardFace[] {
  const hand = seen.hands[reader];
  const rounds = roundsOf(log, reader, seen.round);
  return kit.cards.map((number) => {
    if (number === seen.my_card && seen.laid.includes(reader))
      return { number, state: 'laid', round: seen.round };
    const isMine = Array.isArray(hand) && hand.includes(number);
    return { number, state: isMine ? 'mine' : 'played', round: isMine ? null : rounds.get(number) ?? null };
  });
}

/** The round in which a seat played each of its cards, as far as the log goes back. */
export function roundsOf(log: Message[], seat: number, now: number): Map<number, number> {
  const rounds = new Map<number, number>();
  let round = now;
  for (const event of [...log].reverse()) {
    if (event.key === 'riffraff.round') round = Number(event.args['round']) - 1;
    const card = Number(event.args['card']);
    if (event.key === 'riffraff.shown' && event.args['seat'] === seat && !rounds.has(card))
      rounds.set(card, round);
  }
  return rounds;
}

/** The kind of the prompt, from the verbs of its forms. */
export function askedOf(prompt: Prompt | null): 'card' | 'captain' | 'order' | 'load' | null {
  const verb = prompt?.forms[0]?.say.split(' ')[0];
  if (verb === 'load2') return 'load';
  return verb === 'card' || verb === 'captain' || verb === 'order' || verb === 'load' ? verb : null;
}

/** The pieces that can be chosen, and whether two may be announced. */
export function supplyOf(prompt: Prompt | null): { pieces: string[]; hasTwo: boolean } {
  const forms = prompt?.forms ?? [];
  const of = (verb: string): string[] =>
    forms.filter((form) => form.say === verb).flatMap((form) => form.one?.[0] ?? []);
  return {
    pieces: [...new Set([...of('load'), ...of('load2')])],
    hasTwo: of('load').length > 0 && of('load2').length > 0,
  };
}

/** Groups equal pieces of one owner into one tile. */
export function tilesOf(pieces: string[]): string[][] {
  const tiles = new Map<string, string[]>();
  for (const piece of pieces) {
    const kind = piece.replace(/\.\d+$/, '');
    tiles.set(kind, [...(tiles.get(kind) ?? []), piece]);
  }
  return [...tiles.values()];
}

const LOADS = /^riffraff\.loads(_two|_second)?$/;
const OUTCOME = /^riffraff\.(rests|caught|caught_own|lost|back)$/;

/** The message that began this seat's last loading, and the events of its outcome once it is known. */
export function outcomeOf(log: Message[], seat: number): { loading: Message; said: Message[] } | null {
  const from = log.map((event) => LOADS.test(event.key) && event.args['seat'] === seat).lastIndexOf(true);
  const loading = log[from];
  if (!loading) return null;
  const next = log.findIndex((event, i) => i > from && LOADS.test(event.key));
  const said = log.slice(from + 1, next < 0 ? undefined : next).filter((event) => OUTCOME.test(event.key));
  return said.length ? { loading, said } : null;
}

/** The action without the numbers of equal pieces, which are interchangeable. */
export const withoutNumbers = (action: string): string => action.replace(/\.\d+\b/g, '.1');

/** The seats that the captain can choose. */
export function seatsOf(prompt: Prompt | null): number[] {
  const words = (prompt?.forms ?? []).flatMap((form) => [
    ...form.say.split(' ').slice(1),
    ...(form.one ?? []).flat(),
  ]);
  return [...new Set(words.map(Number))].sort((a, b) => a - b);
}

/** The area to highlight: that of the chosen card, else that of the player whose turn it is. */
export function areaOf(seen: Seen, words: string[]): number | null {
  if (words[0] === 'card' && words[1]) return Number(words[1]);
  return seen.active === null || seen.active === undefined ? null : seen.shown[seen.active] ?? null;
}
