// The hand of a session: fingers, mouse, keys and gamepad go in, samples for the server come out. It knows
// neither DOM nor camera nor rule: what is held and where it is the server's frames say.
import type { NaturalPose } from '../table/lower';
import type { Frame, Pose } from '../wire/frames';
import { Hold, type HandReach } from './hold';
import type { Input, Plane, Stern, Wish } from './input';
import { Pace } from './pace';
import { Reach, type CatchPlane } from './reach';

/** What a frame's phase shows, by its number, as the kit has it. */
export type Phases = readonly string[];

/** What does not change during a session, from its `sim` message and the kit. */
export type Setting = {
  hz: number;
  /** Of a body that is held. */
  poses(body: number): readonly NaturalPose[];
  /** The body of a frame that is the open hand. */
  openHand: number;
  catchPlane: CatchPlane;
  handReach: HandReach;
  phases: Phases;
  /** Of the open hand, where time is so many times slower. */
  speed(slow: number): number;
};

export type Sample = { tick: number; pose: Pose; grip: boolean };

/** In these phases of a frame the open hand is on its way. */
const OPEN = ['alarm', 'catching'];

export const isHandOpen = (phases: Phases, frame: Frame): boolean => OPEN.includes(phases[frame.phase] ?? '');

/** A hand that is still says so again after so many milliseconds: a sample may have been refused. */
const REPEAT = 400;

export class Hand {
  private readonly pace: Pace;
  private hold: Hold | null = null;
  private reach: Reach | null = null;
  private heldBody = -1;
  private wishes: Wish[] = [];
  /** What the server knows; what was never sent is not repeated. */
  private sent = { text: '', at: Infinity };

  constructor(private readonly setting: Setting, private plane: Plane, private stern: Stern) {
    this.pace = new Pace(setting.hz);
  }

  /** Where the piece, or the open hand, is wanted: what the page draws as an outline. */
  get wanted(): Pose | null {
    return this.hold?.wanted ?? this.reach?.wanted ?? null;
  }

  /** The pose in which the piece is held, as its place among the natural ones; -1 if nothing is. */
  get pose(): number {
    return this.hold?.pose ?? -1;
  }

  get degrees(): number {
    return this.hold?.degrees ?? 0;
  }

  /** After each change of the camera. */
  look(plane: Plane, stern: Stern): void {
    this.plane = plane;
    this.stern = stern;
    if (this.hold) this.hold.plane = plane;
    if (this.reach) this.reach.stern = stern;
  }

  /** A frame of the server, when it came. */
  see(frame: Frame, at: number): void {
    this.pace.see(frame.tick, at);
    const wish = (one: Wish): void => void this.wishes.push(one);
    if (frame.held >= 0 && frame.held !== this.heldBody) {
      this.hold = new Hold(
        frame.bodies[frame.held] as Pose,
        this.setting.poses(frame.held),
        this.setting.handReach,
        this.plane,
        wish,
      );
      this.reach = null;
      this.sent = { text: this.say(), at: Infinity };
    } else if (frame.held < 0 && !this.reach) {
      this.hold = null;
      this.reach = new Reach(this.setting.catchPlane, this.stern, wish);
    }
    this.heldBody = frame.held;
    if (!this.reach) return;
    this.reach.hand = isHandOpen(this.setting.phases, frame)
      ? (frame.bodies[this.setting.openHand]?.at ?? null)
      : null;
    this.reach.speed = this.setting.speed(frame.slow);
  }

  take(input: Input): void {
    (this.hold ?? this.reach)?.take(input);
  }

  /** The brass button does the same as Space. */
  letGo(): void {
    if (this.hold) this.hold.letsGo = true;
  }

  nextPose(): void {
    this.hold?.nextPose();
  }

  advance(at: number): void {
    (this.hold ?? this.reach)?.advance(at);
  }

  /** What the page is to do since it was asked last. */
  drain(): Wish[] {
    const wishes = this.wishes;
    this.wishes = [];
    return wishes;
  }

  /** What is to be sent now; null: nothing yet. Letting go is said once, and the server judges. */
  sample(at: number): Sample | null {
    const pose = this.wanted;
    if (!pose || !this.pace.isDue(at)) return null;
    const text = this.say();
    if (text === this.sent.text && at - this.sent.at < REPEAT) return null;
    const grip = this.grip;
    if (this.hold) this.hold.letsGo = false;
    this.sent = { text, at };
    return { tick: this.pace.next(at), pose, grip };
  }

  private get grip(): boolean {
    return this.hold !== null && !this.hold.letsGo;
  }

  private say(): string {
    return JSON.stringify([this.wanted, this.grip]);
  }
}
