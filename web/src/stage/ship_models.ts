// Meshes of Riff Raff's ship, rig and sea. Deck, mast and yards have the sizes of the kit. The hull around
// the deck's boxes, flag, pegs and waves are decoration and not simulated.
import {
  BufferAttribute,
  BufferGeometry,
  type CanvasTexture,
  CylinderGeometry,
  ExtrudeGeometry,
  Group,
  Mesh,
  MeshBasicMaterial,
  type MeshToonMaterial,
  PlaneGeometry,
  Shape,
  ShapeGeometry,
  SphereGeometry,
  Vector2,
} from 'three';
import {
  type Brush,
  canvas,
  Dice,
  FACE,
  grain,
  INK,
  merged,
  solid,
  texture,
  toon,
  withOutline,
  type Wood,
} from './ink';
import { formOf, type KitBody, type KitShape, painted, paintedWood } from './piece_models';
import { toStage } from './pose';

export type KitArea = {
  number: number;
  body: string;
  from: [number, number];
  to: [number, number];
  z: number;
};
export type ShipKit = {
  hz: number;
  areas: KitArea[];
  yards: { body: string; at: number[]; peg: number[] }[];
  bodies: KitBody[];
  catch_plane: { from: [number, number]; to: [number, number] };
  catch_hand: { radius: number };
  lost: number;
};

const MICRO = 1e-6;
const DECK_WOOD: Wood = { base: '#cf9d63', dark: '#80552a', light: '#f0cd96' };
const YARD_WOOD: Wood = { base: '#d9ae74', dark: '#80552a', light: '#f7dcae' };
const STRAKES: Wood[] = ['#8d5a33', '#835230', '#96623a', '#7b4c2b'].map((base) => ({
  base,
  dark: '#3d2110',
  light: '#c08a57',
}));

/** Half of the deck's outline around the kit's boxes, from the stern along port to the bow, in metres. */
const HALF: [number, number][] = [
  [-0.149, 0],
  [-0.1485, 0.018],
  [-0.146, 0.031],
  [-0.139, 0.0395],
  [-0.118, 0.0445],
  [-0.09, 0.0468],
  [-0.04, 0.0478],
  [0.02, 0.0478],
  [0.07, 0.0472],
  [0.096, 0.0455],
  [0.12, 0.0405],
  [0.14, 0.0325],
  [0.158, 0.0215],
  [0.17, 0.0105],
  [0.178, 0],
];
/** Depth and inset of each ring of the hull. */
const RINGS: [number, number][] = [
  [-0.0035, -0.0012],
  [0, 0],
  [0.006, 0.0006],
  [0.016, 0.0036],
  [0.027, 0.0088],
  [0.038, 0.0155],
  [0.046, 0.0225],
];

const outline = (): Vector2[] =>
  [
    ...HALF,
    ...HALF.slice(1, -1)
      .reverse()
      .map(([x, y]): [number, number] => [x, -y]),
  ].map(([x, y]) => new Vector2(x, y));

function drawStrakes(brush: Brush, width: number, height: number): void {
  const dice = new Dice(7);
  const rows = 8;
  for (let row = 0; row < rows; row++) {
    const y = (row * height) / rows;
    grain(brush, dice, 0, y, width, height / rows + 1, STRAKES[row % STRAKES.length] as Wood, 14);
    brush.fillStyle = '#2c170b';
    brush.fillRect(0, y, width, 3);
  }
  // A light rubbing strake below the rail, and a red one under it.
  brush.fillStyle = '#e8cfa0';
  brush.fillRect(0, height * 0.1, width, height * 0.055);
  brush.fillStyle = '#a9432a';
  brush.fillRect(0, height * 0.155, width, height * 0.09);
  brush.fillStyle = INK;
  for (const y of [0.1, 0.155, 0.245]) brush.fillRect(0, height * y, width, 2.5);
}

