// What a screen reader hears: each line of the log once and in order, bursts as one message, at least 600 ms
// apart; a question to this seat at once, in a region of its own. Lines that still wait when a question comes
// go before it in the same message: they happened before it, and nothing can postpone them any longer.
import { signal } from '@preact/signals';
import type { Message } from '#made/proto';
import type { Table } from './table';
import type { Clockwork } from '../wire/connection';

export const PAUSE = 600;

export class Speech {
  /** The polite region: the log. */
  readonly lines = signal('');
  /** The assertive one: a question, what fits, the time. */
  readonly question = signal('');
  private readonly waiting: string[] = [];
  private last = -Infinity;
  private cancel: (() => void) | null = null;

  constructor(private readonly clockwork: Clockwork) {}

  say(line: string): void {
    if (!line) return;
    this.waiting.push(line);
    this.plan();
  }

  /** A question comes at once; the same words again get a zero-width character, so that the region changes. */
  ask(text: string): void {
    const whole = [...this.waiting.splice(0), text].join(' ');
    this.question.value = whole === this.question.value ? `${whole}\u200b` : whole;
    this.last = this.clockwork.now();
    this.cancel?.();
    this.cancel = null;
  }

  /** Nothing is asked any more. */
  hush(): void {
    this.question.value = '';
  }

  /** The reader has left the table. */
  stop(): void {
    this.cancel?.();
    this.cancel = null;
    this.waiting.length = 0;
  }

  private plan(): void {
    if (this.cancel) return;
    const wait = Math.max(0, this.last + PAUSE - this.clockwork.now());
    this.cancel = this.clockwork.after(wait, () => this.flush());
  }

  private flush(): void {
    this.cancel = null;
    const text = this.waiting.splice(0).join(' ');
    this.lines.value = text === this.lines.value ? `${text}\u200b` : text;
    this.last = this.clockwork.now();
  }
}

type Words = (events: Message[]) => string;

/** Speaks the log of a table from what came after its state on, also what came before anybody listened. */
export function narrate(table: Table, speech: Speech, words: Words): () => void {
  for (const entry of table.log.peek()) if (entry.id > table.history) speech.say(words(entry.events));
  return table.follow({
    change: (change) => {
      if (change.events.length) speech.say(words(change.events));
    },
    anew: () => {},
  });
}
