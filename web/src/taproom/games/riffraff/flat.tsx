// The 2D picture of the ship for browsers without WebGL: seen from the stern, as outlines of the kit's
// shapes. It has the same interface as the 3D stage (stage/ship.ts).
import { signal } from '@preact/signals';
import { shapeOf } from '../../../plain/games/riffraff';
import type { ShipView } from '../../../stage/ship';
import { placePoint } from '../../../table/lower';
import type { Frame, Pose } from '../../../wire/frames';
import type { Picture } from './picture';
import type { RiffKit } from './view';

type Point = [number, number];
type Body = RiffKit['bodies'][number];
export type Part = {
  kind: 'hull' | 'yard' | 'piece' | 'held' | 'falling' | 'hand';
  points: Point[];
  colour: string;
};
type Insets = { top: number; right: number; bottom: number; left: number };

/** Micrometres: bodies below this height are absent. */
const GONE = -200000;
const WOOD = { hull: '#8d5a33', yard: '#d9ae74' };
const MOST_A_SECOND = 20;

/** The convex hull of points in a plane, anticlockwise. */
export function hullOf(points: Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const chain = (list: Point[]): Point[] => {
    const out: Point[] = [];
    for (const point of list) {
      for (;;) {
        const [o, a] = [out.at(-2), out.at(-1)];
        if (!o || !a || (a[0] - o[0]) * (point[1] - o[1]) - (a[1] - o[1]) * (point[0] - o[0]) > 0) break;
        out.pop();
      }
      out.push(point);
    }
    return out.slice(0, -1);
  };
  return [...chain(sorted), ...chain([...sorted].reverse())];
}

/** Half the size of the box around a shape, in micrometres. */
function halfSizeOf(shape: Body['shapes'][number]): [number, number, number] {
  const [a = 0, b = a, c = 0] = shape.size;
  if (shape.kind === 'box') return [a, b, c];
  if (shape.kind === 'sphere') return [a, a, a];
  return [a, a, shape.kind === 'capsule' ? a + b : b];
}

/** The outlines of a body's shapes from astern or from above, in micrometres; port is on the left. */
export function outlines(body: Body, pose: Pose, from: 'astern' | 'above' = 'astern'): Point[][] {
  return body.shapes.map((shape) => {
    const half = halfSizeOf(shape);
    const inside: Pose = { at: shape.at as Pose['at'], turned: shape.turned as Pose['turned'] };
    const corners = [-1, 1].flatMap((x) =>
      [-1, 1].flatMap((y) =>
        [-1, 1].map((z): [number, number, number] => [x * half[0], y * half[1], z * half[2]]),
      ),
    );
    return hullOf(
      corners.map((corner): Point => {
        const [x, y, z] = placePoint(pose, placePoint(inside, corner));
        return [-y, from === 'above' ? -x : -z];
      }),
    );
  });
}

/** Rotates a position about the ship's length axis; the angle is in millionths of a radian. */
const rolled = (at: Pose['at'], angle: number): Pose => ({
  at,
  turned: [Math.cos(angle / 2e6) * 1e6, Math.sin(angle / 2e6) * 1e6, 0, 0],
});

export class FlatShip implements Picture {
  readonly orbits = [];
  readonly parts = signal<Part[]>([]);
  readonly area = signal<number | null>(null);
  /** The outline of the held piece from above. */
  readonly above = signal<Point[]>([]);
  readonly isGreen = signal<boolean | null>(null);
  /** The outline of the target pose, from astern and from above. */
  readonly wanted = signal<{ astern: Point[][]; above: Point[] } | null>(null);
  private held = -1;
  private wish = '';
  private view: ShipView = { aboard: [], joints: [] };
  private isLive = false;
  private drawnAt = 0;
  private size = { width: 1, height: 1, insets: { top: 0, right: 0, bottom: 0, left: 0 } };

  constructor(readonly kit: RiffKit) {}

