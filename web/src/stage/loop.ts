// Draws frames while something moves, and none at rest: who changes the picture wakes the loop, and it
// stops by itself after the first frame in which nothing moves any more.
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

/** Moves everything to a time; true while something moves. */
export type Moves = (now: number) => boolean;

export class Loop {
  /** How many frames were drawn, for tests and the bench. */
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
    // At 30 frames a second every other call of the screen is left out.
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
