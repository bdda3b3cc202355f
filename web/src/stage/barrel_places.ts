// Positions of barrels outside films: in the row at the near rail, around the coaster, in the cup.
import { Euler, Quaternion, Vector3 } from 'three';
import { TRAY } from './barrel_models';
import { type Place, place } from './pose';

const GAP_MAX = 0.031;
const ROW_HALF = 0.098;
/** The row's position before the near rail; beyond BEND it follows the rail's corners. */
const ROW_AT = TRAY - 0.0205;
const BEND = 0.046;
const PASSES = 24;

/** The nth of `count` positions along the near rail. */
export function rowPlace(n: number, count: number, half: number): Vector3 {
  const gap = Math.min(GAP_MAX, count > 1 ? (2 * ROW_HALF) / (count - 1) : GAP_MAX);
  const along = (n - (count - 1) / 2) * gap;
  const bent = Math.max(0, Math.abs(along) - BEND) * Math.SQRT1_2;
  return new Vector3(Math.sign(along) * (Math.min(Math.abs(along), BEND) + bent), half, ROW_AT - bent);
}

/** Standing with this end up, turned so that its number can be read from the near side. */
export function standing(end: 0 | 1, place: number): Quaternion {
  const turned = new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), 0.2 * Math.sin(place * 5));
  return end ? turned.multiply(new Quaternion(1, 0, 0, 0)) : turned;
}

export function lying(place: number): Quaternion {
  return new Quaternion().setFromEuler(new Euler(Math.PI / 2, place * 1.9, place * 0.7, 'YXZ'));
}

/** Scattered over the coaster, always in the same way. */
export function scattered(place: number, radius: number): Place {
  const angle = place * 2.4 + 0.5;
  const far = 0.013 + 0.0042 * place;
  return {
    at: new Vector3(Math.cos(angle) * far, radius, Math.sin(angle) * far * 0.8 - 0.012),
    turned: lying(place),
  };
}

/** The nth barrel in the cup, which stands on the coaster with its opening up. */
export function inCup(n: number, place: number, radius: number): Place {
  const layer = Math.floor(n / 4);
  const angle = (n % 4) * (Math.PI / 2) + layer * 0.7;
  return {
    at: new Vector3(Math.cos(angle) * 0.018, 0.004 + radius + layer * radius * 2.05, Math.sin(angle) * 0.018),
    turned: lying(place + 3 * n),
  };
}

/** The cup's pose while it has barrels in it; `cupAside` is beside the tray, lying. */
export function cupStanding(depth: number): Place {
  return { at: new Vector3(0, depth + 0.001, 0), turned: new Quaternion(1, 0, 0, 0) };
}

export function cupAside(radius: number): Place {
  const turned = new Quaternion().setFromEuler(new Euler(-Math.PI / 2 - 0.1, 0.95, 0, 'YXZ'));
  return { at: new Vector3(-0.108, radius + 0.017, -0.078), turned };
}

export function coasterAtRest(): Place {
  return place();
}

/** Pushes lying barrels away from the positions where others will stand, and apart from each other. */
export function makeRoom(lie: Vector3[], stand: Vector3[], radius: number): void {
  const push = (one: Vector3, other: Vector3, least: number, share: number): boolean => {
    const [dx, dz] = [one.x - other.x, one.z - other.z];
    const far = Math.hypot(dx, dz);
    if (far >= least) return false;
    const [x, z] = far > 1e-6 ? [dx / far, dz / far] : [0, -1];
    one.x += x * (least - far) * share;
    one.z += z * (least - far) * share;
    return true;
  };
  for (let pass = 0; pass < PASSES; pass++) {
    let moved = false;
    for (const one of lie) for (const other of stand) {
      if (!push(one, other, 2.45 * radius, 1)) continue;
      one.z -= radius * 0.3;
      moved = true;
    }
    if (!moved) return;
    for (const one of lie)
      for (const other of lie) if (one !== other) push(one, other, 2 * radius, 0.5);
  }
}

