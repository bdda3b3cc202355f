// Shows a tape: the same table as in a live match, fed with entries of the tape instead of messages of the
// server. Forwards an entry moves as it did; backwards and to any other place the table jumps. No element is
// touched here, and time comes from outside, so that tests can hold it.
import { signal, type Signal } from '@preact/signals';
import type { Info, Message, ServerMessage, View } from '#made/proto';
import { Table } from '../../table/table';
import type { Clockwork } from '../../wire/connection';
import { Recording } from '../../wire/recording';
import type { Frame } from '../../wire/frames';
import { seenEvents, type Tape } from './tape';

/** Milliseconds that an entry stays, and for each letter of what is said about it. */
const STAY = 500;
const LETTER = 22;
const LONGEST = 4000;
/** How often it is looked whether what moves has landed. */
const GLANCE = 60;
const LOG_MOST = 400;

export const SPEEDS = [1, 2, 4] as const;

export type Reel = { load(number: number): Promise<Uint8Array | null> };
/** What the projector asks of the page: is nothing in motion, end what is, how long is what was said, do films move. */
export type House = {
  isStill(): boolean;
  land(): void;
  letters(events: Message[]): number;
  showsFilms(): boolean;
};

export class Projector {
  readonly table: Table;
  /** How many entries have been shown. */
  readonly position = signal(0);
  readonly isPlaying = signal(false);
  readonly speed: Signal<(typeof SPEEDS)[number]> = signal(SPEEDS[0]);
  /** True while something is fetched. */
  readonly isWaiting = signal(false);
  private s = 0;
  private cancel: (() => void) | null = null;
  private endFilm: (() => void) | null = null;
  /** Rises with each wish: what was begun for an older one is left. */
  private wish = 0;

  constructor(
    readonly tape: Tape,
    readonly name: string,
    readonly reader: number,
    private readonly reel: Reel,
    private readonly house: House,
    private readonly clockwork: Clockwork,
  ) {
    // Nobody is asked and nothing is watched: a table of its own.
    this.table = new Table({ watch: () => {}, unwatch: () => {}, rewatch: () => {} }, name, null);
  }

  /** The views of all seats as they are shown. */
  get views(): View[] {
    return this.tape.views(this.position.value) ?? [];
  }

  /** What the last entry that was shown said. */
  get events(): Message[] {
    const step = this.tape.step(this.position.value - 1);
    return step ? seenEvents(step, this.reader) : [];
  }

  /** To any entry, at once. */
  async go(position: number): Promise<void> {
    const wish = this.stop();
    await this.jump(position, wish);
  }

  /** One entry on, as it happened; while it is still shown, to its end. */
  async forward(): Promise<void> {
    const isShown = this.endFilm !== null;
    const wish = this.stop();
    if (isShown) await this.jump(this.position.value + 1, wish);
    else await this.advance(wish);
  }

  async back(): Promise<void> {
    await this.go(this.position.value - 1);
  }

  async play(): Promise<void> {
    const wish = this.stop();
    if (this.position.value >= this.tape.entries) await this.jump(0, wish);
    if (wish !== this.wish) return;
    this.isPlaying.value = true;
    await this.run(wish);
  }

  pause(): void {
    this.stop();
  }

  dispose(): void {
    this.stop();
  }

  /** Ends what plays; the number of the wish that begins now. */
  private stop(): number {
    this.isPlaying.value = false;
    this.cancel?.();
    this.cancel = null;
    this.endFilm?.();
    this.house.land();
    return ++this.wish;
  }

  private async ready(position: number, wish: number): Promise<boolean> {
    if (!this.tape.views(position)) {
      this.isWaiting.value = true;
      try {
        await this.tape.ready(position);
      } finally {
        this.isWaiting.value = false;
      }
    }
    return wish === this.wish;
  }

  private async jump(position: number, wish: number): Promise<void> {
    if (!this.tape.info) await this.tape.ready(position);
    const there = Math.min(Math.max(0, position), this.tape.entries);
    if (!(await this.ready(there, wish))) return;
    const view = this.tape.views(there)?.[Math.max(0, this.reader)] ?? null;
    this.position.value = there;
    this.table.take({
      t: 'state',
      table: this.name,
      stream: 'tape',
      s: ++this.s,
      as: 'watcher',
      seat: this.reader < 0 ? null : this.reader,
      info: this.tape.info as Info,
      view,
      turn: this.tape.turn(there),
      prompt: null,
      clock: null,
      score: null,
      presets: null,
      hold: false,
      recent: this.tape.events(there, this.reader, LOG_MOST),
      chat: [],
      sim: null,
    } as ServerMessage);
  }

  private async advance(wish: number): Promise<void> {
    const entry = this.position.value;
    if (entry >= this.tape.entries || !(await this.ready(entry + 1, wish))) return;
    const step = this.tape.step(entry);
    const view = this.tape.views(entry + 1)?.[Math.max(0, this.reader)];
    if (!step || !view) return;
    const film = step.film !== undefined && this.house.showsFilms() ? await this.reel.load(step.film) : null;
    if (wish !== this.wish) return;
    if (film && step.who === 'sim') await this.show(film, step.film ?? 0, entry);
    if (wish !== this.wish) return;
    this.position.value = entry + 1;
    this.table.take({
      t: 'step',
      table: this.name,
      s: ++this.s,
      events: seenEvents(step, this.reader),
      d: [view],
      turn: this.tape.turn(entry + 1) ?? { kind: 'over' },
      ...(film && step.who !== 'sim' ? { film: step.film } : {}),
    } as ServerMessage);
  }

  /** A session, as it was recorded: the table has one that runs, whose frames come from the film. */
  private show(film: Uint8Array, number: number, entry: number): Promise<void> {
    const recording = Recording.of(film);
    const viewers = new Set<(frame: Frame) => void>();
    return new Promise((resolve) => {
      let cancel = (): void => {};
      const end = (): void => {
        cancel();
        this.endFilm = null;
        this.table.sim.value = null;
        resolve();
      };
      const roll = (next: number): void => {
        const frame = recording.frames[next];
        if (!frame || recording.problem) return end();
        for (const see of viewers) see(frame);
        cancel = this.clockwork.after(
          (1000 * Math.max(1, frame.slow)) / (recording.hz * this.speed.value),
          () => roll(next + 1),
        );
      };
      this.endFilm = end;
      const follow = (onFrame: (frame: Frame) => void): (() => void) => {
        viewers.add(onFrame);
        return () => viewers.delete(onFrame);
      };
      this.table.sim.value = {
        sim: number,
        seat: this.tape.turn(entry)?.seat ?? 0,
        hz: recording.hz * recording.every,
        bodies: [],
        until: null,
        follow,
      };
      roll(0);
    });
  }

  private async run(wish: number): Promise<void> {
    await this.advance(wish);
    if (wish !== this.wish) return;
    if (this.position.value >= this.tape.entries) {
      this.isPlaying.value = false;
      return;
    }
    const letters = this.house.letters(this.events);
    const stay = letters ? Math.min(LONGEST, STAY + LETTER * letters) / this.speed.value : 0;
    this.wait(stay, wish);
  }

  /** Until what moves has landed and what was said is read. */
  private wait(ms: number, wish: number): void {
    this.cancel = this.clockwork.after(ms, () => {
      if (wish !== this.wish) return;
      if (this.house.isStill()) void this.run(wish);
      else this.wait(GLANCE, wish);
    });
  }
}
