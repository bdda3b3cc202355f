// Drives a hand without a browser: fake time, simulated fingers, and frames as from a server.
import { Hand, type Setting } from '../../src/hand/hand';
import type { Down, Input, Pixel, Plane, Stern } from '../../src/hand/input';
import type { NaturalPose } from '../../src/table/lower';
import type { Frame, Pose } from '../../src/wire/frames';

/** The scale of a phone that shows 180 mm, from astern and slightly above: x is up, y is to the left. */
export const PER_PIXEL = 180000 / 390;
export const PLANE: Plane = { right: [0, -PER_PIXEL], up: [2 * PER_PIXEL, 0], rise: PER_PIXEL };
export const STERN: Stern = (x, y) => [(195 - x) * 1000, (422 - y) * 1000];

const LIE: NaturalPose = { name: 'lie', turned: [1000000, 0, 0, 0], hangs: false };
const STAND: NaturalPose = { name: 'stand', turned: [707107, 0, 707107, 0], hangs: false };
const HANG: NaturalPose = { ...LIE, name: 'hang', hangs: true };
export const SETTING: Setting = {
  hz: 250,
  poses: () => [LIE, HANG, STAND],
  openHand: 1,
  catchPlane: { from: [-250000, -150000], to: [250000, 400000] },
  handReach: { from: [-400000, -390000, -130000], to: [400000, 380000, 590000] },
  phases: ['held', 'settling', 'alarm', 'catching', 'rest'],
  speed: (slow) => (slow >= 8 ? 150000 : 420000),
};

export function frameOf(tick: number, held: Pose, more: Partial<Frame> = {}): Frame {
  return {
    tick,
    phase: 0,
    slow: 1,
    held: 0,
    awaitsHand: false,
    release: 0,
    falls: new Map(),
    bodies: [held, { at: [0, 0, 0], turned: [1000000, 0, 0, 0] }],
    ...more,
  };
}

export const START: Pose = { at: [10000, 20000, 100000], turned: [1000000, 0, 0, 0] };

/** Events come every 8 ms, as on a phone with 120 Hz. */
const EVENT = 8;

export class Play {
  at = 1000;

  constructor(readonly hand: Hand, private readonly onTime: (at: number) => void = () => undefined) {}

  take(input: Input): void {
    this.hand.take(input);
  }

  wait(ms: number): void {
    for (const end = this.at + ms; this.at < end; ) {
      this.at = Math.min(end, this.at + EVENT);
      this.hand.advance(this.at);
      this.onTime(this.at);
    }
  }

  down(id: number, zone: Down['zone'], [x, y]: Pixel, more: Partial<Down> = {}): void {
    this.take({ t: 'down', id, device: 'touch', zone, x, y, at: this.at, ...more });
  }

  /** Moves several fingers at once, each along its path. */
  move(
    paths: { id: number; path: (share: number) => Pixel }[],
    ms: number,
    device: Down['device'] = 'touch',
  ): void {
    const steps = Math.max(1, Math.round(ms / EVENT));
    for (let i = 1; i <= steps; i++) {
      this.wait(ms / steps);
      for (const { id, path } of paths) {
        const [x, y] = path(i / steps);
        this.take({ t: 'move', id, device, x, y, at: this.at });
      }
    }
  }

  up(id: number): void {
    this.take({ t: 'up', id, at: this.at });
  }

  stroke(id: number, zone: Down['zone'], from: Pixel, to: Pixel, ms: number, more: Partial<Down> = {}): void {
    this.down(id, zone, from, more);
    this.move([{ id, path: line(from, to) }], ms, more.device);
    this.up(id);
  }

  key(key: string, ms = 40, shift = false): void {
    this.take({ t: 'key', key, isDown: true, shift, at: this.at });
    this.wait(ms);
    this.take({ t: 'key', key, isDown: false, shift, at: this.at });
  }
}

export function line(from: Pixel, to: Pixel): (share: number) => Pixel {
  return (share) => [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])];
}

export function circle(centre: Pixel, radius: number, from: number, to: number): (share: number) => Pixel {
  return (share) => {
    const angle = ((from + share * (to - from)) * Math.PI) / 180;
    return [centre[0] + radius * Math.cos(angle), centre[1] + radius * Math.sin(angle)];
  };
}

/** A hand that holds a piece, in an otherwise static session. */
export function holding(start: Pose = START): Play {
  const hand = new Hand(SETTING, PLANE, STERN);
  hand.see(frameOf(0, start), 1000);
  return new Play(hand);
}
