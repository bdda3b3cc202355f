// The render loop. It draws only while something moves: a change of the scene wakes the loop, and it stops
// after the first frame in which nothing moves any more.
import type { QualityControl } from './quality';

export type Clock = {
  now(): number;
  request(call: (time: number) => void): number;
  cancel(id: number): void;
};

export const browserClock: Clock = {
  now: () => performance.now(),
  request: (call) => requestAnimationFrame(call),
  cancel: (id) => cancelAnimationFrame(id),
};

/** Updates the scene to a time; returns true while something moves. */
export type Moves = (now: number) => boolean;

export class Loop {
  /** The number of frames drawn, for tests and benchmarks. */
  drawn = 0;
  private request: number | null = null;
  private last: number | null = null;

  constructor(
    private readonly clock: Clock,
    private readonly quality: QualityControl,
    private readonly moves: Moves,
    private readonly draw: () => void,
    private readonly onStep: () => void,
    private readonly onRest: () => void,
  ) {}

  get isRunning(): boolean {
    return this.request !== null;
  }

  wake(): void {
    if (this.request === null) this.request = this.clock.request((time) => this.frame(time));
  }

  stop(): void {
    if (this.request !== null) this.clock.cancel(this.request);
    this.request = this.last = null;
  }

  private frame(time: number): void {
    const since = this.last === null ? null : Math.max(0, time - this.last);
    // At 30 frames per second every other callback is skipped.
    if (since !== null && since < 1000 / this.quality.now.hz - 8) {
      this.request = this.clock.request((next) => this.frame(next));
      return;
    }
    this.last = time;
    this.request = null;
    const goesOn = this.moves(Math.max(time, this.clock.now()));
    if (since !== null && this.quality.took(since)) this.onStep();
    this.draw();
    this.drawn++;
    if (goesOn) this.wake();
    if (this.request !== null) return;
    this.last = null;
    this.onRest();
  }
}
