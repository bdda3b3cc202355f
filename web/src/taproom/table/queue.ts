// The animation queue. Each step of the table is animated in order, then its view is shown and its log
// lines appear. Speech (src/table/speech.ts) does not wait for animations, and prompts never pass through
// this queue.
import { signal, type Signal } from '@preact/signals';
import type { Message, View } from '#made/proto';
import type { Scheduler } from '../../wire/connection';

/** The kinds of animation. Each has a maximum duration. */
export type MotionKind = 'gesture' | 'throw' | 'bill' | 'fall' | 'drink' | 'camera';
const LONGEST: Record<MotionKind, number> = {
  gesture: 400,
  throw: 8000,
  bill: 3500,
  fall: 4000,
  drink: 900,
  camera: 600,
};
/** With reduced motion every animation is a short fade. */
const FADE = 120;
/** Steps that have waited longer than this are not animated any more. */
const OLD = 4000;

/** One animation: `name` and `data` say what to draw while it runs; `shows` is the view afterwards. */
export type Motion = { name: string; kind: MotionKind; ms: number; data?: unknown; shows?: View };

/** One step of the table. */
export type Step = { id: number; events: Message[]; before: View | null; after: View; film: number | null };

export type Settings = { reduced(): boolean; hidden(): boolean };

type QueuedStep = { step: Step; motions: Motion[]; since: number };

export class StageQueue {
  /** The view that is drawn now; it lags behind the newest one while animations run. */
  readonly shown: Signal<View | null> = signal(null);
  /** The animation that runs now. */
  readonly motion: Signal<Motion | null> = signal(null);
  /** The number of the last step that has been shown; log lines of later steps are hidden. */
  readonly landed = signal(0);
  private readonly waiting: QueuedStep[] = [];
  private truth: View | null = null;
  private current: { waiting: QueuedStep; index: number; cancel: () => void } | null = null;

  constructor(
    private readonly plan: (step: Step) => Motion[],
    private readonly settings: Settings,
    private readonly scheduler: Scheduler,
  ) {}

  /** Drops the queue and shows this view. */
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
    this.waiting.push({ step, motions, since: this.scheduler.now() });
    if (!this.current) this.next();
  }

  /** Ends all animations and shows the newest view. */
  skip(): void {
    if (!this.current && !this.waiting.length) return;
    this.stop();
    const last = this.waiting.at(-1)?.step.id ?? this.landed.value;
    this.waiting.length = 0;
    this.shown.value = this.truth;
    this.landed.value = Math.max(this.landed.value, last);
  }

  /** Ends the current animation early, for example because its film has ended. */
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
      const isOld = this.scheduler.now() - waiting.since > OLD;
      if (!isOld && !this.settings.hidden() && waiting.motions.length) {
        this.run(waiting, 0);
        return;
      }
      this.shown.value = waiting.step.after;
      this.landed.value = waiting.step.id;
    }
  }

  private run(waiting: QueuedStep, index: number): void {
    const motion = waiting.motions[index] as Motion;
    const longest = this.settings.reduced() ? FADE : LONGEST[motion.kind];
    this.motion.value = motion;
    this.current = {
      waiting,
      index,
      cancel: this.scheduler.after(Math.min(motion.ms, longest), () => this.land(waiting, index)),
    };
  }

  private land(waiting: QueuedStep, index: number): void {
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
