// Plays back a finished match: it feeds a Table with entries of the cache instead of the server's messages.
// Going forward one entry is animated as in the match; any other move jumps. It uses no DOM, and timers are
// injected for tests.
import { signal, type Signal } from '@preact/signals';
import type { Info, Message, ServerMessage, View } from '#made/proto';
import { Table } from '../../table/table';
import type { Scheduler } from '../../wire/connection';
import { Recording } from '../../wire/recording';
import type { Frame } from '../../wire/frames';
import { seenEvents, type EntryCache } from './entry_cache';

/** Milliseconds that an entry is shown: a base, more for each letter of its text, and a maximum. */
const STAY = 500;
const LETTER = 22;
const LONGEST = 4000;
/** Milliseconds between checks whether the animation has ended. */
const POLL_MS = 60;
const LOG_MOST = 400;

export const SPEEDS = [1, 2, 4] as const;

export type FilmLoader = { load(number: number): Promise<Uint8Array | null> };
/** Callbacks to the page: whether no animation runs, to end animations, the length of the text of events, and
 * whether films are shown. */
export type ReplayHost = {
  isStill(): boolean;
  land(): void;
  letters(events: Message[]): number;
  showsFilms(): boolean;
};

export class ReplayPlayer {
  readonly table: Table;
  /** The number of entries shown. */
  readonly position = signal(0);
  readonly isPlaying = signal(false);
  readonly speed: Signal<(typeof SPEEDS)[number]> = signal(SPEEDS[0]);
  /** True while entries are being fetched. */
  readonly isWaiting = signal(false);
  private s = 0;
  private cancel: (() => void) | null = null;
  private endFilm: (() => void) | null = null;
  /** Incremented by each command; asynchronous work of an older command is abandoned. */
  private command = 0;

  constructor(
    readonly cache: EntryCache,
    readonly name: string,
    readonly reader: number,
    private readonly films: FilmLoader,
    private readonly host: ReplayHost,
    private readonly scheduler: Scheduler,
  ) {
    // The table has no connection.
    this.table = new Table({ watch: () => {}, unwatch: () => {}, rewatch: () => {} }, name, null);
  }

  /** The views of all seats at the current position. */
  get views(): View[] {
    return this.cache.views(this.position.value) ?? [];
  }

  /** The events of the last shown entry. */
  get events(): Message[] {
    const step = this.cache.step(this.position.value - 1);
    return step ? seenEvents(step, this.reader) : [];
  }

  /** Jumps to any entry. */
  async go(position: number): Promise<void> {
    const command = this.stop();
    await this.jump(position, command);
  }

  /** Shows the next entry with its animation; if one is still running, jumps to its end. */
  async forward(): Promise<void> {
    const isShown = this.endFilm !== null;
    const command = this.stop();
    if (isShown) await this.jump(this.position.value + 1, command);
    else await this.advance(command);
  }

  async back(): Promise<void> {
    await this.go(this.position.value - 1);
  }

  async play(): Promise<void> {
    const command = this.stop();
    if (this.position.value >= this.cache.entries) await this.jump(0, command);
    if (command !== this.command) return;
    this.isPlaying.value = true;
    await this.run(command);
  }

  pause(): void {
    this.stop();
  }

  dispose(): void {
    this.stop();
  }

  /** Stops playback; returns the number of the command that begins now. */
  private stop(): number {
    this.isPlaying.value = false;
    this.cancel?.();
    this.cancel = null;
    this.endFilm?.();
    this.host.land();
    return ++this.command;
  }

  private async ready(position: number, command: number): Promise<boolean> {
    if (!this.cache.views(position)) {
      this.isWaiting.value = true;
      try {
        await this.cache.ready(position);
      } finally {
        this.isWaiting.value = false;
      }
    }
    return command === this.command;
  }

  private async jump(position: number, command: number): Promise<void> {
    if (!this.cache.info) await this.cache.ready(position);
    const there = Math.min(Math.max(0, position), this.cache.entries);
    if (!(await this.ready(there, command))) return;
    const view = this.cache.views(there)?.[Math.max(0, this.reader)] ?? null;
    this.position.value = there;
    this.table.take({
      t: 'state',
      table: this.name,
      stream: 'tape',
      s: ++this.s,
      as: 'watcher',
      seat: this.reader < 0 ? null : this.reader,
      info: this.cache.info as Info,
      view,
      turn: this.cache.turn(there),
      prompt: null,
      clock: null,
      score: null,
      presets: null,
      hold: false,
      recent: this.cache.events(there, this.reader, LOG_MOST),
      chat: [],
      sim: null,
    } as ServerMessage);
  }

  private async advance(command: number): Promise<void> {
    const entry = this.position.value;
    if (entry >= this.cache.entries || !(await this.ready(entry + 1, command))) return;
    const step = this.cache.step(entry);
    const view = this.cache.views(entry + 1)?.[Math.max(0, this.reader)];
    if (!step || !view) return;
    const film = step.film !== undefined && this.host.showsFilms() ? await this.films.load(step.film) : null;
    if (command !== this.command) return;
    if (film && step.who === 'sim') await this.show(film, step.film ?? 0, entry);
    if (command !== this.command) return;
    this.position.value = entry + 1;
    this.table.take({
      t: 'step',
      table: this.name,
      s: ++this.s,
      events: seenEvents(step, this.reader),
      d: [view],
      turn: this.cache.turn(entry + 1) ?? { kind: 'over' },
      ...(film && step.who !== 'sim' ? { film: step.film } : {}),
    } as ServerMessage);
  }

  /** Plays a recorded session: the table gets a running session whose frames come from the film. */
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
        cancel = this.scheduler.after(
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
        seat: this.cache.turn(entry)?.seat ?? 0,
        hz: recording.hz * recording.every,
        bodies: [],
        until: null,
        follow,
      };
      roll(0);
    });
  }

  private async run(command: number): Promise<void> {
    await this.advance(command);
    if (command !== this.command) return;
    if (this.position.value >= this.cache.entries) {
      this.isPlaying.value = false;
      return;
    }
    const letters = this.host.letters(this.events);
    const stay = letters ? Math.min(LONGEST, STAY + LETTER * letters) / this.speed.value : 0;
    this.wait(stay, command);
  }

  /** Continues after `ms`, once all animations have ended. */
  private wait(ms: number, command: number): void {
    this.cancel = this.scheduler.after(ms, () => {
      if (command !== this.command) return;
      if (this.host.isStill()) void this.run(command);
      else this.wait(POLL_MS, command);
    });
  }
}
