// The 3D stage of the ship without rendering: jitter buffer, footprints, ray tests, pointer movements.
import { Box3, Quaternion, Ray, Vector2, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { JitterBuffer } from '../../src/stage/jitter_buffer';
import { convexHull, cornersOf, dropBelow, footprint, meets } from '../../src/stage/outline';
import type { KitShape } from '../../src/stage/piece_models';
import { place } from '../../src/stage/pose';
import {
  catchPixelOf,
  caughtAt,
  dragged,
  fromAbove,
  fromAstern,
  handPlane,
  holding,
  sightBetween,
  wholeShip,
} from '../../src/stage/ship_views';
import type { Viewport } from '../../src/stage/viewport';
import type { Frame } from '../../src/wire/frames';

const HZ = 250;
const frameAt = (tick: number): Frame => ({
  tick,
  phase: 0,
  slow: 1,
  held: -1,
  awaitsHand: false,
  release: 0,
  falls: new Map(),
  bodies: [],
});

/** Feeds frames that are sent every 20 ms and arrive with the given delays; returns the shown tick every
 * 10 ms. */
function follow(delays: (n: number) => number, count: number): { shown: number[]; newest: number[] } {
  const jitterBuffer = new JitterBuffer(HZ);
  let free = 0;
  const arrivals = Array.from({ length: count }, (_, n) => (free = Math.max(free, n * 20 + delays(n))));
  const [shown, newest]: [number[], number[]] = [[], []];
  for (let now = 0, n = 0; now < count * 20 + 1000; now += 10) {
    for (; n < count && (arrivals[n] as number) <= now; n++) jitterBuffer.push(frameAt(n * 5));
    const moment = jitterBuffer.at(now);
    if (!moment) continue;
    shown.push(moment.from.tick + (moment.to.tick - moment.from.tick) * moment.share);
    newest.push(jitterBuffer.newest?.tick ?? 0);
  }
  return { shown, newest };
}

test('W-72: frames that arrive evenly are shown evenly, at most 60 ms late', () => {
  const { shown, newest } = follow(() => 75, 200);
  shown.slice(20, 180).forEach((tick, i) => {
    const step = tick - (shown[i + 19] as number);
    expect(step).toBeGreaterThan(1);
    expect(step).toBeLessThan(4);
    expect(((newest[i + 20] as number) - tick) / HZ).toBeLessThan(0.06);
  });
  expect(shown.at(-1)).toBe(199 * 5);
});

test('W-72: with every twentieth chunk 300 ms late, playback never goes back, never leads, and catches up', () => {
  const { shown, newest } = follow((n) => 75 + (n % 20 === 19 ? 300 : 0), 400);
  shown.forEach((tick, i) => {
    expect(tick).toBeLessThanOrEqual(newest[i] as number);
    if (i) expect(tick).toBeGreaterThanOrEqual(shown[i - 1] as number);
    if (i) expect(tick - (shown[i - 1] as number)).toBeLessThan(10);
  });
  expect(shown.at(-1)).toBe(399 * 5);
});

test('after a pause of the session playback does not lead', () => {
  const jitterBuffer = new JitterBuffer(HZ);
  jitterBuffer.push(frameAt(0));
  for (let now = 0; now < 5000; now += 10) expect(jitterBuffer.at(now)?.to.tick).toBe(0);
  expect(jitterBuffer.isBehind).toBe(false);
  jitterBuffer.push(frameAt(5));
  expect(jitterBuffer.isBehind).toBe(true);
  const moment = jitterBuffer.at(5010);
  expect((moment?.share ?? 0) <= 1).toBe(true);
});

test('a new session starts playback again', () => {
  const jitterBuffer = new JitterBuffer(HZ);
  jitterBuffer.push(frameAt(500));
  jitterBuffer.push(frameAt(0));
  expect(jitterBuffer.newest?.tick).toBe(0);
  expect(jitterBuffer.at(0)?.from.tick).toBe(0);
});

const BOX: KitShape = { kind: 'box', size: [20000, 10000, 5000], at: [0, 0, 0], turned: [1000000, 0, 0, 0] };

test('the footprint of a box is its outline from above, on the tilted area', () => {
  const corners = cornersOf(BOX);
  const at = place();
  at.at.set(0, 0.1, 0);
  at.turned = new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), Math.PI / 2);
  const normal = new Vector3(0, 1, 0).applyAxisAngle(new Vector3(1, 0, 0), 0.2);
  const points = footprint(corners, at, new Vector3(0, 0.02, 0), normal);
  expect(points.length).toBe(4);
  for (const point of points) {
    expect(Math.abs(point.x)).toBeCloseTo(0.01);
    expect(Math.abs(point.z)).toBeCloseTo(0.02);
    expect(normal.dot(point.clone().sub(new Vector3(0, 0.02, 0)))).toBeCloseTo(0);
  }
});

