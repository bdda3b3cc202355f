// Geometry of the kit's shapes: the footprint of a body, and ray tests for what is below it or hides it.
import { Box3, Matrix4, Ray, Vector2, Vector3 } from 'three';
import type { KitShape } from './piece_models';
import type { Place } from './pose';
import { toStage, turnToStage } from './pose';

const MICRO = 1e-6;
const ROUND = 10;

/** Points whose convex hull approximates the shape, in the body's own axes. */
export function cornersOf(shape: KitShape): Vector3[] {
  const [a = 0, b = 0, c = 0] = shape.size.map((number) => number * MICRO);
  const points: Vector3[] = [];
  if (shape.kind === 'box')
    for (const x of [-a, a])
      for (const y of [-c, c]) for (const z of [-b, b]) points.push(new Vector3(x, y, z));
  else {
    const reach = shape.kind === 'sphere' ? 0 : b;
    for (let i = 0; i < ROUND; i++)
      for (const [tilt, end] of [
        [0, 1],
        [0, -1],
        [0.8, 1],
        [-0.8, -1],
      ] as const) {
        const angle = (i / ROUND) * 2 * Math.PI;
        const isFlat = shape.kind === 'cylinder';
        const wide = isFlat ? a : a * Math.cos(tilt);
        points.push(
          new Vector3(
            Math.cos(angle) * wide,
            end * reach + (isFlat ? 0 : a * Math.sin(tilt)),
            Math.sin(angle) * wide,
          ),
        );
      }
    if (shape.kind !== 'cylinder') points.push(new Vector3(0, reach + a, 0), new Vector3(0, -reach - a, 0));
  }
  const [turned, at] = [turnToStage(shape.turned), toStage(shape.at)];
  return points.map((point) => point.applyQuaternion(turned).add(at));
}

export function bodyCorners(shapes: KitShape[]): Vector3[] {
  return shapes.flatMap(cornersOf);
}

/** The convex hull of points in a plane, anticlockwise (Andrew's monotone chain). */
export function convexHull(points: Vector2[]): Vector2[] {
  const sorted = [...points].sort((a, b) => a.x - b.x || a.y - b.y);
  const side = (o: Vector2, a: Vector2, b: Vector2): number =>
    (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
  const chain = (list: Vector2[]): Vector2[] => {
    const out: Vector2[] = [];
    for (const point of list) {
      while (out.length > 1 && side(out.at(-2) as Vector2, out.at(-1) as Vector2, point) <= 0) out.pop();
      out.push(point);
    }
    out.pop();
    return out;
  };
  return sorted.length < 3 ? sorted : [...chain(sorted), ...chain([...sorted].reverse())];
}

/** Projects a body's outline vertically onto the plane through `on` with this normal. */
export function footprint(corners: Vector3[], at: Place, on: Vector3, normal: Vector3): Vector3[] {
  const flat = corners.map((corner) => {
    const point = corner.clone().applyQuaternion(at.turned).add(at.at);
    return new Vector2(point.x, point.z);
  });
  return convexHull(flat).map((point) => {
    const y = on.y - (normal.x * (point.x - on.x) + normal.z * (point.y - on.z)) / (normal.y || 1);
    return new Vector3(point.x, y, point.y);
  });
}

/** The distance along the ray to the box of a body; null if it misses. */
export function meets(ray: Ray, box: Box3, at: Place): number | null {
  const inside = new Matrix4().compose(at.at, at.turned, new Vector3(1, 1, 1)).invert();
  const local = ray.clone().applyMatrix4(inside);
  const hit = local.intersectBox(box, new Vector3());
  return hit ? hit.distanceTo(local.origin) : null;
}

/** The vertical distance from a body to the first one below it; null if there is none. */
export function dropBelow(corners: Vector3[], at: Place, others: { box: Box3; at: Place }[]): number | null {
  let least: number | null = null;
  for (const corner of corners) {
    const from = corner.clone().applyQuaternion(at.turned).add(at.at);
    const ray = new Ray(from, new Vector3(0, -1, 0));
    for (const other of others) {
      const far = meets(ray, other.box, other.at);
      if (far !== null && (least === null || far < least)) least = far;
    }
  }
  return least;
}
