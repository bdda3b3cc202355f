// Frames of a session come in jerks; they are shown evenly, a little behind the newest one.
import type { Frame } from '../wire/frames';

/** How far behind the newest frame is shown, and when to give up on showing everything between. */
const BEHIND_MS = 45;
const JUMP_MS = 700;
/** At most so many times faster than the session runs. */
const HURRY = 3;

export type Moment = { from: Frame; to: Frame; share: number };

export class Follower {
  private readonly frames: Frame[] = [];
  private tick = 0;
  private last: number | null = null;

  constructor(private readonly hz: number) {}

  get newest(): Frame | null {
    return this.frames.at(-1) ?? null;
  }

  push(frame: Frame): void {
    const newest = this.newest;
    if (newest && frame.tick <= newest.tick) this.clear();
    if (!this.frames.length) this.tick = frame.tick;
    this.frames.push(frame);
  }

  clear(): void {
    this.frames.length = 0;
    this.last = null;
  }

  /** True while what is shown is not yet the newest. */
  get isBehind(): boolean {
    return this.newest !== null && this.tick < this.newest.tick;
  }

  /** What is shown at this time: somewhere between two frames. */
  at(now: number): Moment | null {
    const newest = this.newest;
    if (!newest) return null;
    const spent = this.last === null ? 0 : Math.max(0, now - this.last);
    this.last = now;
    const behind = ((newest.tick - this.tick) / this.hz) * 1000;
    if (behind > JUMP_MS) this.tick = newest.tick - (BEHIND_MS / 1000) * this.hz;
    const speed = Math.min(HURRY, Math.max(0.5, behind / BEHIND_MS));
    this.tick = Math.min(newest.tick, this.tick + (spent / 1000) * this.hz * speed);
    return this.momentOf(this.tick);
  }

  private momentOf(tick: number): Moment {
    while (this.frames.length > 2 && (this.frames[1] as Frame).tick <= tick) this.frames.shift();
    const [from, next] = this.frames as [Frame, Frame | undefined];
    const to = next ?? from;
    const span = to.tick - from.tick;
    return { from, to, share: span > 0 ? Math.min(1, Math.max(0, (tick - from.tick) / span)) : 1 };
  }
}
