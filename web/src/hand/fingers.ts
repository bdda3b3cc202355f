// Gesture recognition for the pointers that are down while a piece is held. Each pointer gets a job: one
// finger on the stage moves the piece, two fingers twist it or move the camera, the rope raises it, the
// wheel turns it.
import type { Down, Pixel } from './input';
import { Stroke } from './stroke';
import { angleBetween } from './turning';

/** Degrees after which two fingers twist, pixels after which they move the camera; they then keep to that. */
const TWIST = 6;
const LOOK = 18;
/** Pixels: closer to the hub, the angle is too inexact. */
const HUB = 12;
/** Pixels: a finger rolls when it is put down, so SLOP is not yet a movement. From TAP on it is not a tap. */
const SLOP = 3;
const TAP = 8;
const DEGREE = 180 / Math.PI;

/** Callbacks for the recognised gestures; turns are clockwise on the screen. */
export type Effects = {
  move(right: number, down: number): void;
  raise(up: number): void;
  beginTurn(): void;
  turn(clockwise: number): void;
  look(right: number, down: number): void;
  nextPose(): void;
};

type Job = 'move' | 'raise' | 'turn' | 'look' | 'tap' | 'pair' | 'none';
type Finger = {
  job: Job;
  device: Down['device'];
  stroke: Stroke | null;
  start: Pixel;
  now: Pixel;
  centre: Pixel | null;
  angle: number | null;
};
type Pair = { ids: [number, number]; angle: number; middle: Pixel; kind: 'open' | 'twist' | 'look' };

const JOB_OF_ZONE = { stage: 'move', rope: 'raise', wheel: 'turn', hub: 'tap' } as const;

function jobOf(down: Down): Job {
  const button = down.button ?? 0;
  if (down.device === 'mouse' && button === 1) return 'tap';
  if (down.device === 'mouse' && button === 2) return 'look';
  return JOB_OF_ZONE[down.zone];
}

export class Fingers {
  private readonly fingers = new Map<number, Finger>();
  private pair: Pair | null = null;

  constructor(private readonly effects: Effects) {}

  down(down: Down): void {
    this.cancel(down.id);
    const now: Pixel = [down.x, down.y];
    const finger: Finger = {
      job: jobOf(down),
      device: down.device,
      stroke: null,
      start: now,
      now,
      centre: down.centre ?? null,
      angle: null,
    };
    const other = [...this.fingers].find(([, one]) => one.job === 'move' && one.device === 'touch');
    if (this.pair && finger.job === 'move') finger.job = 'none';
    this.fingers.set(down.id, finger);
    if (finger.job === 'turn') this.effects.beginTurn();
    if (finger.job === 'move' && finger.device === 'touch' && other) this.join([other[0], down.id]);
  }

  private join(ids: [number, number]): void {
    for (const id of ids) (this.fingers.get(id) as Finger).job = 'pair';
    const { angle, middle } = this.measure(ids);
    this.pair = { ids, angle, middle, kind: 'open' };
  }

  private measure(ids: [number, number]): { angle: number; middle: Pixel } {
    const [a, b] = ids.map((id) => (this.fingers.get(id) as Finger).now) as [Pixel, Pixel];
    return {
      angle: Math.atan2(b[1] - a[1], b[0] - a[0]) * DEGREE,
      middle: [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2],
    };
  }

  move(id: number, x: number, y: number, at: number): void {
    const finger = this.fingers.get(id);
    if (!finger) return;
    const before = finger.now;
    finger.now = [x, y];
    if (finger.job === 'pair') this.movePair();
    if (finger.job === 'pair' || !this.isStroke(finger, at)) return;
    if (finger.job === 'turn') this.turnWheel(finger);
    else if (finger.job === 'look') this.effects.look(x - before[0], y - before[1]);
    else this.stroke(finger, finger.stroke?.move(finger.now, at) ?? [0, 0]);
  }

  /** Starts the stroke at the first movement beyond SLOP; what came before is ignored. */
  private isStroke(finger: Finger, at: number): boolean {
    const slop = finger.device === 'touch' ? SLOP : 0;
    if (!finger.stroke && this.wayOf(finger) > slop)
      finger.stroke = new Stroke(slop ? finger.now : finger.start, at);
    return finger.stroke !== null;
  }

  private wayOf({ start, now }: Finger): number {
    return Math.hypot(now[0] - start[0], now[1] - start[1]);
  }

  private stroke(finger: Finger, [right, down]: Pixel): void {
    if (finger.job === 'move' && (right || down)) this.effects.move(right, down);
    if (finger.job === 'raise' && down) this.effects.raise(-down);
  }

  private turnWheel(finger: Finger): void {
    const centre = finger.centre ?? finger.start;
    const arm: Pixel = [finger.now[0] - centre[0], finger.now[1] - centre[1]];
    if (Math.hypot(...arm) < HUB) return;
    const angle = Math.atan2(arm[1], arm[0]) * DEGREE;
    if (finger.angle !== null) this.effects.turn(angleBetween(finger.angle, angle));
    finger.angle = angle;
  }

  private movePair(): void {
    const pair = this.pair;
    if (!pair) return;
    const { angle, middle } = this.measure(pair.ids);
    const turned = angleBetween(pair.angle, angle);
    const way: Pixel = [middle[0] - pair.middle[0], middle[1] - pair.middle[1]];
    if (pair.kind === 'open') {
      if (Math.abs(turned) < TWIST && Math.hypot(...way) < LOOK) return;
      pair.kind = Math.abs(turned) >= TWIST ? 'twist' : 'look';
      if (pair.kind === 'twist') this.effects.beginTurn();
    } else if (pair.kind === 'twist') this.effects.turn(turned);
    else this.effects.look(...way);
    pair.angle = angle;
    pair.middle = middle;
  }

  up(id: number): void {
    const finger = this.fingers.get(id);
    if (finger?.job === 'tap' && this.wayOf(finger) < TAP) this.effects.nextPose();
    this.cancel(id);
  }

  /** When one of two fingers is lifted, the other one does nothing more: it is about to be lifted too. */
  cancel(id: number): void {
    this.fingers.delete(id);
    if (!this.pair?.ids.includes(id)) return;
    for (const other of this.pair.ids) {
      const finger = this.fingers.get(other);
      if (finger) finger.job = 'none';
    }
    this.pair = null;
  }

  clear(): void {
    this.fingers.clear();
    this.pair = null;
  }

  advance(at: number): void {
    for (const finger of this.fingers.values())
      if (finger.stroke) this.stroke(finger, finger.stroke.advance(at));
  }
}
