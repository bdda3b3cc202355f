// Voyages of Riff Raff, brought to the moments that tests and pictures look at: three people without a browser play one
// match, load by numbers, and one of them lets a barrel go over the end of a yard.
import { expect } from 'vitest';
import { Crowd, type Person, type Policy } from './crowd';
import { loadFor, readKit, type Spot } from './loader';
import type { Tavern } from './tavern';
import { handMessage, SessionReader } from '../../src/table/session';
import type { Table } from '../../src/table/table';
import type { Seen } from '../../src/taproom/games/riffraff/view';
import type { Frame, Pose } from '../../src/wire/frames';

const PATIENCE = 120000;
const kit = readKit();
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** In the order in which a match comes to them. While something falls, time stands still. */
export const MOMENTS = ['card', 'captain', 'order', 'piece', 'hold', 'catch', 'end'] as const;
export type Moment = (typeof MOMENTS)[number];

/** What each seat plays in the first rounds: both sides of the ship are loaded; then all lay the same. */
const CARDS = [[9, 3], [8, 4], [5, 2]];
export const TIE = 6;
/** Where a piece is laid; if it touches something else there, the next one is tried. */
const SPOTS: Spot[] = [{ left: 0, forward: 0 }, { left: 22, forward: 0 }, { left: -22, forward: 0 }, { left: 0, forward: 8 }, { left: 44, forward: 0 }, { left: -44, forward: 0 }, { left: 55, forward: 6 }, { left: -55, forward: -6 }];
const spotOf = (loading: number): Spot => SPOTS[loading % SPOTS.length] as Spot;
const KEPT = 'barrel';

const seenBy = (person: Person): Seen => person.view as unknown as Seen;
const asks = (person: Person, verb: string): boolean => person.table?.prompt.value?.forms.some((form) => form.say.startsWith(verb)) ?? false;

/** Cards as above after so many rounds, and no barrel before it is let go over the end of a yard. */
const sailing = (loaded: number): Policy => ({ seat, actions, person }) => {
  const round = seenBy(person).round;
  const card = `card ${round <= loaded ? CARDS[seat]?.[round - 1] : TIE}`;
  if (actions.includes(card)) return card;
  return actions.find((one) => !one.includes(KEPT) && !one.startsWith('load2')) ?? actions[0] ?? null;
};

/** Micrometres: what falls is below the yard there, and the open hand is out of its way. */
const SEEN_BELOW = 100000;
const ASIDE: Pose['at'] = [0, -90000, 300000];

/** Holds what this person holds where the test wants it, and lets go. */
class Arm {
  frame: Frame | null = null;
  goal: { at: Pose['at']; grip: boolean } | null = null;
  private reader: SessionReader | null = null;
  private onFall: (() => void) | null = null;
  readonly end: () => void;

  constructor(person: Person) {
    this.end = person.wire.onBinary((bytes) => {
      const sim = person.table?.sim.value;
      if (!sim) return;
      if (this.reader?.sim !== sim.sim) this.reader = new SessionReader(sim.sim, sim.bodies.length, Math.round(sim.hz / 50));
      if (!this.reader.take(bytes) || !this.reader.frame) return;
      this.frame = this.reader.frame;
      if ([...this.frame.falls.keys()].some((body) => (this.frame?.bodies[body]?.at[2] ?? 0) < SEEN_BELOW)) this.tellFall();
      const at = this.frame.held >= 0 ? this.goal?.at : this.goal && ASIDE;
      if (at) person.wire.sendBinary(handMessage(sim.sim, this.frame.tick, { at, turned: [1000000, 0, 0, 0] }, this.goal?.grip ?? true));
    });
  }

  private tellFall(): void {
    this.onFall?.();
    this.onFall = null;
  }

  /** Until it is there; 5 mm, as the ship sways. */
  async go(at: Pose['at']): Promise<void> {
    this.goal = { at, grip: true };
    await expect.poll(() => Math.hypot(...(this.frame?.bodies[this.frame.held]?.at ?? [1e9, 0, 0]).map((value, i) => value - (at[i] ?? 0))), { timeout: PATIENCE }).toBeLessThan(5000);
  }

