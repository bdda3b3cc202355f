// A fake scheduler: time passes only when a test advances it.
import type { Scheduler } from '../../src/wire/connection';

export class FakeClock implements Scheduler {
  time = 0;
  private timers: { at: number; call: () => void }[] = [];

  now(): number {
    return this.time;
  }

  after(ms: number, call: () => void): () => void {
    const timer = { at: this.time + ms, call };
    this.timers.push(timer);
    return () => (this.timers = this.timers.filter((one) => one !== timer));
  }

  random(): number {
    return 0.5;
  }

  pass(ms: number): void {
    const end = this.time + ms;
    for (;;) {
      const due = this.timers.filter((one) => one.at <= end).sort((a, b) => a.at - b.at)[0];
      if (!due) break;
      this.timers = this.timers.filter((one) => one !== due);
      this.time = due.at;
      due.call();
    }
    this.time = end;
  }
}
