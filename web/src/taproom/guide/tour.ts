// The state of a guided round: which step is shown now. It observes the table and does not affect the match.
import { computed, effect, signal, type ReadonlySignal } from '@preact/signals';
import type { Prompt, Turn } from '#made/proto';
import type { GuideStep, When } from './steps';

/** The part of a table that a tour observes. */
export type ObservedTable = {
  prompt: ReadonlySignal<Prompt | null>;
  turn: ReadonlySignal<Turn | null>;
  seat: ReadonlySignal<number | null>;
  sim: ReadonlySignal<{ seat: number } | null>;
  log: ReadonlySignal<{ events: { key: string }[] }[]>;
};
/** Storage for the steps that were read, which survives a reload. */
export type ReadSteps = { read(): string[]; write(names: string[]): void };

export class Tour {
  private readonly read = signal<string[]>([]);
  /** True once the tour was left or read to its end. */
  readonly isOver = signal(false);
  /** The step to show now, or null. */
  readonly step: ReadonlySignal<GuideStep | null>;
  private shown: { name: string; ask: number } | null = null;
  private readonly end: () => void;

  constructor(
    private readonly steps: readonly GuideStep[],
    private readonly table: ObservedTable,
    private readonly readSteps: ReadSteps,
  ) {
    this.read.value = readSteps.read();
    this.step = computed(() =>
      this.isOver.value
        ? null
        : (this.steps.find((one) => !this.read.value.includes(one.name) && this.holds(one.when)) ?? null),
    );
    this.end = effect(() => this.follow());
  }

  /** Marks the current step as read. */
  next(): void {
    const step = this.step.peek();
    if (!step) return;
    this.note(step.name);
    if (step.isLast) this.leave();
  }

  /** Ends the tour. */
  leave(): void {
    this.isOver.value = true;
  }

  dispose(): void {
    this.end();
  }

  private note(name: string): void {
    this.read.value = [...this.read.peek(), name];
    this.readSteps.write(this.read.peek());
  }

  /** Marks the shown step as read when its question was answered or its loading is over. */
  private follow(): void {
    const ask = this.table.prompt.value?.ask ?? 0;
    const step = this.step.value;
    const old = this.shown;
    this.shown = step ? { name: step.name, ask } : null;
    if (!old || old.name === step?.name || this.read.peek().includes(old.name)) return;
    const when = this.steps.find((one) => one.name === old.name)?.when;
    const isAnswered = old.ask !== ask && Boolean(when?.asked || when?.reaction);
    if (isAnswered || (when?.session && !this.isSteering)) this.note(old.name);
  }

  private get isSteering(): boolean {
    const { sim, seat } = this.table;
    return sim.value !== null && sim.value.seat === seat.value;
  }

  private holds(when: When): boolean {
    const { prompt, turn, log } = this.table;
    if (when.after?.some((name) => !this.read.value.includes(name))) return false;
    if (when.asked && !(prompt.value?.forms.length && when.asked.includes(prompt.value.task.key)))
      return false;
    if (when.reaction && !(prompt.value?.forms.length && turn.value?.reaction)) return false;
    if (when.idle && prompt.value?.forms.length) return false;
    if (when.session !== undefined && when.session !== this.isSteering) return false;
    return (
      !when.event || log.value.some((entry) => entry.events.some((event) => when.event?.includes(event.key)))
    );
  }
}