/** The hull's geometry: rings of the outline, each deeper and narrower; `deck` is the deck's height. */
function hullForm(deck: number): BufferGeometry {
  const edge = outline();
  const count = edge.length;
  const normals = edge.map((_, i) => {
    const [before, after] = [edge[(i + count - 1) % count] as Vector2, edge[(i + 1) % count] as Vector2];
    return new Vector2(before.y - after.y, after.x - before.x).normalize();
  });
  const corner = (ring: number, i: number): [number, number, number] => {
    const [deep, drawn] = RINGS[ring] as [number, number];
    const [at, out] = [edge[i % count] as Vector2, normals[i % count] as Vector2];
    return [at.x - out.x * drawn, deck - deep, -(at.y - out.y * drawn)];
  };
  const [places, uvs]: [number[], number[]] = [[], []];
  const put = (ring: number, i: number): void => {
    places.push(...corner(ring, i));
    uvs.push((i / count) * 3, 1 - ring / (RINGS.length - 1));
  };
  for (let ring = 0; ring + 1 < RINGS.length; ring++)
    for (let i = 0; i < count; i++) {
      for (const [r, n] of [
        [ring, i],
        [ring, i + 1],
        [ring + 1, i],
        [ring + 1, i],
        [ring, i + 1],
        [ring + 1, i + 1],
      ] as const)
        put(r, n);
    }
  // The bottom is a fan.
  const last = RINGS.length - 1;
  for (let i = 0; i < count; i++) {
    put(last, i);
    put(last, i + 1);
    places.push(0, deck - (RINGS[last] as [number, number])[0] - 0.002, 0);
    uvs.push(0.5, 0);
  }
  const form = new BufferGeometry();
  form.setAttribute('position', new BufferAttribute(new Float32Array(places), 3));
  form.setAttribute('uv', new BufferAttribute(new Float32Array(uvs), 2));
  form.computeVertexNormals();
  return withOutline(form);
}

const DECK_SHEET = { width: 1280, height: 384, scale: 3800 };

/** The deck's texture: boards, the lines between its four areas, and their numbers. */
function drawDeck(brush: Brush, areas: KitArea[]): void {
  const { width, height, scale } = DECK_SHEET;
  const dice = new Dice(13);
  const rows = 12;
  for (let row = 0; row < rows; row++) {
    grain(brush, dice, 0, (row * height) / rows, width, height / rows + 1, DECK_WOOD, 8);
    brush.fillStyle = 'rgba(70,38,16,.5)';
    brush.fillRect(0, (row * height) / rows, width, 2);
  }
  const [middle, across] = [width / 2, height / 2];
  brush.fillStyle = '#5a3417';
  brush.fillRect(0, across - 3, width, 6);
  brush.fillRect(middle - 3, 0, 6, height);
  for (const { number, from, to } of areas) {
    const x = middle + (((from[0] + to[0]) / 2) * 0.92 * MICRO) * scale;
    const y = across - ((from[1] + to[1]) / 2) * MICRO * scale;
    drawNumber(brush, String(number), x, y, 46, Math.PI / 2);
  }
}

/** Draws a number in a ring, as if burnt into the wood. */
function drawNumber(
  brush: Brush,
  words: string,
  x: number,
  y: number,
  radius: number,
  turn: number,
  paper?: string,
): void {
  brush.save();
  brush.translate(x, y);
  brush.rotate(turn);
  if (paper) {
    brush.fillStyle = paper;
    brush.beginPath();
    brush.arc(0, 0, radius, 0, 7);
    brush.fill();
  }
  brush.strokeStyle = brush.fillStyle = '#2b1c12';
  brush.lineWidth = radius * 0.09;
  brush.beginPath();
  brush.arc(0, 0, radius * 0.94, 0, 7);
  brush.stroke();
  brush.font = `700 ${radius * (words.length > 1 ? 1.2 : 1.5)}px ${FACE}`;
  brush.textAlign = 'center';
  brush.textBaseline = 'alphabetic';
  const box = brush.measureText(words);
  brush.fillText(words, 0, (box.actualBoundingBoxAscent - box.actualBoundingBoxDescent) / 2);
  brush.restore();
}

function deckForm(deck: number): BufferGeometry {
  const form = new ShapeGeometry(new Shape(outline()));
  const [position, uv] = [form.getAttribute('position'), form.getAttribute('uv')];
  const { width, height, scale } = DECK_SHEET;
  for (let i = 0; i < position.count; i++)
    uv.setXY(i, 0.5 + (position.getX(i) * scale) / width, 0.5 + (position.getY(i) * scale) / height);
  return form.rotateX(-Math.PI / 2).translate(0, deck + 0.0001, 0);
}

