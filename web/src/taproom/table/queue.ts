// What happens at a table is one queue of steps with three readers: the stage, which shows motions and
// then the view; the log, which gets the words of a step when it has landed; and speech (src/table/speech.ts),
// which does not wait for motion. Nothing else waits either: prompts never pass through here.
import { signal, type Signal } from '@preact/signals';
import type { Message, View } from '#made/proto';
import type { Clockwork } from '../../wire/connection';

/** Why something moves. A kind has its longest time; the show of a game may take longer than a gesture. */
export type MotionKind = 'gesture' | 'throw' | 'bill' | 'fall' | 'drink' | 'camera';
const LONGEST: Record<MotionKind, number> = {
  gesture: 400,
  throw: 8000,
  bill: 3500,
  fall: 4000,
  drink: 900,
  camera: 600,
};
/** With reduced motion everything is a short fade. */
const FADE = 120;
/** What has waited this long is not worth showing any more. */
const OLD = 4000;

/** One motion: while it runs, `name` and `data` say what to draw; when it lands, `shows` is the view. */
export type Motion = { name: string; kind: MotionKind; ms: number; data?: unknown; shows?: View };

/** One step of the table as the stage sees it. */
export type Step = { id: number; events: Message[]; before: View | null; after: View; film: number | null };

export type Settings = { reduced(): boolean; hidden(): boolean };

type Waiting = { step: Step; motions: Motion[]; since: number };

export class StageQueue {
  /** The view as it is drawn now; the truth as soon as nothing moves. */
  readonly shown: Signal<View | null> = signal(null);
  /** What moves now. */
  readonly motion: Signal<Motion | null> = signal(null);
  /** The number of the last step whose words may be read. */
  readonly landed = signal(0);
  private readonly waiting: Waiting[] = [];
  private truth: View | null = null;
  private current: { waiting: Waiting; index: number; cancel: () => void } | null = null;

  constructor(
    private readonly plan: (step: Step) => Motion[],
    private readonly settings: Settings,
    private readonly clockwork: Clockwork,
  ) {}

  /** All anew: the view as it is, nothing in motion. */
  reset(view: View | null, id: number): void {
    this.stop();
    this.waiting.length = 0;
    this.truth = view;
    this.shown.value = view;
    this.landed.value = id;
  }

  take(step: Step): void {
    this.truth = step.after;
    const motions =
      step.before && !this.settings.hidden() ? this.plan(step).filter((motion) => motion.ms > 0) : [];
    this.waiting.push({ step, motions, since: this.clockwork.now() });
    if (!this.current) this.next();
  }

  /** A tap or a key: everything is where it will be. */
  skip(): void {
    if (!this.current && !this.waiting.length) return;
    this.stop();
    const last = this.waiting.at(-1)?.step.id ?? this.landed.value;
    this.waiting.length = 0;
    this.shown.value = this.truth;
    this.landed.value = Math.max(this.landed.value, last);
  }

  /** The motion that runs is over before its time, as a film that ended. */
  finish(): void {
    const current = this.current;
    if (!current) return;
    current.cancel();
    this.land(current.waiting, current.index);
  }

  get isEmpty(): boolean {
    return !this.current && !this.waiting.length;
  }

  private stop(): void {
    if (this.current) {
      this.current.cancel();
      this.landed.value = Math.max(this.landed.value, this.current.waiting.step.id);
    }
    this.current = null;
    this.motion.value = null;
  }

  private next(): void {
    for (;;) {
      const waiting = this.waiting.shift();
      if (!waiting) return;
      const isOld = this.clockwork.now() - waiting.since > OLD;
      if (!isOld && !this.settings.hidden() && waiting.motions.length) {
        this.run(waiting, 0);
        return;
      }
      this.shown.value = waiting.step.after;
      this.landed.value = waiting.step.id;
    }
  }

  private run(waiting: Waiting, index: number): void {
    const motion = waiting.motions[index] as Motion;
    const longest = this.settings.reduced() ? FADE : LONGEST[motion.kind];
    this.motion.value = motion;
    this.current = {
      waiting,
      index,
      cancel: this.clockwork.after(Math.min(motion.ms, longest), () => this.land(waiting, index)),
    };
  }

  private land(waiting: Waiting, index: number): void {
    const motion = waiting.motions[index];
    if (motion?.shows) this.shown.value = motion.shows;
    if (index + 1 < waiting.motions.length) {
      this.run(waiting, index + 1);
      return;
    }
    this.current = null;
    this.motion.value = null;
    this.shown.value = waiting.step.after;
    this.landed.value = waiting.step.id;
    this.next();
  }
}
