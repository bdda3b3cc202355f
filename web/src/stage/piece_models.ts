// Meshes of the eight wooden shapes of Riff Raff. Sizes are those of the kit's bodies, so that pieces touch
// where the simulated bodies touch. Colours, lips, bands and ears are decoration.
import {
  BoxGeometry,
  BufferAttribute,
  type BufferGeometry,
  CapsuleGeometry,
  Color,
  CylinderGeometry,
  ExtrudeGeometry,
  LatheGeometry,
  Path,
  Quaternion,
  Shape,
  SphereGeometry,
  Vector2,
} from 'three';
import { canvas, Dice, grain, merged, texture, toon, withOutline } from './ink';
import { toStage, turnToStage } from './pose';

export type KitShape = {
  kind: 'box' | 'sphere' | 'cylinder' | 'capsule';
  size: number[];
  at: number[];
  turned: number[];
};
export type KitBody = { name: string; shapes: KitShape[] };

const MICRO = 1e-6;
const COLOUR = {
  natural: '#d9ae74',
  orange: '#d8803a',
  red: '#b2492f',
  green: '#6d8f46',
  blue: '#3f78a8',
  sky: '#84bfdc',
  grey: '#8f8a86',
  dark: '#4a3224',
  pale: '#ecd2a2',
  ochre: '#d3a043',
  linen: '#e9e0c8',
  rose: '#c98f86',
  ink: '#2b1c12',
};

/** Gives all vertices one colour, which is multiplied with the grain texture. */
export function painted(form: BufferGeometry, colour: string): BufferGeometry {
  const plain = form.index ? form.toNonIndexed() : form;
  const tint = new Color(colour);
  const count = plain.getAttribute('position').count;
  const colours = new Float32Array(count * 3);
  for (let i = 0; i < count; i++) tint.toArray(colours, i * 3);
  plain.setAttribute('color', new BufferAttribute(colours, 3));
  return plain;
}

/** The material of all painted wood. */
export function paintedWood(): ReturnType<typeof toon> {
  const sheet = canvas(256, 256, (brush, w, h) =>
    grain(brush, new Dice(41), 0, 0, w, h, { base: '#f4f4f4', dark: '#8a7668', light: '#ffffff' }, 30),
  );
  return toon({ map: texture(sheet, 1), vertexColors: true });
}

export const box = (
  x: number,
  y: number,
  z: number,
  at: [number, number, number] = [0, 0, 0],
): BufferGeometry => new BoxGeometry(x, y, z).translate(...at);

/** A shape of the kit, in the axes of the stage. */
export function formOf(shape: KitShape): BufferGeometry {
  const [a = 0, b = 0, c = 0] = shape.size.map((number) => number * MICRO);
  const form = shape.kind === 'box' ? new BoxGeometry(2 * a, 2 * c, 2 * b)
    : shape.kind === 'sphere' ? new SphereGeometry(a, 24, 16)
      : shape.kind === 'capsule' ? new CapsuleGeometry(a, 2 * b, 8, 20)
        : new CylinderGeometry(a, a, 2 * b, 32);
  const turned: Quaternion = turnToStage(shape.turned);
  const at = toStage(shape.at);
  return form.applyQuaternion(turned).translate(at.x, at.y, at.z);
}

const part = (shapes: KitShape[], n: number): KitShape => shapes[n] as KitShape;
const half = (shape: KitShape, axis: number): number => (shape.size[axis] ?? 0) * MICRO;

function lathe(points: [number, number][], colour: string): BufferGeometry {
  return painted(new LatheGeometry(points.map(([x, y]) => new Vector2(x, y)), 28), colour);
}

/** As wide as the capsule on which it rolls; its ends are inside the box on which it stands. */
function barrel(shapes: KitShape[]): BufferGeometry[] {
  const radius = half(part(shapes, 0), 0);
  const high = half(part(shapes, 1), 2);
  const end = half(part(shapes, 1), 0) * 1.1;
  const side: [number, number][] = [[0, -high]];
  for (let i = 0; i <= 10; i++) {
    const y = -1 + i / 5;
    side.push([end + (radius - end) * (1 - y * y), y * high]);
  }
  side.push([0, high]);
  const hoop = (y: number): BufferGeometry => {
    const wide = end + (radius - end) * (1 - (y / high) ** 2) + 0.0003;
    return painted(new CylinderGeometry(wide, wide, 0.003, 28, 1, true).translate(0, y, 0), COLOUR.dark);
  };
  return [lathe(side, COLOUR.orange), hoop(-high * 0.55), hoop(high * 0.55)];
}

