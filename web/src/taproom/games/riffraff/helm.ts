// A session as this seat steers or watches it: frames go in, what the page shows comes out as signals, and the
// hand's samples go to the server. No DOM and no picture: what a pixel means, the picture says.
import { signal } from '@preact/signals';
import { Hand, isHandOpen, type Sample } from '../../../hand/hand';
import type { Input, Plane, Wish } from '../../../hand/input';
import { shapeOf } from '../../../plain/games/riffraff';
import { type Area, besideMiddle } from '../../../table/lower';
import type { Frame, Pose } from '../../../wire/frames';
import type { RiffKit } from './view';

export type Eye = { readonly plane: Plane; catchPoint(x: number, y: number): [number, number] };
/** In the hand; let go, and nobody knows yet; something slides or falls. */
export type Phase = 'hold' | 'settle' | 'catch';
/** Millimetres from the middle of the area, as `riffraff.figure_place` says them. */
export type Beside = { across: number; side: 'left' | 'right'; along: number; way: 'forward' | 'back' };

export class Helm {
  readonly phase = signal<Phase>('hold');
  /** The open hand goes where it is wanted, also before anything has fallen. */
  readonly isOpen = signal(false);
  readonly held = signal<string | null>(null);
  /** 0: the server would let it go; else the place of the reason in the kit's refusals, from 1. */
  readonly release = signal(0);
  /** The pieces that fall, the one that is first in the water first. */
  readonly falling = signal<string[]>([]);
  /** How much of the time until the water is left, from 1 to 0. */
  readonly left = signal(1);
  readonly slow = signal(1);
  /** Where the held piece is, for those who do not see it. */
  readonly beside = signal<Beside | null>(null);
  /** Somebody tried to let go and might not: why, as a key, and how often already. */
  readonly refused = signal<{ key: string; times: number } | null>(null);
  /** The hand has been steered: whoever did it knows how. */
  readonly hasMoved = signal(false);
  private readonly hand: Hand;
  private hasFallen = false;
  private longest = 0;
  private reached: string | null = null;
  private begun = { body: -1, wish: '' };
  private drawn = 'null';

  constructor(
    private readonly kit: RiffKit,
    hz: number,
    private readonly eye: Eye,
    private readonly send: ((sample: Sample) => void) | null,
    private readonly area: number | null = null,
  ) {
    this.hand = new Hand(
      {
        hz,
        catchPlane: kit.catch_plane,
        handReach: kit.hand_reach,
        phases: kit.phases,
        openHand: kit.bodies.findIndex((body) => body.name === 'hand'),
        poses: (body) => kit.shapes[shapeOf(this.nameOf(body))]?.poses ?? [],
        speed: (slow) => kit.catch_hand.speeds.find((one) => one.slow === slow)?.speed ?? 0,
      },
      eye.plane,
      (x, y) => eye.catchPoint(x, y),
    );
  }

  private nameOf(body: number): string {
    return this.kit.bodies[body]?.name ?? '';
  }

  see(frame: Frame, at: number): void {
    if (this.send) {
      this.look();
      this.hand.see(frame, at);
    }
    const falls = [...frame.falls].sort((a, b) => a[1] - b[1]);
    this.held.value = frame.held < 0 ? null : this.nameOf(frame.held);
    if (frame.held < 0 || (this.release.value > 0 && frame.release === 0)) this.refused.value = null;
    this.release.value = frame.release;
    this.seePlace(frame);
    this.slow.value = frame.slow;
    this.seeFalls(falls.map(([body]) => this.nameOf(body)), falls[0]?.[1] ?? 0);
    this.noteMoves(frame.held);
    this.seePhase(frame);
  }

  /** Who has seen something fall goes on looking from there; a false alarm is soon forgotten. */
  private seePhase(frame: Frame): void {
    this.isOpen.value = isHandOpen(this.kit.phases, frame);
    this.hasFallen ||= frame.falls.size > 0;
    if (frame.held >= 0) this.phase.value = 'hold';
    else this.phase.value = this.isOpen.value || this.hasFallen ? 'catch' : 'settle';
  }

