// A simulated network: a constant delay, some chunks much later, everything in order.

export type Delay = {
  ms: number;
  /** One of `every` chunks is late by `late` ms, and delays those after it. */
  every?: number;
  late?: number;
};

export class Line<T> {
  private readonly waiting: { at: number; what: T }[] = [];
  private count = 0;
  private last = 0;

  constructor(private readonly delay: Delay) {}

  send(what: T, at: number): void {
    const { ms, every = 0, late = 0 } = this.delay;
    const isLate = every > 0 && ++this.count % every === 0;
    this.last = Math.max(this.last, at + ms + (isLate ? late : 0));
    this.waiting.push({ at: this.last, what });
  }

  /** What has arrived by now. */
  receive(at: number): T[] {
    const count = this.waiting.findIndex((one) => one.at > at);
    return this.waiting.splice(0, count < 0 ? this.waiting.length : count).map((one) => one.what);
  }
}
