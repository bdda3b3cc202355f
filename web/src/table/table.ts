// The client's copy of one table: the last `state`, with every later message applied to it. Views, prompts
// and events are kept as received; nothing is derived from them here.
import { batch, signal, type Signal } from '@preact/signals';
import type {
  Chat,
  Clock,
  Info,
  Message,
  Prompt,
  Score,
  ServerMessage,
  Session,
  Turn,
  View,
} from '#made/proto';
import type { Connection, Done, Refusal, Request, Subscription } from '../wire/connection';
import { applyDifference, type Json } from '../wire/difference';
import type { Frame } from '../wire/frames';

/** The events of one entry, with a number that serves as a key in lists. */
export type Entry = { id: number; events: Message[] };
/** What one entry changed: its events, and the views before and after it. */
export type Change = Entry & { before: View | null; after: View; film: number | null };
/** Gets each change, and a call when the whole state was replaced. */
export type TableListener = { change(change: Change): void; reset(view: View | null, id: number): void };
/** A running session; in a replay it brings its recorded frames itself. */
export type Sim = Session & { follow?(onFrame: (frame: Frame) => void): () => void };

const LOG_MAX = 2000;

export class Table implements Subscription {
  readonly info: Signal<Info | null> = signal(null);
  readonly view: Signal<View | null> = signal(null);
  readonly turn: Signal<Turn | null> = signal(null);
  readonly prompt: Signal<Prompt | null> = signal(null);
  readonly clock: Signal<Clock | null> = signal(null);
  readonly score: Signal<Score | null> = signal(null);
  readonly presets: Signal<string[] | null> = signal(null);
  readonly hold = signal(false);
  readonly seat: Signal<number | null> = signal(null);
  readonly chat: Signal<Chat[]> = signal([]);
  readonly log: Signal<Entry[]> = signal([]);
  readonly sim: Signal<Sim | null> = signal(null);
  readonly handRefused: Signal<Message | null> = signal(null);
  readonly refusal: Signal<Refusal | null> = signal(null);

  private stream: string | null = null;
  private s = 0;
  private entries = 0;
  /** The last entry that came with a `state`; it and older ones happened before this page was watching. */
  history = 0;
  private readonly listeners = new Set<TableListener>();

  constructor(
    private readonly connection: Pick<Connection, 'watch' | 'unwatch' | 'rewatch'>,
    readonly table: string,
    readonly code: string | null,
    private readonly as: 'watcher' | null = null,
  ) {
    connection.watch(this);
  }

  /** Registers a listener; returns its removal. */
  follow(listener: TableListener): () => void {
    this.listeners.add(listener);
    listener.reset(this.view.value, this.entries);
    return () => this.listeners.delete(listener);
  }

  leave(): void {
    this.connection.unwatch(this);
  }

  watch(): Request {
    return {
      t: 'watch',
      table: this.table,
      ...(this.code ? { code: this.code } : {}),
      ...(this.as ? { as: this.as } : {}),
      ...(this.stream ? { stream: this.stream, s: this.s } : {}),
    };
  }

  watched(_done: Done): void {
    this.refusal.value = null;
  }

  refused(refusal: Refusal): void {
    if (refusal.code !== 'stopping') this.refusal.value = refusal;
  }

  take(message: ServerMessage): void {
    if (message.t === 'hand') {
      this.handRefused.value = { key: message.key, args: message.args };
      return;
    }
    if (!('s' in message)) return;
    if (message.t !== 'state') {
      if (message.s <= this.s) return;
      if (message.s !== this.s + 1) {
        this.connection.rewatch(this);
        return;
      }
    }
    this.s = message.s;
    batch(() => this.apply(message));
  }

  private apply(message: Extract<ServerMessage, { s: number }>): void {
    switch (message.t) {
      case 'state':
        this.begin(message);
        return;
      case 'step':
        this.step(message);
        return;
      case 'info':
        this.info.value = applyDifference(this.info.value as Json, message.d as Json) as unknown as Info;
        return;
      case 'chat':
        this.chat.value = [...this.chat.value, message].slice(-200);
        return;
      case 'sim':
        this.sim.value = message;
        this.handRefused.value = null;
        return;
    }
  }

  private begin(state: Extract<ServerMessage, { t: 'state' }>): void {
    this.stream = state.stream;
    this.info.value = state.info;
    this.view.value = state.view;
    this.turn.value = state.turn;
    this.prompt.value = state.prompt;
    this.clock.value = state.clock;
    this.score.value = state.score;
    this.presets.value = state.presets;
    this.hold.value = state.hold;
    this.seat.value = state.seat;
    this.chat.value = state.chat;
    this.sim.value = state.sim;
    this.log.value = state.recent.map((events) => ({ id: ++this.entries, events }));
    this.history = this.entries;
    for (const listener of this.listeners) listener.reset(state.view, this.entries);
  }

  private step(step: Extract<ServerMessage, { t: 'step' }>): void {
    const before = this.view.value;
    if (step.d !== undefined)
      this.view.value = applyDifference(this.view.value as Json, step.d as Json) as unknown as View;
    if (step.turn !== undefined) this.turn.value = step.turn;
    if (step.prompt !== undefined) this.prompt.value = step.prompt;
    if (step.clock !== undefined) this.clock.value = step.clock;
    if (step.score !== undefined) this.score.value = step.score;
    if (step.sim !== undefined && this.sim.value?.sim === step.sim) this.sim.value = null;
    const entry = { id: ++this.entries, events: step.events };
    if (step.events.length) this.log.value = [...this.log.value, entry].slice(-LOG_MAX);
    const after = this.view.value;
    if (after)
      for (const listener of this.listeners)
        listener.change({ ...entry, before, after, film: step.film ?? null });
  }
}
