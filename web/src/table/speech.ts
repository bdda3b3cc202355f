// Text for screen readers. Log lines are announced once and in order, at least 600 ms apart; lines that
// arrive meanwhile are joined into one announcement. A question to this seat is announced at once, in a
// live region of its own. Lines still queued then are put before it, because they happened before it and
// must not be delayed further.
import { signal } from '@preact/signals';
import type { Message } from '#made/proto';
import type { Table } from './table';
import type { Scheduler } from '../wire/connection';

export const PAUSE = 600;

export class Speech {
  /** The polite live region: the log. */
  readonly lines = signal('');
  /** The assertive live region: a question, the possible answers, the time. */
  readonly question = signal('');
  private readonly waiting: string[] = [];
  private last = -Infinity;
  private cancel: (() => void) | null = null;

  constructor(private readonly scheduler: Scheduler) {}

  say(line: string): void {
    if (!line) return;
    this.waiting.push(line);
    this.plan();
  }

  /** Announces a question at once. A repeated text gets a zero-width character, so that the
   * region changes. */
  ask(text: string): void {
    const whole = [...this.waiting.splice(0), text].join(' ');
    this.question.value = whole === this.question.value ? `${whole}\u200b` : whole;
    this.last = this.scheduler.now();
    this.cancel?.();
    this.cancel = null;
  }

  /** Clears the question. */
  hush(): void {
    this.question.value = '';
  }

  /** Drops what is queued: the reader has left the table. */
  stop(): void {
    this.cancel?.();
    this.cancel = null;
    this.waiting.length = 0;
  }

  private plan(): void {
    if (this.cancel) return;
    const wait = Math.max(0, this.last + PAUSE - this.scheduler.now());
    this.cancel = this.scheduler.after(wait, () => this.flush());
  }

  private flush(): void {
    this.cancel = null;
    const text = this.waiting.splice(0).join(' ');
    this.lines.value = text === this.lines.value ? `${text}\u200b` : text;
    this.last = this.scheduler.now();
  }
}

type Words = (events: Message[]) => string;

/** Announces the log of a table: all entries after its `state`, including those before this call. */
export function narrate(table: Table, speech: Speech, words: Words): () => void {
  for (const entry of table.log.peek())
    if (entry.id > table.history) speech.say(words(entry.events));
  return table.follow({
    change: (change) => {
      if (change.events.length) speech.say(words(change.events));
    },
    reset: () => {},
  });
}
