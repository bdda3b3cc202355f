// Nights at the Blue Dragon, brought to the moments that tests and pictures look at: four people without a browser play
// by a seed until somebody is asked at such a moment.
import { Crowd, drawing, type Person, type Policy } from './crowd';

type Item = { kind: string; card?: string; source?: number; targets?: number[] };
export type Seen = { phase: string; stack: Item[]; event?: { kind: string; revealed?: number[] }; seats: { in: boolean; hand: string[] | number; discard: string[] }[] };
export const seen = (person: Person): Seen => person.view as unknown as Seen;
export const taskOf = (person: Person): string => person.table?.prompt.value?.task.key ?? '';
const awaited = (crowd: Crowd): Person | null => crowd.people.find((one) => one.table?.prompt.value?.must) ?? null;

/** Plays cards rather than passing, drawn by a seed. */
export function eager(seed: number): Policy {
  const random = drawing(seed);
  return ({ actions }) => {
    const plays = actions.filter((action) => action.startsWith('play'));
    return plays.length && random(4) ? plays[random(plays.length)] ?? null : actions[random(actions.length)] ?? null;
  };
}

/** Four people play until somebody is asked at such a moment; he and his table. */
export async function bring(url: string, seed: number, isIt: (person: Person, seen: Seen, crowd: Crowd) => boolean, more: object = {}): Promise<{ crowd: Crowd; who: Person }> {
  const crowd = await Crowd.at(url, { game: 'drachen', seats: 4, seed: String(seed), ...more });
  let who: Person | null = null;
  const isThere = (): boolean => {
    const one = awaited(crowd);
    if (one && isIt(one, seen(one), crowd)) who = one;
    return who !== null;
  };
  if (!(await crowd.playUntil(eager(seed), isThere, 600)) || !who) throw new Error(`seed ${seed} never comes there`);
  return { crowd, who };
}

/** The kinds of moments of W-50, each with a seed that comes there soon. */
export const MOMENTS: [name: string, seed: number, isIt: (person: Person, now: Seen) => boolean][] = [
  ['own turn', 4, (person) => taskOf(person) === 'drachen.task_action'],
  ['buying', 4, (person) => taskOf(person) === 'drachen.task_buy'],
  ['discarding', 4, (person) => taskOf(person) === 'drachen.task_discard'],
  ['answering', 1, (person, now) => taskOf(person) === 'drachen.task_card_at' && Boolean(now.stack.at(-1)?.targets?.length)],
  ['a drink', 4, (person) => taskOf(person) === 'drachen.task_drink_me'],
  ['gambling', 3, (person) => taskOf(person) === 'drachen.task_bet'],
  ['a contest', 2, (_person, now) => now.event?.kind === 'contest' && (now.event.revealed?.length ?? 0) > 2],
  ['a house round', 1, (_person, now) => now.event?.kind === 'house' && Boolean(now.event.revealed?.length)],
  ['a challenge', 1, (person) => taskOf(person) === 'drachen.task_challenge'],
  ['somebody out', 2, (person, now) => taskOf(person) === 'drachen.task_action' && now.seats.some((one) => !one.in)],
];
