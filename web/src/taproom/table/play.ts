// The state of one match on the drawn page: the queue of animations, speech, the selection, and sent actions.
// It uses no DOM, and timers are injected for tests.
import { effect, signal, type Signal } from '@preact/signals';
import type { Message, Prompt } from '#made/proto';
import { goesOn, isLit, toggle, wholeAction, wordsOf, type Chosen } from '../../prompt/choosing';
import type { Speech } from '../../table/speech';
import type { Table } from '../../table/table';
import { Refusal, type Scheduler, type Done, type Request } from '../../wire/connection';
import type { Screen } from '../games/screen';
import { StageQueue, type Settings } from './queue';

export type Wire = { request(request: Request): Promise<Done> };
/** Texts that need the page's components: a question, a refusal, a dropped selection. */
export type PlayTexts = { question(play: Play): string; refusal(error: unknown): string; dropped(): string };

export class Play {
  readonly queue: StageQueue;
  readonly chosen: Signal<Chosen[]> = signal([]);
  readonly isBusy = signal(false);
  /** Why the last answer was refused, or that the selection was dropped; shown in the ribbon. */
  readonly notice: Signal<{ text: string; isRefusal: boolean } | null> = signal(null);
  /** The player has asked for time: the server does not answer for this seat. */
  readonly isHeld = signal(false);
  private readonly tells = signal(new Map<string, Message[]>());
  private readonly asked = new Set<string>();
  private ask = 0;
  private sent = 0;
  private readonly ends: (() => void)[] = [];

  constructor(
    readonly table: Table,
    private readonly wire: Wire,
    private readonly texts: PlayTexts,
    screen: Screen,
    settings: Settings,
    scheduler: Scheduler,
    /** It outlives the match, because its last lines are announced while the end is shown. */
    readonly speech: Speech,
  ) {
    this.queue = new StageQueue((step) => screen.motions?.(step) ?? [], settings, scheduler);
    this.ends.push(
      table.follow({
        change: (change) => this.queue.take(change),
        reset: (view, id) => this.queue.reset(view, id),
      }),
      effect(() => this.prompted(table.prompt.value)),
    );
  }

  dispose(): void {
    for (const end of this.ends) end();
  }

  get prompt(): Prompt | null {
    return this.table.prompt.value;
  }

  get words(): string[] {
    return wordsOf(this.chosen.value);
  }

  get action(): string | null {
    const prompt = this.prompt;
    return prompt && this.chosen.value.length ? wholeAction(prompt, this.words) : null;
  }

  lit(verb: string, word: string): boolean {
    return Boolean(this.prompt && !this.isBusy.value && isLit(this.prompt, this.chosen.value, verb, word));
  }

  choose(verb: string, word: string, thing = word): void {
    if (!this.prompt || this.isBusy.value) return;
    this.notice.value = null;
    this.chosen.value = toggle(this.prompt, this.chosen.value, verb, { word, thing });
  }

  begin(verb: string): void {
    if (this.prompt && !this.isBusy.value && goesOn(this.prompt, [verb]))
      this.chosen.value = [{ word: verb, thing: verb }];
  }

  /** Selects a whole action, or clears it if it is selected already. */
  take(action: string): void {
    if (!this.prompt || this.isBusy.value || !wholeAction(this.prompt, action.split(' '))) return;
    this.notice.value = null;
    this.chosen.value =
      this.action === action ? [] : action.split(' ').map((word, i) => ({ word, thing: `${i} ${word}` }));
  }

  clear(): void {
    this.chosen.value = [];
  }

  /** Sends an action as the answer to the current prompt. */
  send(action: string): void {
    const prompt = this.prompt;
    if (!prompt || this.isBusy.value) return;
    this.isBusy.value = true;
    this.notice.value = null;
    this.sent = prompt.ask;
    this.queue.skip();
    this.wire
      .request({ t: 'act', table: this.table.table, ask: prompt.ask, action })
      .catch((error: unknown) => {
        // The answer to a question that is over must not hide the next one.
        const isAsked = this.ask === prompt.ask;
        if (isAsked) this.isBusy.value = false;
        if (isAsked) this.sent = 0;
        this.refuse(error, isAsked);
      });
  }

  /** Shows and says why the server refused; `isRefusal`: in the place of the question. */
  private refuse(error: unknown, isRefusal: boolean): void {
    const text = this.texts.refusal(error);
    this.notice.value = { text, isRefusal };
    this.speech.ask(text);
  }

  /** Handles a new prompt or its end: drops the selection for the old one and tells the player. */
  private prompted(prompt: Prompt | null): void {
    const ask = prompt?.ask ?? 0;
    if (ask === this.ask) return;
    const wasOpen = this.chosen.peek().length > 0 && this.sent !== this.ask;
    // If no prompt came in between, the notice about the dropped selection stays with the next question.
    const notice = this.notice.peek();
    const stays = this.ask === 0 && notice && !notice.isRefusal ? notice : null;
    this.ask = ask;
    this.chosen.value = [];
    this.isBusy.value = false;
    this.isHeld.value = false;
    this.asked.clear();
    this.tells.value = new Map();
    this.notice.value = wasOpen ? { text: this.texts.dropped(), isRefusal: false } : stays;
    const said = [wasOpen ? this.texts.dropped() : '', prompt?.forms.length ? this.texts.question(this) : ''];
    if (said.some(Boolean)) this.speech.ask(said.filter(Boolean).join(' '));
    else this.speech.hush();
  }

  hold(): void {
    const ask = this.ask;
    this.wire.request({ t: 'hold', table: this.table.table, ask }).then(
      () => void (this.isHeld.value = this.ask === ask),
      (error: unknown) => this.refuse(error, true),
    );
  }

  tell(action: string): Message[] {
    return this.help(action, { t: 'tell', table: this.table.table, action });
  }

  odds(): Message[] {
    return this.help('', { t: 'odds', table: this.table.table });
  }

  private help(key: string, request: Request): Message[] {
    const known = this.tells.value.get(key);
    if (known || this.asked.has(key) || !this.prompt) return known ?? [];
    const ask = this.ask;
    this.asked.add(key);
    this.wire.request(request).then(
      (done) => {
        if (ask === this.ask) this.tells.value = new Map(this.tells.value).set(key, done.says ?? []);
      },
      (refusal: unknown) => {
        // The connection was lost: ask again; the request is sent when it is back.
        if (ask !== this.ask || !(refusal instanceof Refusal) || refusal.code !== 'stopping') return;
        this.asked.delete(key);
        this.tells.value = new Map(this.tells.value);
      },
    );
    return [];
  }
}