/** A round body on a foot, and a neck with a lip. */
function flask(shapes: KitShape[]): BufferGeometry[] {
  const belly = half(part(shapes, 0), 0);
  const foot = half(part(shapes, 1), 0);
  const neck = half(part(shapes, 2), 0) * 0.82;
  const middle = toStage(part(shapes, 0).at).y;
  const low = toStage(part(shapes, 1).at).y - half(part(shapes, 1), 2);
  const top = toStage(part(shapes, 2).at).y + half(part(shapes, 2), 1) + half(part(shapes, 2), 0);
  const points: [number, number][] = [[0, low], [foot, low], [foot, low + 0.002]];
  for (let i = 0; i <= 8; i++) {
    const angle = -0.85 + (i / 8) * 2.05;
    points.push([belly * Math.cos(angle), middle + belly * Math.sin(angle)]);
  }
  points.push(
    [neck, middle + belly * 1.06],
    [neck, top - 0.004],
    [neck * 1.28, top - 0.004],
    [neck * 1.28, top - 0.001],
  );
  const cork = painted(
    new CylinderGeometry(neck * 0.8, neck * 0.9, 0.003, 20).translate(0, top - 0.0005, 0),
    COLOUR.pale,
  );
  return [lathe([...points, [0, top - 0.001]], COLOUR.red), cork];
}

function crate(shapes: KitShape[]): BufferGeometry[] {
  const edge = 2 * half(part(shapes, 0), 0);
  const bands = [-1, 1].map((side) =>
    painted(box(edge + 0.0008, edge * 0.14, edge + 0.0008, [0, side * edge * 0.41, 0]), COLOUR.dark),
  );
  return [painted(box(edge, edge, edge), COLOUR.green), ...bands];
}

function chest(shapes: KitShape[]): BufferGeometry[] {
  const [body, lid] = [part(shapes, 0), part(shapes, 1)];
  const [long, wide, high] = [2 * half(body, 0), 2 * half(body, 1), 2 * half(body, 2)];
  const y = toStage(body.at).y;
  const cover = new CylinderGeometry(half(lid, 0), half(lid, 0), long, 20)
    .rotateZ(Math.PI / 2)
    .scale(1, 1, wide / 2 / half(lid, 0));
  cover.translate(0, toStage(lid.at).y, 0);
  const bands = [-1, 1].map((side) => {
    const band = new CylinderGeometry(half(lid, 0) + 0.0005, half(lid, 0) + 0.0005, long * 0.09, 20)
      .rotateZ(Math.PI / 2)
      .scale(1, 1, wide / 2 / half(lid, 0));
    return painted(
      merged([
        box(long * 0.09, high + 0.0006, wide + 0.0008, [0, y, 0]).deleteAttribute('uv'),
        band.translate(0, toStage(lid.at).y, 0).deleteAttribute('uv'),
      ]).translate(side * long * 0.36, 0, 0),
      COLOUR.ochre,
    );
  });
  const lock = painted(box(long * 0.17, high * 0.5, wide + 0.0016, [0, y + high * 0.3, 0]), COLOUR.ochre);
  return [painted(box(long, high, wide, [0, y, 0]), COLOUR.sky), painted(cover, COLOUR.sky), ...bands, lock];
}

/** Pointed at both ends and hollow, within the boxes of its boards. */
function boat(shapes: KitShape[]): BufferGeometry[] {
  const [floor, side, stem] = [part(shapes, 0), part(shapes, 1), part(shapes, 3)];
  const long = toStage(stem.at).x + half(stem, 0);
  const wide = Math.abs(toStage(side.at).z) + half(side, 1);
  const low = toStage(floor.at).y - half(floor, 2);
  const top = toStage(side.at).y + half(side, 2);
  const outline = <Kind extends Path>(path: Kind, length: number, width: number): Kind => {
    path.moveTo(-length, 0);
    path.bezierCurveTo(-length * 0.7, width * 1.25, length * 0.7, width * 1.25, length, 0);
    path.bezierCurveTo(length * 0.7, -width * 1.25, -length * 0.7, -width * 1.25, -length, 0);
    return path;
  };
  const extruded = (shape: Shape, from: number, to: number): BufferGeometry =>
    new ExtrudeGeometry(shape, { depth: to - from, bevelEnabled: false, curveSegments: 12 })
      .rotateX(-Math.PI / 2)
      .translate(0, from, 0);
  const wall = outline(new Shape(), long, wide);
  wall.holes.push(outline(new Path(), long - 0.0045, wide - 0.0028));
  return [
    painted(
      extruded(outline(new Shape(), long - 0.002, wide - 0.0015), low, low + 2 * half(floor, 2)),
      COLOUR.natural,
    ),
    painted(extruded(wall, low + 0.002, top), COLOUR.natural),
    painted(box(0.004, 0.0018, 2 * wide - 0.005, [-long * 0.25, top - 0.0035, 0]), COLOUR.pale),
    painted(box(0.004, 0.0018, 2 * wide - 0.005, [long * 0.25, top - 0.0035, 0]), COLOUR.pale),
  ];
}

