// Adaptive quality. It goes down one step when frames are late for a while, and never up again until a
// reload, so that the picture does not flicker between two looks. `?quality=n` fixes a step.

export type Quality = { shadow: number; ink: boolean; ratio: number; hz: number };

/** From the lowest quality (0) to the best. */
export const STEPS: readonly Quality[] = [
  { shadow: 0, ink: false, ratio: 0.5, hz: 30 },
  { shadow: 0, ink: false, ratio: 1, hz: 60 },
  { shadow: 0, ink: false, ratio: 2, hz: 60 },
  { shadow: 0, ink: true, ratio: 2, hz: 60 },
  { shadow: 1024, ink: true, ratio: 2, hz: 60 },
  { shadow: 2048, ink: true, ratio: 2, hz: 60 },
];

const BEST = STEPS.length - 1;
const LATE_MS = 24;
const PATIENCE = 30;

export class QualityControl {
  step: number;
  private late = 0;
  private readonly isPinned: boolean;

  /** Begins with the best step, or the fixed one. */
  constructor(pinned?: number) {
    this.isPinned = pinned !== undefined;
    this.step = Math.min(BEST, Math.max(0, Math.floor(pinned ?? BEST)));
  }

  get now(): Quality {
    return STEPS[this.step] as Quality;
  }

  /** Takes the time between two frames; returns true if the step went down. */
  took(ms: number): boolean {
    this.late = ms > LATE_MS ? this.late + 1 : 0;
    if (this.isPinned || this.step === 0 || this.late < PATIENCE) return false;
    this.step--;
    this.late = 0;
    return true;
  }
}

const ofPage = new QualityControl();

/** The shared control of the page, so that a stage that is created again keeps the step; or a fixed one. */
export const qualityOf = (pinned?: number): QualityControl =>
  pinned === undefined ? ofPage : new QualityControl(pinned);

/** Parses `?quality=n` of a URL. */
export function pinnedQuality(search: string): number | undefined {
  const given = new URLSearchParams(search).get('quality');
  return given !== null && /^\d$/.test(given) ? Number(given) : undefined;
}
