// The controller of a session that this seat steers or watches. It takes frames, exposes the state for the
// page as signals, and sends the hand's samples to the server. It uses no DOM; the picture converts pixels.
import { signal } from '@preact/signals';
import { Hand, isHandOpen, type Sample } from '../../../hand/hand';
import type { Input, Plane, HandCommand } from '../../../hand/input';
import { shapeOf } from '../../../plain/games/riffraff';
import { type Area, besideMiddle } from '../../../table/lower';
import type { Frame, Pose } from '../../../wire/frames';
import type { RiffKit } from './view';

export type Camera = { readonly plane: Plane; catchPoint(x: number, y: number): [number, number] };
/** A piece is held; it was released and the outcome is open; something slides or falls. */
export type Phase = 'hold' | 'settle' | 'catch';
/** The piece's offset from the middle of the area in millimetres, as in the message
 * `riffraff.figure_place`. */
export type Beside = { across: number; side: 'left' | 'right'; along: number; way: 'forward' | 'back' };

export class Helm {
  readonly phase = signal<Phase>('hold');
  /** The open hand can be steered; that is possible before anything falls. */
  readonly isOpen = signal(false);
  readonly held = signal<string | null>(null);
  /** 0: a release is allowed; else the index, from 1, of the reason in the kit's refusals. */
  readonly release = signal(0);
  /** The falling pieces, ordered by when they reach the water. */
  readonly falling = signal<string[]>([]);
  /** The share of the time until the water that is left, from 1 to 0. */
  readonly left = signal(1);
  readonly slow = signal(1);
  /** The position of the held piece, as text for people who cannot see it. */
  readonly beside = signal<Beside | null>(null);
  /** The reason, as a key, why a release was refused, and how often that happened. */
  readonly refused = signal<{ key: string; times: number } | null>(null);
  /** Whether the hand has been moved; then the hint is not needed any more. */
  readonly hasMoved = signal(false);
  private readonly hand: Hand;
  private hasFallen = false;
  private longest = 0;
  private reached: string | null = null;
  private begun = { body: -1, target: '' };
  private drawn = 'null';

  constructor(
    private readonly kit: RiffKit,
    hz: number,
    private readonly camera: Camera,
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
      camera.plane,
      (x, y) => camera.catchPoint(x, y),
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

  /** Sets the phase. Once something has fallen it stays `catch`; after a false alarm it does not. */
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
    const target = JSON.stringify(this.wanted);
    if (body !== this.begun.body) this.begun = { body, target };
    else if (body >= 0 && target !== this.begun.target) this.hasMoved.value = true;
  }

  private seeFalls(names: string[], ticks: number): void {
    if (String(names) !== String(this.falling.value)) this.falling.value = names;
    if (!names.includes(this.reached ?? '')) this.reached = null;
    this.longest = names.length ? Math.max(this.longest, ticks) : 0;
    this.left.value = this.longest ? Math.round((ticks / this.longest) * 100) / 100 : 1;
  }

  private look(): void {
    this.hand.look(this.camera.plane, (x, y) => this.camera.catchPoint(x, y));
  }

  take(input: Input): void {
    if (!this.send) return;
    this.look();
    const isLettingGo = input.t === 'key' && input.key === ' ' && input.isDown;
    if (isLettingGo) this.noteRefusal();
    this.hand.take(input);
  }

  /** Sends the current sample if it is due; returns the commands for the page. */
  advance(at: number): HandCommand[] {
    if (!this.send) return [];
    this.hand.advance(at);
    const sample = this.hand.sample(at);
    if (sample) this.send(sample);
    return this.hand.drain();
  }

  get wanted(): Pose | null {
    return this.send && this.held.value !== null ? this.hand.wanted : null;
  }

  /** The target pose if it has changed since the last call, else undefined. */
  newTarget(): Pose | null | undefined {
    const { wanted } = this;
    const text = JSON.stringify(wanted);
    if (text === this.drawn) return undefined;
    this.drawn = text;
    return wanted;
  }

  nextPose(): void {
    this.hand.nextPose();
  }

  /** Asks for a release. If the newest frame does not allow it, the reason is shown at once. */
  letGo(): void {
    this.noteRefusal();
    this.hand.letGo();
  }

  private noteRefusal(): void {
    if (this.refusal) this.hearRefusal(this.refusal);
  }

  /** Takes the server's refusal, which may concern a moment that this page has not received yet. */
  hearRefusal(key: string): void {
    if (this.held.value !== null) this.refused.value = { key, times: (this.refused.value?.times ?? 0) + 1 };
  }

  /** The reason, as a key, why the piece may not be released; null if it may. */
  get refusal(): string | null {
    return this.release.value > 0 ? this.kit.refusals[this.release.value - 1] ?? null : null;
  }

  /** The next falling piece to reach for; null if there is none or the hand is on its way there. The server
   * restarts the movement with each request, so a piece is named only once. */
  nextPiece(): string | null {
    const falling = this.falling.value;
    const next = falling[(falling.indexOf(this.reached ?? '') + 1) % Math.max(1, falling.length)] ?? null;
    if (next === this.reached) return null;
    this.reached = next;
    return next;
  }
}

/** The controller of the session that is shown. */
export const helm = signal<Helm | null>(null);
/** Whether this player loads by entering numbers instead. */
export const byNumbers = signal(false);
