// Decides when a sample is sent and for which tick: the newest frame's tick plus the time since its arrival.
// Samples are never ahead of the server, and their ticks increase.

const PERIOD = 1000 / 30;
/** Milliseconds: timers may fire early. */
const EARLY = 2;

export class SampleClock {
  private frame: { tick: number; at: number } | null = null;
  private due = 0;
  private last = -1;

  constructor(private readonly hz: number) {}

  see(tick: number, at: number): void {
    this.frame = { tick, at };
  }

  isDue(at: number): boolean {
    return this.frame !== null && at >= this.due - EARLY;
  }

  /** The tick of a sample that is sent now. */
  next(at: number): number {
    const { tick, at: came } = this.frame ?? { tick: 0, at };
    this.due = at - this.due < PERIOD ? this.due + PERIOD : at + PERIOD;
    this.last = Math.max(this.last + 1, tick + Math.floor((Math.max(0, at - came) * this.hz) / 1000));
    return this.last;
  }
}