function flagForm(top: number): BufferGeometry {
  const flag = new Shape();
  flag.moveTo(0, 0);
  flag.quadraticCurveTo(0.02, 0.006, 0.044, -0.001);
  flag.lineTo(0.036, 0.01);
  flag.lineTo(0.046, 0.02);
  flag.quadraticCurveTo(0.02, 0.027, 0, 0.02);
  const form = new ExtrudeGeometry(flag, { depth: 0.0008, bevelEnabled: false });
  // The flag points to starboard, so that it is visible from astern.
  return painted(form.rotateY(-Math.PI / 2).translate(0, top - 0.026, 0.006), '#b2492f');
}

/** The mast with its knob, pegs and flag, and the keel's rod and ball. */
function rigForm(hull: KitShape[], yards: ShipKit['yards']): BufferGeometry {
  const [mast, rod, ball] = [
    hull.find((one) => one.kind === 'capsule'),
    hull.filter((one) => one.kind === 'capsule')[1],
    hull.find((one) => one.kind === 'sphere'),
  ];
  const forms: BufferGeometry[] = [];
  if (mast) {
    const top = toStage(mast.at).y + (mast.size[1] ?? 0) * MICRO;
    forms.push(
      painted(formOf(mast), '#a06f40'),
      painted(new SphereGeometry(0.0105, 24, 16).translate(0, top + 0.006, 0), '#d3a043'),
      flagForm(top),
    );
  }
  for (const { peg } of yards)
    forms.push(
      painted(
        new CylinderGeometry(0.003, 0.003, 0.034, 14)
          .rotateZ(Math.PI / 2)
          .translate(0, toStage(peg).y - 0.0032, 0),
        '#4a3224',
      ),
    );
  if (rod) forms.push(painted(formOf(rod), '#4a3224'));
  if (ball) forms.push(painted(formOf(ball), '#3b3a3d'));
  // Cleats and a hatch for decoration. They are at the foot of the mast, where no piece can lie.
  forms.push(painted(new CylinderGeometry(0.0095, 0.011, 0.004, 20).translate(0, 0.042, 0), '#7b4c2b'));
  for (const form of forms) {
    form.deleteAttribute('uv');
    const position = form.getAttribute('position');
    const uv = new Float32Array(position.count * 2);
    for (let i = 0; i < position.count; i++)
      uv.set([position.getX(i) * 30 + position.getZ(i) * 30, position.getY(i) * 6], 2 * i);
    form.setAttribute('uv', new BufferAttribute(uv, 2));
  }
  return withOutline(merged(forms));
}

/** A texture with text, which is drawn again when the typeface has been loaded. */
export type Lettered = { redraw(): void };

function lettered(
  width: number,
  height: number,
  draw: (brush: Brush) => void,
): { map: CanvasTexture } & Lettered {
  const sheet = canvas(width, height, draw);
  const map = texture(sheet);
  return {
    map,
    redraw() {
      draw(sheet.getContext('2d') as Brush);
      map.needsUpdate = true;
    },
  };
}

export function makeShip(kit: ShipKit): { thing: Group; letters: Lettered } {
  const shapes = kit.bodies[0]?.shapes ?? [];
  const parts = kit.areas.filter((area) => area.body === 'ship');
  const deck = (parts[0]?.z ?? 40000) * MICRO;
  const { map, redraw } = lettered(DECK_SHEET.width, DECK_SHEET.height, (brush) => drawDeck(brush, parts));
  const thing = new Group();
  const boards = new Mesh(deckForm(deck), toon({ map }));
  boards.receiveShadow = true;
  thing.add(
    solid(hullForm(deck), toon({ map: texture(canvas(1024, 256, drawStrakes), 1) })),
    boards,
    solid(rigForm(shapes, kit.yards), paintedWood()),
  );
  return { thing, letters: { redraw } };
}

const NUMBER = 128;

