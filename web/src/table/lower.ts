// Loads a held piece at coordinates: raises it, moves it over the target, lowers it until it rests on
// something, and releases it if the server allows that. Nothing is predicted: each frame's poses say how far
// the piece has come. Only the target's current position, on the moving ship, is computed.
import type { Frame, Pose } from '../wire/frames';

export type Area = { number: number; body: string; from: [number, number]; to: [number, number]; z: number };
export type NaturalPose = { name: string; turned: [number, number, number, number]; hangs: boolean };
export type Place = { left: number; forward: number; turned: number; pose: NaturalPose };

/** Micrometres. */
const CLEAR = 45000;
const STEP_DOWN = 1500;
const CLOSE = 1500;
const LAGS = 4000;
const DEEPEST = 70000;
/** After so many frames without progress the piece counts as stuck. */
const PATIENCE = 60;

type Quaternion = [number, number, number, number];
type Point = [number, number, number];

export function multiply(a: Quaternion, b: Quaternion): Quaternion {
  const [aw, ax, ay, az] = a;
  const [bw, bx, by, bz] = b;
  return [
    aw * bw - ax * bx - ay * by - az * bz, aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx, aw * bz + ax * by - ay * bx + az * bw,
  ];
}

function unit(turned: Pose['turned']): Quaternion {
  const length = Math.hypot(...turned) || 1;
  return turned.map((part) => part / length) as Quaternion;
}

/** Transforms a point from a body's own axes. */
export function placePoint(pose: Pose, point: Point): Point {
  const q = unit(pose.turned);
  const [, x, y, z] = multiply(multiply(q, [0, ...point]), [q[0], -q[1], -q[2], -q[3]]);
  return [pose.at[0] + x, pose.at[1] + y, pose.at[2] + z];
}

/** A natural pose turned about the vertical axis; the quaternion is in millionths. */
export function turnPose(natural: Quaternion, degrees: number): Quaternion {
  const half = (degrees * Math.PI) / 360;
  const product = multiply([Math.cos(half), 0, 0, Math.sin(half)], unit(natural));
  return product.map((part) => Math.round(part * 1e6)) as Quaternion;
}

/** The current position of a point of the area on the moving ship. `rest` is its body's position at rest. */
export function areaPoint(area: Area, body: Pose, rest: Point, left: number, forward: number): Point {
  const middle: Point = [
    (area.from[0] + area.to[0]) / 2 + forward * 1000,
    (area.from[1] + area.to[1]) / 2 + left * 1000,
    area.z,
  ];
  return placePoint(body, [middle[0] - rest[0], middle[1] - rest[1], middle[2] - rest[2]]);
}

/** The inverse: a point's offset from the middle of the area, in micrometres to the left and forward. */
export function besideMiddle(
  area: Area,
  body: Pose,
  rest: Point,
  point: Point,
): { left: number; forward: number } {
  const [w, x, y, z] = body.turned;
  const [inX, inY] = placePoint({ at: [0, 0, 0], turned: [w, -x, -y, -z] }, [
    point[0] - body.at[0],
    point[1] - body.at[1],
    point[2] - body.at[2],
  ]);
  return {
    left: inY + rest[1] - (area.from[1] + area.to[1]) / 2,
    forward: inX + rest[0] - (area.from[0] + area.to[0]) / 2,
  };
}

export type Outcome = 'going' | 'released' | 'refused' | 'stuck';

/** One loading. `next` is called with each frame and returns the pose that the hand asks for. */
export class Lowering {
  private step: 'up' | 'over' | 'down' | 'done' = 'up';
  private goal: Point | null = null;
  private still = 0;
  private last = Infinity;

  constructor(
    private readonly place: Place,
    private readonly area: Area,
    private readonly body: number,
    private readonly rest: Point,
  ) {}

  next(frame: Frame): { outcome: Outcome; pose: Pose; grip: boolean } {
    const held = frame.bodies[frame.held] as Pose;
    const at = areaPoint(
      this.area,
      frame.bodies[this.body] as Pose,
      this.rest,
      this.place.left,
      this.place.forward,
    );
    const turned = turnPose(this.place.pose.turned, this.place.turned);
    this.goal ??= [...held.at];
    let outcome: Outcome = 'going';
    let grip = true;
    if (this.step === 'up') this.raise(held, at);
    else if (this.step === 'over') this.moveOver(held, at);
    else if (this.step === 'down') outcome = this.lower(held, at, frame.release);
    if (this.step === 'done' && outcome === 'released') grip = false;
    return { outcome, pose: { at: this.goal, turned }, grip };
  }

  private isThere(held: Pose): boolean {
    const goal = this.goal as Point;
    const far = Math.hypot(held.at[0] - goal[0], held.at[1] - goal[1], held.at[2] - goal[2]);
    this.still = far < this.last - 100 ? 0 : this.still + 1;
    this.last = Math.min(this.last, far);
    return far < CLOSE || this.still > PATIENCE;
  }

  private go(step: 'over' | 'down' | 'done'): void {
    this.step = step;
    this.still = 0;
    this.last = Infinity;
  }

  private raise(held: Pose, at: Point): void {
    const goal = this.goal as Point;
    goal[2] = Math.max(goal[2], at[2] + CLEAR);
    if (this.isThere(held)) this.go('over');
  }

  private moveOver(held: Pose, at: Point): void {
    const goal = this.goal as Point;
    goal[0] = at[0];
    goal[1] = at[1];
    if (this.isThere(held)) this.go('down');
  }

  /** Lowers until the piece lags behind the hand, which means that it rests on something. */
  private lower(held: Pose, at: Point, release: number): Outcome {
    const goal = this.goal as Point;
    goal[0] = at[0];
    goal[1] = at[1];
    goal[2] -= STEP_DOWN;
    const isDown = held.at[2] - goal[2] > LAGS;
    if (!isDown && goal[2] > at[2] - DEEPEST) return 'going';
    goal[2] = held.at[2];
    this.go('done');
    if (release === 0) return 'released';
    return isDown ? 'refused' : 'stuck';
  }
}
