// Key repeat for held keys: one step at once, then after a pause a movement that accelerates.

/** Milliseconds until a held key starts to repeat, and from then until its full speed. */
const PAUSE = 300;
const RAMP = 600;

export type Rate = {
  /** The distance of the step when the key goes down. */
  step: number;
  /** The speeds per second at the start of the repeat and at its end. */
  slow: number;
  fast: number;
};

export class Keys {
  private readonly since = new Map<string, number>();
  private now = 0;
  isShift = false;

  /** Returns false if the key was down already: systems repeat keys by themselves. */
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

  /** Sets the time up to which `way` has been applied. */
  advance(at: number): void {
    this.now = Math.max(this.now, at);
  }

  /** The distance for a held key between the last `advance` and `at`. */
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
