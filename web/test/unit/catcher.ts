// A simulated person who catches, with the same model as in bench/ship_catch.c: a reaction time after the
// alarm, a delayed picture, errors in judging flights, and unsteady movements. The person moves a finger or
// a mouse or presses arrow keys; the hand module does the rest.
import type { Hand } from '../../src/hand/hand';
import type { Frame, Pose } from '../../src/wire/frames';
import type { RiffRaffKit } from './falls';

export type Way = 'finger' | 'mouse' | 'keys';

/** Milliseconds. */
const REACTION = 250;
const SEES_LATE = 100;
const MISJUDGED = 0.2;
/** Micrometres, and micrometres per square second. */
const UNSTEADY = 10000;
const GRAVITY = 9.81e6;
const FAST = 250000;
/** Pieces come after the ship and the yards among a frame's bodies. */
const FIRST_PIECE = 4;
const TICKS_APART = 8;
/** How often the target may change, how fast a pointer is, and the tolerance for keys. */
const THINKS = 20;
const PIXELS_MS = 1.5;
const NEAR = 12000;

const PER_PIXEL = 500000 / 390;
const MIDDLE = [195, 422] as const;

/** The view from the stern on a phone: y to the left, z up. */
export function stern(x: number, y: number): [number, number] {
  return [(MIDDLE[0] - x) * PER_PIXEL, (MIDDLE[1] - y) * PER_PIXEL + 125000];
}

function pixelOf([y, z]: [number, number]): [number, number] {
  return [MIDDLE[0] - y / PER_PIXEL, MIDDLE[1] - (z - 125000) / PER_PIXEL];
}