  private seePlace(frame: Frame): void {
    const area = this.kit.areas.find((one) => one.number === this.area) as Area | undefined;
    const [held, body] = [
      frame.bodies[frame.held],
      frame.bodies[this.kit.bodies.findIndex((one) => one.name === area?.body)],
    ];
    if (!area || !held || !body) return void (this.beside.value = null);
    const rest = this.kit.yards.find((yard) => yard.body === area.body)?.at ?? [0, 0, 0];
    const { left, forward } = besideMiddle(area, body, rest as Pose['at'], held.at);
    const [across, along] = [Math.round(Math.abs(left) / 1000), Math.round(Math.abs(forward) / 1000)];
    const seen: Beside = {
      across,
      side: left < 0 ? 'right' : 'left',
      along,
      way: forward < 0 ? 'back' : 'forward',
    };
    if (JSON.stringify(seen) !== JSON.stringify(this.beside.value)) this.beside.value = seen;
  }

  private noteMoves(body: number): void {
    const wish = JSON.stringify(this.wanted);
    if (body !== this.begun.body) this.begun = { body, wish };
    else if (body >= 0 && wish !== this.begun.wish) this.hasMoved.value = true;
  }

  private seeFalls(names: string[], ticks: number): void {
    if (String(names) !== String(this.falling.value)) this.falling.value = names;
    if (!names.includes(this.reached ?? '')) this.reached = null;
    this.longest = names.length ? Math.max(this.longest, ticks) : 0;
    this.left.value = this.longest ? Math.round((ticks / this.longest) * 100) / 100 : 1;
  }

  private look(): void {
    this.hand.look(this.eye.plane, (x, y) => this.eye.catchPoint(x, y));
  }

  take(input: Input): void {
    if (!this.send) return;
    this.look();
    const isLettingGo = input.t === 'key' && input.key === ' ' && input.isDown;
    if (isLettingGo) this.noteRefusal();
    this.hand.take(input);
  }

  /** Time passes: what the hand wants goes to the server. The answer is what the camera is to do. */
  advance(at: number): Wish[] {
    if (!this.send) return [];
    this.hand.advance(at);
    const sample = this.hand.sample(at);
    if (sample) this.send(sample);
    return this.hand.drain();
  }

  get wanted(): Pose | null {
    return this.send && this.held.value !== null ? this.hand.wanted : null;
  }

  /** The same, if it has changed since it was asked last; undefined: it has not, and nothing needs to be drawn. */
  newWish(): Pose | null | undefined {
    const { wanted } = this;
    const text = JSON.stringify(wanted);
    if (text === this.drawn) return undefined;
    this.drawn = text;
    return wanted;
  }

  nextPose(): void {
    this.hand.nextPose();
  }

  /** The server judges; why it would not is said at once. */
  letGo(): void {
    this.noteRefusal();
    this.hand.letGo();
  }

  private noteRefusal(): void {
    if (this.refusal) this.hearRefusal(this.refusal);
  }

  /** The server has judged, of a moment that this page had not seen yet. */
  hearRefusal(key: string): void {
    if (this.held.value !== null) this.refused.value = { key, times: (this.refused.value?.times ?? 0) + 1 };
  }

  /** Why the piece may not be let go, as a key; null: it may. */
  get refusal(): string | null {
    return this.release.value > 0 ? this.kit.refusals[this.release.value - 1] ?? null : null;
  }

  /** The piece that the open hand is to reach for now; null: none, or it is on its way there. The server begins
   * anew with each word, so a piece is named once. */
  nextPiece(): string | null {
    const falling = this.falling.value;
    const next = falling[(falling.indexOf(this.reached ?? '') + 1) % Math.max(1, falling.length)] ?? null;
    if (next === this.reached) return null;
    this.reached = next;
    return next;
  }
}

/** The session at the table that is shown. */
export const helm = signal<Helm | null>(null);
/** Whether this visitor loads by numbers instead. */
export const byNumbers = signal(false);