/** A texture atlas with the numbers of all areas: one row burnt into wood, one on paper. */
function drawNumbers(brush: Brush, areas: KitArea[]): void {
  brush.clearRect(0, 0, NUMBER * areas.length, NUMBER * 2);
  areas.forEach(({ number }, i) => {
    drawNumber(brush, String(number), (i + 0.5) * NUMBER, NUMBER / 2, 58, 0);
    drawNumber(brush, String(number), (i + 0.5) * NUMBER, NUMBER * 1.5, 58, 0, '#f4ead2');
  });
}

/** A plate with a number of the atlas: on top of a yard, or on its side towards the stern. */
function plate(size: number, index: number, count: number, isPaper: boolean): BufferGeometry {
  const form = new PlaneGeometry(size, size);
  const uv = form.getAttribute('uv');
  for (let i = 0; i < uv.count; i++)
    uv.setXY(i, (index + uv.getX(i)) / count, (isPaper ? 0 : 0.5) + uv.getY(i) / 2);
  return form.toNonIndexed();
}

export type Yard = { thing: Group; wood: MeshToonMaterial; marks: MeshBasicMaterial };

export function makeYards(kit: ShipKit): { yards: Yard[]; letters: Lettered } {
  const wood = texture(
    canvas(256, 256, (brush, w, h) => grain(brush, new Dice(19), 0, 0, w, h, YARD_WOOD, 50)),
    14,
  );
  const { map, redraw } = lettered(NUMBER * kit.areas.length, NUMBER * 2, (brush) =>
    drawNumbers(brush, kit.areas),
  );
  const yards = kit.yards.map(({ body }) => {
    const [x = 0, y = 0, z = 0] = (kit.bodies.find((one) => one.name === body)?.shapes[0]?.size ?? []).map(
      (number) => number * MICRO,
    );
    const material: MeshToonMaterial = toon({ map: wood });
    const marks = new MeshBasicMaterial({
      map,
      transparent: true,
      depthWrite: false,
      polygonOffset: true,
      polygonOffsetFactor: -2,
      polygonOffsetUnits: -4,
    });
    const thing = new Group();
    const numbers = new Mesh(yardMarks(kit.areas, body, x, y, z), marks);
    numbers.renderOrder = 2;
    thing.add(solid(yardForm(x, y, z), material), numbers);
    return { thing, wood: material, marks };
  });
  return { yards, letters: { redraw } };
}

/** A yard: a board with round ends across the ship. */
function yardForm(halfLong: number, halfWide: number, halfHigh: number): BufferGeometry {
  const board = new Shape();
  const round = halfLong * 0.7;
  board.moveTo(-halfLong, -halfWide + round);
  board.lineTo(-halfLong, halfWide - round);
  board.quadraticCurveTo(-halfLong, halfWide, 0, halfWide);
  board.quadraticCurveTo(halfLong, halfWide, halfLong, halfWide - round);
  board.lineTo(halfLong, -halfWide + round);
  board.quadraticCurveTo(halfLong, -halfWide, 0, -halfWide);
  board.quadraticCurveTo(-halfLong, -halfWide, -halfLong, -halfWide + round);
  return new ExtrudeGeometry(board, { depth: 2 * halfHigh, bevelEnabled: false, curveSegments: 8 })
    .rotateX(-Math.PI / 2)
    .translate(0, -halfHigh, 0);
}

function yardMarks(
  areas: KitArea[],
  body: string,
  halfLong: number,
  halfWide: number,
  halfHigh: number,
): BufferGeometry {
  const forms = areas.flatMap((area, index) => {
    if (area.body !== body) return [];
    // Odd numbers are on the port side, which is +y in the kit and -z here.
    const side = area.to[1] > 0 ? -1 : 1;
    const top = plate(0.02, index, areas.length, false).rotateX(-Math.PI / 2).rotateY(-Math.PI / 2);
    top.translate(0, halfHigh + 0.0002, side * (halfWide - 0.018));
    const front = plate(0.0105, index, areas.length, true).rotateY(-Math.PI / 2);
    front.translate(-halfLong - 0.0002, 0, side * (halfWide - 0.0175));
    return [top, front];
  });
  return merged(forms);
}

