// The target pose of a held piece. Each control changes only what it is for: position, height, turn or pose.
import { turnPose, type NaturalPose } from '../table/lower';
import type { Pose } from '../wire/frames';
import { Fingers } from './fingers';
import type { Input, Plane, HandCommand } from './input';
import { Keys, type Rate } from './keys';
import { Pad } from './pad';
import { readTurn, Turning } from './turning';

/** Micrometres and degrees, for a step and per second. */
const STEP: Rate = { step: 2000, slow: 20000, fast: 120000 };
const FINE_STEP: Rate = { step: 500, slow: 6000, fast: 6000 };
const NOTCH = { height: 4000, turn: 5 };
const KEY_TURN = { step: 15, fine: 3 };
const KEY_LOOK: Rate = { step: 5, slow: 60, fast: 60 };
const PAD = { move: 160000, raise: 120000, turn: 150, look: 60 };
const LOOK_PIXEL = 0.35;
const ARROW_KEYS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'];
const REPEATING_KEYS = [...ARROW_KEYS, 'w', 's', 'PageUp', 'PageDown', 'a', 'd'];

/** The box that the hand can reach, from the kit; the target is clamped to it. */
export type HandReach = { from: [number, number, number]; to: [number, number, number] };

export class Hold {
  private readonly at: [number, number, number];
  private readonly turning: Turning;
  private readonly fingers: Fingers;
  private readonly keys = new Keys();
  private readonly pad = new Pad();
  private isPadTurning = false;
  private now = 0;
  /** Index into `poses`. */
  pose: number;
  letsGo = false;

  constructor(
    held: Pose,
    private readonly poses: readonly NaturalPose[],
    private readonly reach: HandReach,
    public plane: Plane,
    private readonly command: (command: HandCommand) => void,
  ) {
    const { pose, degrees } = readTurn(poses, held.turned);
    this.at = [...held.at];
    this.pose = pose;
    this.turning = new Turning(degrees);
    this.fingers = new Fingers({
      move: (right, down) =>
        this.move(
          right * this.plane.right[0] - down * this.plane.up[0],
          right * this.plane.right[1] - down * this.plane.up[1],
        ),
      raise: (up) => this.raise(up * this.plane.rise),
      beginTurn: () => this.turning.begin(),
      turn: (clockwise) => this.turning.turn(-clockwise, this.keys.isShift),
      look: (right, down) => this.look(-right * LOOK_PIXEL, down * LOOK_PIXEL),
      nextPose: () => this.nextPose(),
    });
  }

  get wanted(): Pose {
    return {
      at: this.at.map(Math.round) as Pose['at'],
      turned: turnPose((this.poses[this.pose] as NaturalPose).turned, this.turning.degrees),
    };
  }

  get degrees(): number {
    return this.turning.degrees;
  }

  take(input: Input): void {
    if (input.t === 'down') this.fingers.down(input);
    else if (input.t === 'move') this.fingers.move(input.id, input.x, input.y, input.at);
    else if (input.t === 'up') this.fingers.up(input.id);
    else if (input.t === 'cancel') this.fingers.cancel(input.id);
    else if (input.t === 'scroll') this.scroll(input.notches, input.shift);
    else if (input.t === 'key') this.takeKey(input.key, input.isDown, input.shift, input.at);
    else if (input.t === 'pad') this.takePad(input.axes, input.buttons, input.at);
    else this.leave();
  }

  /** Advances held keys, sticks, and the smoothing of fingers. */
  advance(at: number): void {
    const seconds = Math.max(0, at - this.now) / 1000;
    this.fingers.advance(at);
    this.advanceKeys(at);
    if (this.now) this.advancePad(seconds);
    this.keys.advance(at);
    this.now = Math.max(this.now, at);
  }

  /** Skips poses that look the same in the hand, such as a rat that stands and a rat that hangs. */
  nextPose(): void {
    const before = String(this.poses[this.pose]?.turned);
    for (let i = 0; i < this.poses.length && String(this.poses[this.pose]?.turned) === before; i++)
      this.pose = (this.pose + 1) % this.poses.length;
  }

