// Keys that are held: a first step at once, and after a while they go on, faster and faster.

/** Milliseconds until a held key goes on, and from then until it is at its fastest. */
const PAUSE = 300;
const RAMP = 600;

export type Rate = {
  /** At once, when the key goes down. */
  step: number;
  /** A second, when it goes on, and at its fastest. */
  slow: number;
  fast: number;
};

export class Keys {
  private readonly since = new Map<string, number>();
  private now = 0;
  isShift = false;

  /** True if it was not down before: systems repeat keys by themselves. */
  press(key: string, at: number): boolean {
    if (this.since.has(key)) return false;
    this.since.set(key, at);
    return true;
  }

  release(key: string): void {
    this.since.delete(key);
  }

  releaseAll(): void {
    this.since.clear();
    this.isShift = false;
  }

  isDown(key: string): boolean {
    return this.since.has(key);
  }

  /** Until when `ways` have been told of. */
  advance(at: number): void {
    this.now = Math.max(this.now, at);
  }

  /** How far a held key goes between the last `advance` and this moment. */
  way(key: string, at: number, rate: Rate): number {
    const since = this.since.get(key);
    if (since === undefined) return 0;
    const begin = since + PAUSE;
    const from = Math.max(this.now, begin);
    if (at <= from) return 0;
    const share = Math.min(1, ((from + at) / 2 - begin) / RAMP);
    return ((rate.slow + share * (rate.fast - rate.slow)) * (at - from)) / 1000;
  }
}