/** Made to hang over a yard: legs on one side, arms and head on the other. */
function sailor(shapes: KitShape[]): BufferGeometry[] {
  const [belly, legs, arms, head] = [part(shapes, 0), part(shapes, 1), part(shapes, 2), part(shapes, 3)];
  const round = half(head, 0);
  const at = toStage(head.at);
  const hat = new CylinderGeometry(round * 0.55, round * 1.02, round * 0.7, 20)
    .rotateZ(-0.9)
    .translate(at.x + round * 0.5, at.y + round * 0.5, 0);
  const hand = toStage(arms.at);
  const foot = toStage(legs.at);
  return [
    painted(formOf(belly), COLOUR.blue),
    painted(formOf(legs), COLOUR.linen),
    painted(formOf(arms), COLOUR.blue),
    painted(formOf(head), COLOUR.pale),
    painted(hat, COLOUR.dark),
    painted(
      box(2 * half(arms, 0) + 0.0006, 0.006, 2 * half(arms, 1) + 0.0006, [
        hand.x,
        hand.y - half(arms, 2) + 0.003,
        0,
      ]),
      COLOUR.pale,
    ),
    painted(
      box(2 * half(legs, 0) + 0.0006, 0.005, 2 * half(legs, 1) + 0.0006, [
        foot.x,
        foot.y - half(legs, 2) + 0.0025,
        0,
      ]),
      COLOUR.ink,
    ),
  ];
}

function rat(shapes: KitShape[]): BufferGeometry[] {
  const [body, head] = [part(shapes, 0), part(shapes, 1)];
  const at = toStage(head.at);
  const round = half(head, 0);
  const trunk = new CapsuleGeometry(half(body, 2) * 1.02, 2 * (half(body, 0) - half(body, 2)), 8, 20)
    .rotateZ(Math.PI / 2)
    .scale(1, 1, half(body, 1) / half(body, 2));
  const ear = (side: number): BufferGeometry =>
    painted(
      new SphereGeometry(round * 0.48, 14, 10)
        .scale(0.5, 1, 1)
        .translate(at.x - round * 0.45, at.y + round * 0.85, side * round * 0.62),
      COLOUR.rose,
    );
  const eye = (side: number): BufferGeometry =>
    painted(
      new SphereGeometry(round * 0.17, 10, 8).translate(
        at.x + round * 0.62,
        at.y + round * 0.45,
        side * round * 0.5,
      ),
      COLOUR.ink,
    );
  const snout = new SphereGeometry(round * 0.42, 14, 10)
    .scale(1.2, 0.8, 0.8)
    .translate(at.x + round * 0.8, at.y - round * 0.1, 0);
  return [
    painted(trunk, COLOUR.grey),
    painted(formOf(head), COLOUR.grey),
    painted(snout, COLOUR.rose),
    ear(-1),
    ear(1),
    eye(-1),
    eye(1),
    ...shapes.slice(2).map((shape) => painted(formOf(shape), COLOUR.rose)),
  ];
}

const plank = (shapes: KitShape[]): BufferGeometry[] => [
  painted(formOf(part(shapes, 0)), COLOUR.dark),
  ...[-1, 1].map((side) =>
    painted(
      box(0.004, 2 * half(part(shapes, 0), 2) + 0.0006, 2 * half(part(shapes, 0), 1) + 0.0006, [
        side * half(part(shapes, 0), 0) * 0.82,
        0,
        0,
      ]),
      '#6b4a34',
    ),
  ),
];

const MAKERS: Record<string, (shapes: KitShape[]) => BufferGeometry[]> = {
  boat,
  barrel,
  flask,
  crate,
  sailor,
  plank,
  rat,
  chest,
};

/** A shape's geometry with colours and outline; an unknown shape is drawn as its bodies in the kit. */
export function pieceForm(shape: string, shapes: KitShape[]): BufferGeometry {
  const make = MAKERS[shape] ?? ((all: KitShape[]) => all.map((one) => painted(formOf(one), COLOUR.natural)));
  const forms = make(shapes).map((form) => withUv(form));
  return withOutline(merged(forms));
}

/** Adds texture coordinates, which geometries must all have to be merged. */
function withUv(form: BufferGeometry): BufferGeometry {
  const position = form.getAttribute('position');
  const uv = new Float32Array(position.count * 2);
  for (let i = 0; i < position.count; i++) {
    uv[2 * i] = position.getX(i) * 22 + position.getZ(i) * 9;
    uv[2 * i + 1] = position.getY(i) * 22 + position.getZ(i) * 14;
  }
  form.setAttribute('uv', new BufferAttribute(uv, 2));
  return form;
}