/** Whole numbers below 2^32 from a seed: mulberry32. */
export function dice(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** An approximation of a normal distribution. */
function error(draw: () => number): number {
  let sum = -6;
  for (let i = 0; i < 12; i++) sum += draw();
  return sum;
}

type Sighting = { at: [number, number]; speed: [number, number]; left: number };

export class Catcher {
  private readonly draw: () => number;
  private readonly judgement: number[];
  private shake: [number, number] = [0, 0];
  private seen: { frame: Frame; at: number }[] = [];
  private alarm = -1;
  private target = -1;
  private thought = 0;
  private pointer: [number, number] | null = null;
  private aimed: [number, number] | null = null;
  private readonly pressed = new Set<string>();
  private now = 0;
  /** The smallest distance of the open hand from its target in micrometres; -1 if there never was a
   * target. */
  nearest = -1;

  constructor(
    private readonly way: Way,
    private readonly kit: RiffRaffKit,
    private readonly lag: number,
    seed: number,
  ) {
    this.draw = dice(seed);
    this.judgement = kit.bodies.map(() => 1 + MISJUDGED * error(this.draw));
  }

  /** Takes a frame when the person sees it. */
  see(frame: Frame, at: number): void {
    this.seen.push({ frame, at });
    const isAlarm = frame.slow > 1;
    this.alarm = !isAlarm ? -1 : this.alarm < 0 ? at : this.alarm;
    const [, y, z] = (frame.bodies[this.kit.bodies.length - 1] as Pose).at;
    const way = this.aimed && isAlarm ? Math.hypot(y - this.aimed[0], z - this.aimed[1]) : -1;
    if (way >= 0) this.nearest = this.nearest < 0 ? way : Math.min(way, this.nearest);
  }

  /** Advances the time; the person reacts to what was seen. */
  act(hand: Hand, at: number): void {
    const passed = at - this.now;
    this.now = at;
    if (this.alarm < 0 || at - this.alarm < REACTION) {
      this.press(hand, [], at);
      return;
    }
    if (at - this.thought >= THINKS) {
      this.thought = at;
      this.aimed = this.aim(at);
    }
    if (!this.aimed) return;
    if (this.way === 'keys') this.steer(hand, this.aimed, at);
    else this.point(hand, this.aimed, at, passed);
  }

  private point(hand: Hand, aimed: [number, number], at: number, passed: number): void {
    const device = this.way === 'mouse' ? 'mouse' : 'touch';
    const [x, y] = pixelOf(aimed);
    const goal: [number, number] = [x, y + (device === 'touch' ? 60 : 0)];
    if (!this.pointer) {
      // A finger starts at the target; a mouse starts where the release button was.
      this.pointer = device === 'touch' ? goal : [195, 800];
      if (device === 'touch')
        hand.take({ t: 'down', id: 1, device, zone: 'stage', x: goal[0], y: goal[1], at });
    }
    const way = [goal[0] - this.pointer[0], goal[1] - this.pointer[1]] as const;
    const share = Math.min(1, (PIXELS_MS * passed) / (Math.hypot(...way) || 1));
    this.pointer = [this.pointer[0] + share * way[0], this.pointer[1] + share * way[1]];
    hand.take({ t: 'move', id: 1, device, x: this.pointer[0], y: this.pointer[1], at });
  }

  /** Presses arrow keys towards the aim, from the outline or, before there is one, from the hand. */
  private steer(hand: Hand, [y, z]: [number, number], at: number): void {
    const from = hand.wanted?.at ??
      this.seen[this.seen.length - 1]?.frame.bodies[this.kit.bodies.length - 1]?.at ?? [0, 0, 0];
    const keys: string[] = [];
    if (Math.abs(y - from[1]) > NEAR) keys.push(y > from[1] ? 'ArrowLeft' : 'ArrowRight');
    if (Math.abs(z - from[2]) > NEAR) keys.push(z > from[2] ? 'ArrowUp' : 'ArrowDown');
    this.press(hand, keys, at);
  }

  private press(hand: Hand, keys: string[], at: number): void {
    for (const key of [...this.pressed].filter((one) => !keys.includes(one))) {
      this.pressed.delete(key);
      hand.take({ t: 'key', key, isDown: false, shift: false, at });
    }
    for (const key of keys.filter((one) => !this.pressed.has(one))) {
      this.pressed.add(key);
      hand.take({ t: 'key', key, isDown: true, shift: false, at });
    }
  }

  private lookAt(old: Frame, now: Frame, body: number): Sighting | null {
    const [a, b] = [(old.bodies[body] as Pose).at, (now.bodies[body] as Pose).at];
    const seconds = (now.tick - old.tick) / (this.kit.hz * now.slow);
    if (a[2] <= this.kit.lost || b[2] <= this.kit.lost || seconds <= 0 || old.slow !== now.slow) return null;
    const speed = b.map((to, i) => (to - (a[i] ?? 0)) / seconds) as Pose['at'];
    if (Math.hypot(...speed) < FAST) return null;
    const fall = -speed[2];
    const left = (Math.sqrt(fall * fall + 2 * GRAVITY * (b[2] - this.kit.lost)) - fall) / GRAVITY;
    return { at: [b[1], b[2]], speed: [speed[1], speed[2]], left };
  }

  /** The piece that reaches the water first, but the choice does not change at once. */
  private choose(at: number): { now: Frame; sighting: Sighting } | null {
    const late = this.seen.filter((one) => one.at <= at - SEES_LATE);
    const now = late[late.length - 1]?.frame;
    const old =
      now && [...this.seen].reverse().find((one) => one.frame.tick <= now.tick - TICKS_APART)?.frame;
    if (!now || !old) return null;
    let best: Sighting | null = null;
    let chosen = -1;
    for (let body = FIRST_PIECE; body < this.kit.bodies.length - 1; body++) {
      const sighting = body === now.held ? null : this.lookAt(old, now, body);
      if (!sighting) continue;
      const left = sighting.left - (body === this.target ? 0.1 : 0);
      if (best && left >= best.left - (chosen === this.target ? 0.1 : 0)) continue;
      best = sighting;
      chosen = body;
    }
    this.target = chosen;
    return best && { now, sighting: best };
  }

  /** The position where the person expects that the hand can meet the piece. */
  private aim(at: number): [number, number] | null {
    const found = this.choose(at);
    if (!found) return this.aimed;
    const { now, sighting: s } = found;
    const newest = this.seen[this.seen.length - 1]?.frame ?? now;
    const hand = (newest.bodies[this.kit.bodies.length - 1] as Pose).at;
    const speed = this.kit.catch_hand.speeds.find((one) => one.slow === now.slow)?.speed ?? 1;
    const way = Math.hypot(s.at[0] + s.speed[0] * s.left - hand[1], this.kit.lost - hand[2]);
    const needed = ((SEES_LATE + this.lag) / 1000 + way / speed) / now.slow;
    const lead = Math.min(Math.min(needed, s.left) * (this.judgement[this.target] ?? 1), s.left);
    this.shake = this.shake.map(
      (part) => part - part * 0.1 + UNSTEADY * Math.sqrt(0.2) * error(this.draw),
    ) as [number, number];
    const z = s.at[1] + s.speed[1] * lead - (GRAVITY * lead * lead) / 2;
    return [s.at[0] + s.speed[0] * lead + this.shake[0], Math.max(z, this.kit.lost) + this.shake[1]];
  }
}