  /** From beyond the end inwards, until the server would let it go: there it falls, wherever the ship leans to. */
  private async findPlace([x, y, z]: Pose['at']): Promise<Pose['at']> {
    this.goal = { at: [x, y, z], grip: true };
    await sleep(600);
    for (let steps = 0; steps < 25; steps++) {
      this.goal = { at: [x, y + 1000 * steps, z - 250 * steps], grip: true };
      await sleep(300);
      if (this.frame?.release === 0) return this.goal.at;
    }
    throw new Error(`the server lets nothing go here: ${kit.refusals[(this.frame?.release ?? 1) - 1]}`);
  }

  /** Until something falls, and says so at once: on a slow machine it may be in the water before anybody looks. */
  async letGo(at: Pose['at'], tell: () => void): Promise<void> {
    this.onFall = tell;
    this.goal = { at: await this.findPlace(at), grip: false };
    await expect.poll(() => this.onFall, { timeout: PATIENCE }).toBeNull();
  }
}

type Stop = (moment: Moment, who: Person, code: string) => Promise<void>;
/** Rounds that are loaded before, and the last moment that is wanted. */
type Course = { loaded: number; last: Moment };

/** Where a match stands that goes no further. */
function tellStand(crowd: Crowd): string {
  return crowd.people.map((person) => {
    const { prompt, sim, turn, log } = person.table as Table;
    const { phase, round } = seenBy(person);
    return JSON.stringify({ phase, round, asked: prompt.value?.task.key, turn: turn.value, sim: sim.value?.sim, last: log.value.at(-1)?.events.at(-1), line: person.wire.status.value });
  }).join('\n');
}

/** One match; at each moment, whoever is asked then is handed over. */
export async function sail(tavern: Tavern, { loaded, last }: Course, stop: Stop): Promise<void> {
  const crowd = await Crowd.at(tavern.url, { game: 'riffraff', seats: 3, options: { slow_motion: 8 }, seed: '4' });
  const [dora, ...others] = crowd.people as [Person, ...Person[]];
  const policy = sailing(loaded);
  const [endOwn] = [dora, ...others].map((person) => loadFor(person, kit, spotOf));
  const playUntil = async (by: Policy, isThere: () => boolean): Promise<void> => {
    if (!(await crowd.playUntil(by, isThere, 400, PATIENCE))) throw new Error(`the voyage goes no further: ${tellStand(crowd)}`);
  };
  await playUntil(policy, () => seenBy(dora).round > loaded && asks(dora, 'card'));
  await stop('card', dora, crowd.code);
  for (const verb of ['captain', 'order'] as const) {
    await playUntil(policy, () => crowd.people.some((person) => asks(person, verb)));
    await stop(verb, crowd.people.find((person) => asks(person, verb)) as Person, crowd.code);
  }
  await playUntil(policy, () => asks(dora, 'load'));
  endOwn?.();
  await stop('piece', dora, crowd.code);
  await fall(tavern, crowd, dora, stop, () => playUntil((ask) => ask.actions.find((one) => one.startsWith(`load ${KEPT}`)) ?? policy(ask), () => dora.table?.sim.value?.seat === 0));
  if (last === 'end') {
    loadFor(dora, kit, spotOf);
    await playUntil(policy, () => dora.table?.info.value?.state === 'over');
    await stop('end', dora, crowd.code);
  }
  crowd.leave();
}

/** The barrel is held over the yard, and then let go over its end. */
async function fall(tavern: Tavern, crowd: Crowd, who: Person, stop: Stop, take: () => Promise<void>): Promise<void> {
  const arm = new Arm(who);
  await take();
  await expect.poll(() => arm.frame?.held ?? -1, { timeout: PATIENCE }).toBeGreaterThan(0);
  const start = arm.frame?.bodies[arm.frame.held]?.at as Pose['at'];
  await arm.go([0, -110000, start[2]]);
  await arm.go([0, -110000, 190000]);
  await stop('hold', who, crowd.code);
  await arm.go([0, -157000, 190000]);
  await arm.go([0, -157000, 163000]);
  await arm.letGo([0, -165000, 163000], () => tavern.signal('SIGSTOP'));
  await stop('catch', who, crowd.code);
  tavern.signal('SIGCONT');
  arm.end();
}
