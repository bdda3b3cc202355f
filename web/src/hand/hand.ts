// Turns the input of fingers, mouse, keys and gamepad into samples of the hand for the server. It uses
// neither DOM nor camera nor rules: the server's frames say what is held and where it is.
import type { NaturalPose } from '../table/lower';
import type { Frame, Pose } from '../wire/frames';
import { Hold, type HandReach } from './hold';
import type { Input, Plane, Stern, HandCommand } from './input';
import { SampleClock } from './sample_clock';
import { Reach, type CatchPlane } from './reach';

/** The names of the phases in the kit; a frame has an index into it. */
export type Phases = readonly string[];

/** The constants of a session, from its `sim` message and the kit. */
export type Setting = {
  hz: number;
  /** The natural poses of a held body. */
  poses(body: number): readonly NaturalPose[];
  /** The index of the open hand among a frame's bodies. */
  openHand: number;
  catchPlane: CatchPlane;
  handReach: HandReach;
  phases: Phases;
  /** The open hand's speed when time is slowed by this factor. */
  speed(slow: number): number;
};

export type Sample = { tick: number; pose: Pose; grip: boolean };

/** The phases in which the open hand moves. */
const OPEN = ['alarm', 'catching'];

export const isHandOpen = (phases: Phases, frame: Frame): boolean => OPEN.includes(phases[frame.phase] ?? '');

/** Milliseconds after which an unchanged sample is sent again, because the last one may have been refused. */
const REPEAT = 400;

export class Hand {
  private readonly clock: SampleClock;
  private hold: Hold | null = null;
  private reach: Reach | null = null;
  private heldBody = -1;
  private commands: HandCommand[] = [];
  /** The last sample sent, and when; only a sample that was sent is repeated. */
  private sent = { text: '', at: Infinity };

  constructor(private readonly setting: Setting, private plane: Plane, private stern: Stern) {
    this.clock = new SampleClock(setting.hz);
  }

  /** The target pose of the piece or of the open hand, which the page draws as an outline. */
  get wanted(): Pose | null {
    return this.hold?.wanted ?? this.reach?.wanted ?? null;
  }

  /** The index of the natural pose in which the piece is held; -1 if nothing is held. */
  get pose(): number {
    return this.hold?.pose ?? -1;
  }

  get degrees(): number {
    return this.hold?.degrees ?? 0;
  }

  /** Call it after each change of the camera. */
  look(plane: Plane, stern: Stern): void {
    this.plane = plane;
    this.stern = stern;
    if (this.hold) this.hold.plane = plane;
    if (this.reach) this.reach.stern = stern;
  }

  /** Takes a frame of the server and the time of its arrival. */
  see(frame: Frame, at: number): void {
    this.clock.see(frame.tick, at);
    const command = (one: HandCommand): void => void this.commands.push(one);
    if (frame.held >= 0 && frame.held !== this.heldBody) {
      this.hold = new Hold(
        frame.bodies[frame.held] as Pose,
        this.setting.poses(frame.held),
        this.setting.handReach,
        this.plane,
        command,
      );
      this.reach = null;
      this.sent = { text: this.say(), at: Infinity };
    } else if (frame.held < 0 && !this.reach) {
      this.hold = null;
      this.reach = new Reach(this.setting.catchPlane, this.stern, command);
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

  /** For the button that does the same as Space. */
  letGo(): void {
    if (this.hold) this.hold.letsGo = true;
  }

  nextPose(): void {
    this.hold?.nextPose();
  }

  advance(at: number): void {
    (this.hold ?? this.reach)?.advance(at);
  }

  /** Returns and clears the commands for the page. */
  drain(): HandCommand[] {
    const commands = this.commands;
    this.commands = [];
    return commands;
  }

  /** The sample to send now, or null. A release is sent once; the server decides about it. */
  sample(at: number): Sample | null {
    const pose = this.wanted;
    if (!pose || !this.clock.isDue(at)) return null;
    const text = this.say();
    if (text === this.sent.text && at - this.sent.at < REPEAT) return null;
    const grip = this.grip;
    if (this.hold) this.hold.letsGo = false;
    this.sent = { text, at };
    return { tick: this.clock.next(at), pose, grip };
  }

  private get grip(): boolean {
    return this.hold !== null && !this.hold.letsGo;
  }

  private say(): string {
    return JSON.stringify([this.wanted, this.grip]);
  }
}
