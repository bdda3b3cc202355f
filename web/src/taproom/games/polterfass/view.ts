// The view of Polterfass as its README describes it, and what follows from it without rules.
import type { View } from '#made/proto';
import type { At } from '../screen';

export type PadRound = {
  innkeeper: number;
  served: number | null;
  destroyed: number[];
  doubled: number[];
  ordered: number;
  orders: (number[] | null)[];
  order_sums: number[];
  points: (number | null)[];
  why: string[];
  totals: number[];
};
export type Seen = {
  innkeeper: number | null;
  phase: 'first_roll' | 'orders' | 'serving' | 'reckoning' | 'over';
  round: number;
  goal: number;
  barrels: string[];
  totals: number[];
  pad: PadRound[];
  my_order?: number[];
  ordered: number[];
  cards_laid?: number[];
  range: [number, number] | null;
  rolling: boolean;
  cup: number[];
};
export type KitBarrel = { place: number; ends: [string, string]; special: boolean };

export const seen = (view: View): Seen => view as unknown as Seen;
export const barrelsOf = (at: At): KitBarrel[] => (at.kit['barrels'] as KitBarrel[] | undefined) ?? [];

/** A barrel: its place, its mark, and whether it is a dark one. */
export type Shown = { place: number; mark: string; isDark: boolean };

/** The standing barrels, without those in the cup, which have no mark until they have fallen. */
export function standingBarrels(at: At): Shown[] {
  const { rolling, cup } = seen(at.view);
  return shown(at).filter(
    (one) => one.mark !== '-' && one.mark !== '.' && !(rolling && cup.includes(one.place)),
  );
}

export function lyingBarrels(at: At): Shown[] {
  return shown(at).filter((one) => one.mark === '-');
}

function shown(at: At): Shown[] {
  const { barrels } = seen(at.view);
  return barrelsOf(at).map((barrel) => ({
    place: barrel.place,
    mark: barrels[barrel.place - 1] ?? '-',
    isDark: barrel.special,
  }));
}

/** The effects in an action `serve x8>2 d9>1`, by the place of the barrel that is affected. */
export function effectsOf(action: string | null): Map<number, 'spoiled' | 'double'> {
  const effects = new Map<number, 'spoiled' | 'double'>();
  for (const word of (action ?? '').split(' ')) {
    const found = /^([xd])\d+>(\d+)$/.exec(word);
    if (found) effects.set(Number(found[2]), found[1] === 'x' ? 'spoiled' : 'double');
  }
  return effects;
}