test('the corners of round shapes reach their full width', () => {
  const capsule: KitShape = {
    kind: 'capsule',
    size: [5000, 10000],
    at: [0, 0, 0],
    turned: [1000000, 0, 0, 0],
  };
  const box = new Box3().setFromPoints(cornersOf(capsule));
  expect(box.max.y).toBeCloseTo(0.015);
  expect(box.max.x).toBeCloseTo(0.005);
});

test('a convex hull has no inner points', () => {
  const hull = convexHull(
    [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
      [0.5, 0.5],
      [0.2, 0.9],
    ].map(([x, y]) => new Vector2(x, y)),
  );
  expect(hull.length).toBe(4);
});

test('ray tests find what hides a piece, and the distance to what is below it', () => {
  const box = new Box3().setFromPoints(cornersOf(BOX));
  const at = place();
  at.at.set(0, 0.3, 0);
  const ray = new Ray(new Vector3(0, 1, 0), new Vector3(0, -1, 0));
  expect(meets(ray, box, at)).toBeCloseTo(0.695);
  expect(meets(new Ray(new Vector3(0, 1, 0.02), new Vector3(0, -1, 0)), box, at)).toBeNull();
  const above = place();
  above.at.set(0.01, 0.35, 0);
  expect(dropBelow(cornersOf(BOX), above, [{ box, at }])).toBeCloseTo(0.04);
});

const viewport = {
  free: { x: 0, y: 0, width: 400, height: 400 },
  width: 400,
  height: 400,
} as unknown as Viewport;
const AREA = {
  number: 7,
  body: 'yard7',
  from: [-12000, 0] as [number, number],
  to: [12000, 125000] as [number, number],
  z: 228000,
};

test('W-70: a pointer movement to the right moves the piece to the right, one upwards away from the camera', () => {
  const sight = holding(AREA, { yaw: -0.3, pitch: 0 });
  const [x, y] = dragged(viewport, sight, 10, 0);
  expect(Math.abs(x)).toBeLessThan(1);
  expect(y).toBeCloseTo((-10 * 180000) / 400, 0);
  const [far, side] = dragged(viewport, sight, 0, -10);
  expect(far).toBeGreaterThan(4500);
  expect(Math.abs(side)).toBeLessThan(1);
  const [ahead] = dragged(viewport, fromAbove(new Vector3()), 0, -10);
  expect(ahead).toBeCloseTo(4500, 0);
  const plane = handPlane(viewport, sight);
  expect(plane.right[1]).toBeCloseTo(-450, 0);
  expect(plane.up[0]).toBeGreaterThan(450);
  expect(plane.rise).toBeGreaterThan(450);
});

test('the catch view is straight from astern and shows the whole plane', () => {
  const sight = fromAstern({ catch_plane: { from: [-250000, -150000], to: [250000, 400000] } } as never);
  expect(sight.direction.toArray()).toEqual([-1, 0, 0]);
  expect(sight.wide).toBeCloseTo(0.25);
  expect(sight.high).toBeCloseTo(0.275);
  expect(sight.target.y).toBeCloseTo(0.125);
  const kit = { catch_plane: { from: [-250000, -150000], to: [250000, 400000] } } as never;
  const [y, z] = caughtAt(viewport, kit, 200, 200);
  expect([Math.round(y), Math.round(z)]).toEqual([0, 125000]);
  const pixel = catchPixelOf(viewport, kit, 100000, 0);
  expect(pixel.x).toBeLessThan(200);
  const back = caughtAt(viewport, kit, pixel.x, pixel.y);
  expect(back.map((number) => Math.round(number) || 0)).toEqual([100000, 0]);
});

test('a camera movement has the right start and end', () => {
  const [from, to] = [wholeShip(), holding(AREA, { yaw: 0, pitch: 0 })];
  expect(sightBetween(from, to, 0).target.distanceTo(from.target)).toBeCloseTo(0);
  expect(sightBetween(from, to, 1).target.distanceTo(to.target)).toBeCloseTo(0);
  expect(sightBetween(from, to, 1).wide).toBeCloseTo(0.09);
});
