// Camera positions for the ship (whole ship, loading area, from astern for the catch, from above), and the
// conversion of pointer movements in each.
import { Vector3 } from 'three';
import { easeBoth } from './pose';
import type { KitArea, ShipKit } from './ship_models';
import type { Viewport } from './viewport';

const MICRO = 1e-6;
/** Metres of the ship that are in view while holding. */
const HOLD = 0.18;
export const FLIGHT_MS = 600;
/** The smallest slope that is used for movements away from the camera. */
const STEEPEST = 0.35;

export type Sight = { target: Vector3; direction: Vector3; wide: number; high: number; fov: number };
/** Radians: about the vertical axis, and upwards. */
export type Orbit = { yaw: number; pitch: number };

/** Front, side and above. */
export const ORBITS: readonly [Orbit, Orbit, Orbit] = [
  { yaw: 0, pitch: 0 },
  { yaw: 1.1, pitch: -0.1 },
  { yaw: -0.3, pitch: 1.08 },
];

export const wholeShip = (): Sight => ({
  target: new Vector3(0, 0.165, 0),
  direction: new Vector3(-1, 0.34, 0.2).normalize(),
  wide: 0.172,
  high: 0.228,
  fov: 24,
});

export function areaMiddle(area: KitArea): Vector3 {
  return new Vector3(
    (area.from[0] + area.to[0]) / 2,
    area.z,
    -(area.from[1] + area.to[1]) / 2,
  ).multiplyScalar(MICRO);
}

export function holding(area: KitArea, orbit: Orbit): Sight {
  const yaw = 0.3 + orbit.yaw;
  const pitch = Math.min(1.5, Math.max(0.05, 0.42 + orbit.pitch));
  const direction = new Vector3(
    -Math.cos(yaw) * Math.cos(pitch),
    Math.sin(pitch),
    Math.sin(yaw) * Math.cos(pitch),
  );
  return {
    target: areaMiddle(area).add(new Vector3(-0.012, 0.024, 0)),
    direction,
    wide: HOLD / 2,
    high: HOLD / 2,
    fov: 24,
  };
}

export function fromAbove(target: Vector3): Sight {
  return {
    target,
    direction: new Vector3(-0.0005, 1, 0).normalize(),
    wide: HOLD / 2,
    high: HOLD / 2,
    fov: 8,
  };
}

/** The catch plane seen from astern, from so far away that depth has no visible effect. */
export function fromAstern(kit: ShipKit): Sight {
  const { from, to } = kit.catch_plane;
  return {
    target: new Vector3(0, ((from[1] + to[1]) / 2) * MICRO, (-(from[0] + to[0]) / 2) * MICRO),
    direction: new Vector3(-1, 0, 0),
    wide: ((to[0] - from[0]) / 2) * MICRO,
    high: ((to[1] - from[1]) / 2) * MICRO,
    fov: 3,
  };
}

export function sightBetween(from: Sight, to: Sight, share: number): Sight {
  const t = easeBoth(share);
  const mix = (a: number, b: number): number => a + (b - a) * t;
  return {
    target: from.target.clone().lerp(to.target, t),
    direction: from.direction.clone().lerp(to.direction, t).normalize(),
    wide: mix(from.wide, to.wide),
    high: mix(from.high, to.high),
    fov: mix(from.fov, to.fov),
  };
}

/** The movement of the piece for a pointer movement: micrometres of the server's x and y. */
export function dragged(viewport: Viewport, sight: Sight, dx: number, dy: number): [number, number] {
  const scale = metresPerPixel(viewport, sight);
  const away = new Vector3(-sight.direction.x, 0, -sight.direction.z);
  if (away.lengthSq() < 1e-4) away.set(1, 0, 0);
  away.normalize();
  const right = new Vector3(-away.z, 0, away.x);
  const steep = Math.max(STEEPEST, Math.abs(sight.direction.y));
  const move = right.multiplyScalar(dx * scale).addScaledVector(away, (-dy * scale) / steep);
  return [move.x / MICRO, -move.z / MICRO];
}

/** The size of a pixel at the piece's distance. */
export function metresPerPixel(viewport: Viewport, sight: Sight): number {
  const free = viewport.free;
  return 2 * Math.max(sight.high / free.height, sight.wide / free.width);
}

/** What a pixel is for the hand while it holds: micrometres of the server's x and y for one pixel to the
 * right and one up, and micrometres of height for one up. */
export type HandPlane = { right: [number, number]; up: [number, number]; rise: number };

export function handPlane(viewport: Viewport, sight: Sight): HandPlane {
  const level = Math.hypot(sight.direction.x, sight.direction.z);
  return {
    right: dragged(viewport, sight, 1, 0),
    up: dragged(viewport, sight, 0, -1),
    rise: metresPerPixel(viewport, sight) / MICRO / Math.max(STEEPEST, level),
  };
}

/** Maps a pixel of the view from astern to the catch plane: the server's y and z in micrometres. It is valid
 * even while the camera is still moving there. */
export function caughtAt(viewport: Viewport, kit: ShipKit, x: number, y: number): [number, number] {
  const sight = fromAstern(kit);
  const scale = metresPerPixel(viewport, sight);
  const { free } = viewport;
  const [right, down] = [x - free.x - free.width / 2, y - free.y - free.height / 2];
  return [(-sight.target.z - right * scale) / MICRO, (sight.target.y - down * scale) / MICRO];
}

export function catchPixelOf(
  viewport: Viewport,
  kit: ShipKit,
  y: number,
  z: number,
): { x: number; y: number } {
  const sight = fromAstern(kit);
  const scale = metresPerPixel(viewport, sight);
  const { free } = viewport;
  return {
    x: free.x + free.width / 2 + (-sight.target.z - y * MICRO) / scale,
    y: free.y + free.height / 2 + (sight.target.y - z * MICRO) / scale,
  };
}