export const HAZE = '#86aaa8';
const SKY_SPAN = 0.6;
const WATER = -0.15;
/** Metres: the waves extend below the visible part. */
const DEEP = 0.8;
/** Rows of waves across the view from the stern: position, height of the crest under the ship, colour. */
const WAVES: [number, number, string][] = [
  [-0.36, 0, '#1f4c5f'],
  [-0.28, 0.004, '#2a6076'],
  [-0.2, 0.03, '#357690'],
  [-0.115, 0.088, '#2f6a82'],
  [-0.045, 0.126, '#4688a2'],
  [0.05, 0.122, '#357690'],
  [0.13, 0.07, '#2a6076'],
  [0.24, 0.02, '#4688a2'],
  [0.4, 0.008, '#357690'],
  [0.6, 0.012, '#2f6a82'],
];

function waveForm(x: number, crest: number, colour: string, n: number): BufferGeometry {
  const wide = 1.3;
  const shape = new Shape();
  shape.moveTo(-wide, -DEEP);
  for (let s = -wide; s <= wide + 1e-9; s += 0.01) {
    const hill =
      crest * Math.exp(-((s / 0.1) ** 2)) +
      0.5 * crest * Math.exp(-(((s - 0.16) / 0.08) ** 2)) * Math.abs(Math.sin(n));
    const ripple = 0.0085 * Math.sin(s * 31 + n * 2.1) + 0.0035 * Math.sin(s * 77 + n);
    shape.lineTo(s, hill + ripple * (crest > 0.05 && Math.abs(s) < 0.11 ? 0.5 : 1));
  }
  shape.lineTo(wide, -DEEP);
  const form = new ExtrudeGeometry(shape, { depth: 0.008, bevelEnabled: false });
  return painted(form.rotateY(-Math.PI / 2).translate(x, WATER, 0), colour);
}

/** Draws lines of foam along a wave. */
function drawFoam(brush: Brush, width: number, height: number): void {
  brush.fillStyle = '#ffffff';
  brush.fillRect(0, 0, width, height);
  brush.lineCap = 'round';
  for (let row = 0; row < 4; row++) {
    brush.strokeStyle = row % 2 ? 'rgba(16,50,64,.2)' : 'rgba(16,50,64,.11)';
    brush.lineWidth = 5;
    brush.beginPath();
    for (let step = 0; step <= 32; step++) {
      const x = (step / 32) * width;
      brush.lineTo(
        x,
        ((row + 0.5) * height) / 4 +
          7 * Math.sin((step / 32) * 2 * Math.PI + row * 1.3) +
          3 * Math.sin((step / 32) * 6 * Math.PI),
      );
    }
    brush.stroke();
  }
}

export function makeSea(): Group {
  const sea = new Group();
  const waves = withOutline(merged(WAVES.map(([x, crest, colour], n) => waveForm(x, crest, colour, n))));
  const rows = solid(waves, toon({ vertexColors: true, map: texture(canvas(256, 128, drawFoam), 11) }));
  (rows.material as MeshToonMaterial).map?.repeat.set(11, 22);
  const floor = new Mesh(new PlaneGeometry(9, 9), toon({ color: '#2c6478' }));
  floor.rotation.x = -Math.PI / 2;
  floor.position.y = WATER - 0.02;
  floor.receiveShadow = true;
  sea.add(rows, floor);
  return sea;
}

/** The evening sky's gradient: haze below the middle, dark above. */
export function makeSky(): CanvasTexture {
  const sky = texture(
    canvas(16, 512, (brush, width, height) => {
      const light = brush.createLinearGradient(0, 0, 0, height);
      for (const [at, colour] of [
        [0, '#12272f'],
        [0.2, '#1e4450'],
        [0.38, '#4f7f86'],
        [0.47, HAZE],
        [1, HAZE],
      ] as const)
        light.addColorStop(at, colour);
      brush.fillStyle = light;
      brush.fillRect(0, 0, width, height);
    }),
  );
  sky.repeat.y = SKY_SPAN;
  return sky;
}

/** Moves the sky so that its middle is at the horizon; `height` is the horizon's on the canvas, from 0 to
 * 1. */
export function setHorizon(sky: CanvasTexture, height: number): void {
  sky.offset.y = 0.5 - height * SKY_SPAN;
  sky.updateMatrix();
}
