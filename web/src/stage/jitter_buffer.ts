// A jitter buffer: frames of a session arrive irregularly and are played back evenly, slightly behind the
// newest.
import type { Frame } from '../wire/frames';

/** The delay behind the newest frame, and the delay from which frames are skipped. */
const BEHIND_MS = 45;
const JUMP_MS = 700;
/** The highest playback speed, relative to the session's. */
const HURRY = 3;

export type Moment = { from: Frame; to: Frame; share: number };

export class JitterBuffer {
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

  /** Whether frames are still to be played back. */
  get isBehind(): boolean {
    return this.newest !== null && this.tick < this.newest.tick;
  }

  /** Advances playback to a time; returns the two frames to interpolate between. */
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