  show(view: ShipView): void {
    this.view = view;
    if (!this.isLive) this.parts.value = this.partsOf(this.posesOf(view), -1, []);
  }

  private posesOf(view: ShipView): Map<number, Pose> {
    const roll = rolled([0, 0, 0], view.joints[0] ?? 0);
    const poses = new Map<number, Pose>([[0, roll]]);
    this.kit.yards.forEach(({ body, at }, n) =>
      poses.set(
        this.bodyOf(body),
        rolled(placePoint(roll, at as Pose['at']), (view.joints[0] ?? 0) + (view.joints[2 + n] ?? 0)),
      ),
    );
    for (const { piece, pose } of view.aboard)
      poses.set(this.bodyOf(piece), {
        at: pose.slice(0, 3) as Pose['at'],
        turned: pose.slice(3) as Pose['turned'],
      });
    return poses;
  }

  private bodyOf(name: string): number {
    return this.kit.bodies.findIndex((body) => body.name === name);
  }

  private kindOf(number: number, name: string, held: number, falls: number[]): Part['kind'] {
    if (number === 0) return 'hull';
    if (this.kit.yards.some((yard) => yard.body === name)) return 'yard';
    if (name === 'hand') return 'hand';
    if (number === held) return 'held';
    return falls.includes(number) ? 'falling' : 'piece';
  }

  private colourOf(kind: Part['kind'], name: string): string {
    if (kind === 'hull') return WOOD.hull;
    if (kind === 'yard') return WOOD.yard;
    const colour = this.kit.shapes[shapeOf(name)]?.colour;
    return colour ? `rgb(${colour.join(' ')})` : 'none';
  }

  private partsOf(poses: Map<number, Pose>, held: number, falls: number[]): Part[] {
    return [...poses]
      .sort(([a], [b]) => a - b)
      .flatMap(([number, pose]) => {
        const body = this.kit.bodies[number];
        if (!body || (number > 0 && pose.at[2] < GONE)) return [];
        const kind = this.kindOf(number, body.name, held, falls);
        const colour = this.colourOf(kind, body.name);
        return outlines(body, pose).map((points): Part => ({ kind, points, colour }));
      });
  }

  takeFrame(frame: Frame): void {
    this.isLive = true;
    this.held = frame.held;
    this.isGreen.value = frame.held < 0 ? null : frame.release === 0;
    const now = Date.now();
    if (now - this.drawnAt < 1000 / MOST_A_SECOND) return;
    this.drawnAt = now;
    const [body, pose] = [this.kit.bodies[frame.held], frame.bodies[frame.held]];
    this.above.value = body && pose ? hullOf(outlines(body, pose, 'above').flat()) : [];
    this.parts.value = this.partsOf(new Map(frame.bodies.map((pose, number) => [number, pose])), frame.held, [
      ...frame.falls.keys(),
    ]);
  }

  /** Shows the target pose at once, while the piece itself still follows. */
  want(pose: Pose | null): void {
    const body = pose ? this.kit.bodies[this.held] : undefined;
    const wish = body && pose ? JSON.stringify([body.name, pose]) : '';
    if (wish === this.wish) return;
    this.wish = wish;
    this.wanted.value =
      body && pose
        ? { astern: outlines(body, pose), above: hullOf(outlines(body, pose, 'above').flat()) }
        : null;
  }

  endSession(): void {
    this.isLive = false;
    this.isGreen.value = null;
    this.above.value = [];
    this.show(this.view);
  }

  light(area: number | null): void {
    this.area.value = area;
  }

  resize(width: number, height: number, insets: Insets): void {
    this.size = { width, height, insets };
  }

  /** Micrometres per pixel, so that the whole catch plane fits. */
  private get scale(): number {
    const { from, to } = this.kit.catch_plane;
    const { width, height, insets } = this.size;
    return Math.max(
      (to[0] - from[0]) / Math.max(1, width - insets.left - insets.right),
      (to[1] - from[1]) / Math.max(1, height - insets.top - insets.bottom),
    );
  }

