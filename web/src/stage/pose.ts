// Converts poses from the server's micrometres and axes to the stage's metres and axes.
// The server has z upwards, the stage has y upwards: (x, y, z) becomes (x, z, -y).
import { Quaternion, Vector3, type Object3D } from 'three';
import type { Pose } from '../wire/frames';

const MICRO = 1e-6;

export type Place = { at: Vector3; turned: Quaternion };

export const place = (): Place => ({ at: new Vector3(), turned: new Quaternion() });

export function toStage(at: readonly number[], out = new Vector3()): Vector3 {
  const [x = 0, y = 0, z = 0] = at;
  return out.set(x * MICRO, z * MICRO, -y * MICRO);
}

/** Converts a quaternion w x y z in millionths. */
export function turnToStage(turned: readonly number[], out = new Quaternion()): Quaternion {
  const [w = 1, x = 0, y = 0, z = 0] = turned;
  return out.set(x * MICRO, z * MICRO, -y * MICRO, w * MICRO).normalize();
}

export function placeOf(pose: Pose, out: Place = place()): Place {
  toStage(pose.at, out.at);
  turnToStage(pose.turned, out.turned);
  return out;
}

/** Interpolates between two poses, with the shorter rotation. */
export function between(from: Place, to: Place, share: number, out: Place = place()): Place {
  out.at.lerpVectors(from.at, to.at, share);
  out.turned.slerpQuaternions(from.turned, to.turned, share);
  return out;
}

export function put(object: Object3D, at: Place): void {
  object.position.copy(at.at);
  object.quaternion.copy(at.turned);
}

/** How far a body's own up axis (the server's +z) points up: 1 standing, 0 lying, -1 upside down. */
export function uprightness(turned: Quaternion): number {
  const { x, z } = turned;
  return 1 - 2 * (x * x + z * z);
}

/** A barrel stands if it leans by at most 25 degrees. */
const STANDS = Math.cos((25 * Math.PI) / 180);

/** The upper end of a barrel: 0 the one at its +z, 1 the other, null if it lies. */
export function upwardEnd(turned: Quaternion): 0 | 1 | null {
  const upright = uprightness(turned);
  if (upright > STANDS) return 0;
  return upright < -STANDS ? 1 : null;
}

/** Ease-out curve from 0 to 1. */
export const easeOut = (share: number): number => 1 - (1 - Math.min(1, Math.max(0, share))) ** 3;

/** Ease-in-out curve from 0 to 1. */
export function easeBoth(share: number): number {
  const t = Math.min(1, Math.max(0, share));
  return t * t * (3 - 2 * t);
}