  private leave(): void {
    this.fingers.clear();
    this.keys.releaseAll();
    this.pad.take([], []);
  }

  private go(axis: 0 | 1 | 2, by: number): void {
    this.at[axis] = Math.min(this.reach.to[axis], Math.max(this.reach.from[axis], this.at[axis] + by));
  }

  private move(x: number, y: number): void {
    this.go(0, x);
    this.go(1, y);
  }

  /** Moves along the axes of the screen, in micrometres. */
  private moveOnScreen(right: number, up: number): void {
    const { right: r, up: u } = this.plane;
    const [rightLength, upLength] = [Math.hypot(...r) || 1, Math.hypot(...u) || 1];
    this.move(
      (right * r[0]) / rightLength + (up * u[0]) / upLength,
      (right * r[1]) / rightLength + (up * u[1]) / upLength,
    );
  }

  private raise(by: number): void {
    this.go(2, by);
  }

  private look(around: number, up: number): void {
    if (around || up) this.command({ t: 'look', around, up });
  }

  private scroll(notches: number, isShift: boolean): void {
    if (isShift) this.turning.step(-notches * NOTCH.turn, true);
    else this.raise(-notches * NOTCH.height);
  }

  private takeKey(name: string, isDown: boolean, isShift: boolean, at: number): void {
    const key = name.length === 1 ? name.toLowerCase() : name;
    this.keys.isShift = name === 'Shift' ? isDown : isShift;
    if (!isDown) this.keys.release(key);
    else if (this.keys.press(key, at)) this.pressKey(key);
  }

  private pressKey(key: string): void {
    const rate = this.keys.isShift ? FINE_STEP : STEP;
    const turn = this.keys.isShift ? KEY_TURN.fine : KEY_TURN.step;
    this.goByKey(key, rate.step, KEY_LOOK.step);
    if (key === 'q' || key === 'e') this.turning.step(key === 'q' ? turn : -turn, this.keys.isShift);
    else if (key === 'r') this.nextPose();
    else if (key === 'v') this.command({ t: 'view' });
    else if (key === ' ') this.letsGo = true;
  }

  private goByKey(key: string, way: number, degrees: number): void {
    if (key === 'ArrowLeft' || key === 'ArrowRight') this.moveOnScreen(key === 'ArrowRight' ? way : -way, 0);
    else if (key === 'ArrowUp' || key === 'ArrowDown') this.moveOnScreen(0, key === 'ArrowUp' ? way : -way);
    else if (key === 'w' || key === 'PageUp') this.raise(way);
    else if (key === 's' || key === 'PageDown') this.raise(-way);
    else if (key === 'a' || key === 'd') this.look(key === 'd' ? degrees : -degrees, 0);
  }

  private advanceKeys(at: number): void {
    const rate = this.keys.isShift ? FINE_STEP : STEP;
    for (const key of REPEATING_KEYS)
      this.goByKey(key, this.keys.way(key, at, rate), this.keys.way(key, at, KEY_LOOK));
  }

  private takePad(axes: readonly number[], buttons: readonly number[], at: number): void {
    this.advance(at);
    this.pad.take(axes, buttons);
    if (this.pad.isPressed('x')) this.nextPose();
    if (this.pad.isPressed('a')) this.letsGo = true;
    const isTurning = this.pad.stick(2) !== 0;
    if (isTurning && !this.isPadTurning) this.turning.begin();
    this.isPadTurning = isTurning;
  }

  private advancePad(seconds: number): void {
    const pad = this.pad;
    this.moveOnScreen(pad.stick(0) * PAD.move * seconds, -pad.stick(1) * PAD.move * seconds);
    this.raise((pad.pressure('rightTrigger') - pad.pressure('leftTrigger')) * PAD.raise * seconds);
    if (this.isPadTurning) this.turning.turn(-pad.stick(2) * PAD.turn * seconds, false);
    this.look((Number(pad.isDown('right')) - Number(pad.isDown('left'))) * PAD.look * seconds, 0);
  }
}