  /** Depth is not visible: a movement upwards moves the piece towards the bow. */
  get plane(): Picture['plane'] {
    const scale = this.scale;
    return { right: [0, -scale], up: [scale, 0], rise: scale };
  }

  catchPoint(x: number, y: number): [number, number] {
    const { from, to } = this.kit.catch_plane;
    const { width, height, insets } = this.size;
    const [right, down] = [
      x - (insets.left + width - insets.right) / 2,
      y - (insets.top + height - insets.bottom) / 2,
    ];
    return [(from[0] + to[0]) / 2 - right * this.scale, (from[1] + to[1]) / 2 - down * this.scale];
  }

  /** There are no other cameras. */
  look(): void {}
  orbit(): void {}
  porthole(): void {}
  height(): null { return null; }
  areaTag(): null { return null; }
  dispose(): void {}
}

const pointsOf = (points: Point[]): string =>
  points.map((point) => point.map(Math.round).join(',')).join(' ');

/** The held piece and its area from above, bow at the top, because depth is not visible from astern. */
function FlatAbove(props: { ship: FlatShip; area: RiffKit['areas'][number] }) {
  const { ship, area } = props;
  const way = ship.isGreen.value ? 'fits' : 'fits-not';
  return (
    <svg class="flat-above" viewBox="-180000 -180000 360000 360000" aria-hidden="true" focusable="false">
      <rect
        class={`over ${way}`}
        x={-area.to[1]}
        y={-area.to[0]}
        width={area.to[1] - area.from[1]}
        height={area.to[0] - area.from[0]}
      />
      <polygon class="held" points={pointsOf(ship.above.value)} />
      {ship.wanted.value && <polygon class="wanted" points={pointsOf(ship.wanted.value.above)} />}
    </svg>
  );
}

/** The open hand, as it catches: the circle within its outline. */
function Disc(props: { points: Point[] }) {
  const range = (axis: 0 | 1): Point => {
    const all = props.points.map((point) => point[axis]);
    return [Math.min(...all), Math.max(...all)];
  };
  const [[left, right], [top, bottom]] = [range(0), range(1)];
  return <circle class="hand" cx={(left + right) / 2} cy={(top + bottom) / 2} r={(right - left) / 2} />;
}

export function Flat(props: { ship: FlatShip }) {
  const { ship } = props;
  const { from, to } = ship.kit.catch_plane;
  const area = ship.kit.areas.find((one) => one.number === ship.area.value);
  return (
    <>
      <svg
        class="flat-ship"
        viewBox={`${-to[0]} ${-to[1]} ${to[0] - from[0]} ${to[1] - from[1]}`}
        aria-hidden="true"
        focusable="false"
      >
        {/* To both edges of the window and down to the lowest one, whatever part of it the ship fills. */}
        <rect class="sea" x={-9 * to[0]} y="100000" width={18 * to[0]} height={18 * to[0]} />
        {ship.parts.value.map((part, i) =>
          part.kind === 'hand' ? (
            <Disc key={i} points={part.points} />
          ) : (
            <polygon key={i} class={part.kind} fill={part.colour} points={pointsOf(part.points)} />
          ),
        )}
        {ship.wanted.value?.astern.map((points, i) => (
          <polygon key={`wanted ${i}`} class="wanted" points={pointsOf(points)} />
        ))}
        {area && (
          <path
            class={`lit ${ship.isGreen.value === null ? '' : ship.isGreen.value ? 'fits' : 'fits-not'}`}
            d={`M${-area.from[1]} ${-area.z}H${-area.to[1]}`}
          />
        )}
      </svg>
      {area && ship.above.value.length > 0 && <FlatAbove ship={ship} area={area} />}
    </>
  );
}
