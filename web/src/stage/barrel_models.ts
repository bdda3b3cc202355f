// Meshes and textures of the Polterfass table: table, tray, coaster, cup and barrels. Sizes come from the
// bodies of the kit; everything beyond them is decoration.
import {
  type BufferGeometry,
  type CanvasTexture,
  CircleGeometry,
  CylinderGeometry,
  DoubleSide,
  ExtrudeGeometry,
  Group,
  LatheGeometry,
  Mesh,
  MeshBasicMaterial,
  type MeshToonMaterial,
  Path,
  PlaneGeometry,
  RingGeometry,
  Shape,
  ShapeGeometry,
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

export type BarrelKit = {
  barrels: { place: number; ends: [string, string]; special: boolean }[];
  bodies: { name: string; shapes: { kind: string; size: number[]; at: number[] }[] }[];
};

const MICRO = 1e-6;
/** Metres from the middle to each of the tray's eight walls. */
export const TRAY = 0.12;
export const FELT = -0.0004;

const TABLE: Wood[] = [
  { base: '#6b4426', dark: '#2c190d', light: '#a87445' },
  { base: '#74492a', dark: '#2c190d', light: '#a87445' },
  { base: '#633e22', dark: '#2c190d', light: '#a87445' },
  { base: '#6f4728', dark: '#2c190d', light: '#a87445' },
];
const RAIL: Wood = { base: '#8a5631', dark: '#3a1f0e', light: '#c58c54' };
const LEATHER: Wood = { base: '#8f4a26', dark: '#4a210f', light: '#c47e48' };

function drawKnot(brush: Brush, dice: Dice, x: number, y: number): void {
  brush.strokeStyle = '#2c190d';
  brush.lineWidth = 1.4;
  brush.globalAlpha = 0.35;
  for (let ring = 5; ring > 0; ring--) {
    brush.beginPath();
    brush.ellipse(x, y, ring * 5, ring * 2.2, dice.between(-0.05, 0.05), 0, 7);
    brush.stroke();
  }
  brush.globalAlpha = 1;
}

/** The texture of the table: boards with joints, nails and knots. */
function drawBoards(brush: Brush, width: number, height: number): void {
  const dice = new Dice(11);
  const rows = 11;
  const high = height / rows;
  for (let row = 0; row < rows; row++) {
    const y = row * high;
    grain(brush, dice, 0, y, width, high, TABLE[row % TABLE.length] as Wood, 46);
    if (dice.next() < 0.8) drawKnot(brush, dice, dice.next() * width, y + high * dice.between(0.3, 0.7));
    brush.fillStyle = '#23150c';
    brush.fillRect(0, y - 1.5, width, 3);
    brush.fillStyle = 'rgba(255,210,150,.12)';
    brush.fillRect(0, y + 1.5, width, 1.5);
    const joint = dice.next() * width;
    brush.fillStyle = '#23150c';
    brush.fillRect(joint, y, 2.5, high);
    for (const dx of [-14, 12]) for (const dy of [0.2, 0.8]) {
      brush.fillStyle = '#1a0f08';
      brush.beginPath();
      brush.arc(joint + dx, y + high * dy, 2.4, 0, 7);
      brush.fill();
    }
  }
}

export function makeTable(): Mesh {
  const mesh = new Mesh(new PlaneGeometry(1.3, 1.3), toon({ map: texture(canvas(2048, 2048, drawBoards)) }));
  mesh.rotation.x = -Math.PI / 2;
  mesh.position.set(0, FELT - 0.0006, -0.06);
  mesh.receiveShadow = true;
  return mesh;
}

/** Darkens the table around the tray, as if a lamp hung over it. */
function drawDusk(brush: Brush, size: number): void {
  const glow = brush.createRadialGradient(size / 2, size / 2, size * 0.1, size / 2, size / 2, size * 0.42);
  glow.addColorStop(0, 'rgba(18,10,6,0)');
  glow.addColorStop(0.35, 'rgba(18,10,6,.28)');
  glow.addColorStop(0.75, 'rgba(18,10,6,.78)');
  glow.addColorStop(1, 'rgba(18,10,6,.92)');
  brush.fillStyle = glow;
  brush.fillRect(0, 0, size, size);
}

export function makeDusk(): Mesh {
  const map = texture(canvas(256, 256, drawDusk));
  const mesh = new Mesh(
    new PlaneGeometry(1.6, 1.6),
    new MeshBasicMaterial({ map, transparent: true, depthWrite: false }),
  );
  mesh.rotation.x = -Math.PI / 2;
  mesh.position.y = FELT - 0.0003;
  return mesh;
}

/** An octagon whose sides are `apothem` away from its middle. */
function octagon<Kind extends Path>(path: Kind, apothem: number): Kind {
  const radius = apothem / Math.cos(Math.PI / 8);
  for (let corner = 0; corner <= 8; corner++) {
    const angle = Math.PI / 8 + (corner * Math.PI) / 4;
    const [x, y] = [Math.cos(angle) * radius, Math.sin(angle) * radius];
    if (corner) path.lineTo(x, y);
    else path.moveTo(x, y);
  }
  return path;
}

function drawFelt(brush: Brush, width: number, height: number): void {
  const dice = new Dice(3);
  brush.fillStyle = '#4b6238';
  brush.fillRect(0, 0, width, height);
  for (let i = 0; i < 9000; i++) {
    brush.fillStyle = dice.next() < 0.5 ? 'rgba(20,30,10,.16)' : 'rgba(170,190,110,.12)';
    brush.fillRect(dice.next() * width, dice.next() * height, 2, 2);
  }
}

export function makeTray(): Group {
  const tray = new Group();
  const felt = new Mesh(
    new ShapeGeometry(octagon(new Shape(), TRAY + 0.002)),
    toon({ map: texture(canvas(512, 512, drawFelt), 6) }),
  );
  felt.rotation.x = -Math.PI / 2;
  felt.position.y = FELT;
  felt.receiveShadow = true;
  const rim = octagon(new Shape(), TRAY + 0.0125);
  rim.holes.push(octagon(new Path(), TRAY + 0.0008));
  const form = new ExtrudeGeometry(rim, {
    depth: 0.011,
    bevelEnabled: true,
    bevelSize: 0.0012,
    bevelThickness: 0.0012,
    bevelSegments: 2,
  });
  const map = texture(
    canvas(256, 256, (brush, w, h) => grain(brush, new Dice(5), 0, 0, w, h, RAIL, 90)),
    8,
  );
  const rail = solid(form, toon({ map }));
  rail.rotation.x = -Math.PI / 2;
  rail.position.y = FELT;
  tray.add(felt, rail);
  return tray;
}

function drawCircle(brush: Brush, x: number, y: number, radius: number): void {
  brush.beginPath();
  brush.arc(x, y, radius, 0, 2 * Math.PI);
}

/** Draws a text around a whole circle. */
function drawAround(brush: Brush, words: string, middle: number, radius: number): void {
  const letters = [...words];
  const stretch =
    (2 * Math.PI * radius) / letters.reduce((sum, letter) => sum + brush.measureText(letter).width, 0);
  let angle = -Math.PI / 2 - 0.9;
  for (const letter of letters) {
    const step = (brush.measureText(letter).width * stretch) / radius;
    brush.save();
    brush.translate(
      middle + Math.cos(angle + step / 2) * radius,
      middle + Math.sin(angle + step / 2) * radius,
    );
    brush.rotate(angle + step / 2 + Math.PI / 2);
    brush.fillText(letter, 0, 0);
    brush.restore();
    angle += step;
  }
}

function drawMug(brush: Brush): void {
  brush.lineWidth = 14;
  brush.lineJoin = 'round';
  brush.beginPath();
  brush.moveTo(420, 400);
  brush.lineTo(435, 640);
  brush.lineTo(575, 640);
  brush.lineTo(590, 400);
  brush.closePath();
  brush.stroke();
  brush.beginPath();
  brush.ellipse(628, 510, 46, 70, 0, -1.35, 1.35);
  brush.stroke();
  for (const x of [478, 532]) {
    brush.beginPath();
    brush.moveTo(x, 450);
    brush.lineTo(x - (x - 505) * 0.12, 590);
    brush.stroke();
  }
  brush.beginPath();
  for (let i = 0; i < 5; i++) brush.arc(430 + i * 38, 392, 27, Math.PI, 0);
  brush.lineTo(590, 412);
  brush.lineTo(420, 412);
  brush.closePath();
  brush.fillStyle = '#efe0bd';
  brush.fill();
  brush.stroke();
}

function drawCoaster(brush: Brush, size: number): void {
  const dice = new Dice(17);
  const middle = size / 2;
  brush.clearRect(0, 0, size, size);
  brush.fillStyle = '#efe0bd';
  brush.fillRect(0, 0, size, size);
  for (let i = 0; i < 1500; i++) {
    brush.fillStyle = dice.next() < 0.5 ? 'rgba(120,80,40,.06)' : 'rgba(255,255,255,.10)';
    brush.fillRect(dice.next() * size, dice.next() * size, 3, 3);
  }
  // Ring stains of mugs.
  for (const [x, y, radius] of [[330, 700, 150], [690, 330, 135]] as const) {
    brush.strokeStyle = 'rgba(140,84,30,.16)';
    brush.lineWidth = 16;
    drawCircle(brush, x, y, radius);
    brush.stroke();
  }
  brush.strokeStyle = brush.fillStyle = '#a9432a';
  for (const [radius, width] of [[455, 22], [425, 6], [262, 6]] as const) {
    brush.lineWidth = width;
    drawCircle(brush, middle, middle, radius);
    brush.stroke();
  }
  brush.font = `700 112px ${FACE}`;
  brush.textAlign = 'center';
  brush.textBaseline = 'middle';
  drawAround(brush, '· Spelunke · Zum wilden Zapfhahn ', middle, 345);
  drawMug(brush);
}

/** A texture with text, which is drawn again when the typeface has been loaded. */
export type Lettering = { redraw(): void };

function lettered(
  size: number,
  high: number,
  draw: (brush: Brush, width: number, height: number) => void,
): { map: CanvasTexture } & Lettering {
  const sheet = canvas(size, high, draw);
  const map = texture(sheet);
  return {
    map,
    redraw() {
      draw(sheet.getContext('2d') as Brush, size, high);
      map.needsUpdate = true;
    },
  };
}

const THICK = 0.0014;

/** The origin is the middle of the upper side. */
export function makeCoaster(radius: number): { thing: Group; lettering: Lettering } {
  const { map, redraw } = lettered(1024, 1024, drawCoaster);
  const paper = toon({ color: '#d9c69c' });
  const disc = solid(new CylinderGeometry(radius, radius, THICK, 64), [paper, toon({ map }), paper]);
  disc.position.y = -THICK / 2 + 0.0001;
  disc.rotation.y = Math.PI / 2;
  const edge = new Mesh(
    new RingGeometry(radius * 0.99, radius * 1.012, 64),
    new MeshBasicMaterial({ color: INK }),
  );
  edge.rotation.x = -Math.PI / 2;
  edge.position.y = 0.00012;
  edge.name = 'ink';
  const thing = new Group();
  thing.add(disc, edge);
  return { thing, lettering: { redraw } };
}

function drawLeather(brush: Brush, width: number, height: number): void {
  grain(brush, new Dice(23), 0, 0, width, height, LEATHER, 130);
  brush.strokeStyle = '#e2b877';
  brush.lineWidth = 4;
  brush.setLineDash([12, 9]);
  for (const y of [22, height - 24]) {
    brush.beginPath();
    brush.moveTo(0, y);
    brush.lineTo(width, y);
    brush.stroke();
  }
}

/** The texture of the leather: seams on the outside, at rim and bottom. */
function sew(form: BufferGeometry, radius: number, depth: number): void {
  const [position, uv] = [form.getAttribute('position'), form.getAttribute('uv')];
  for (let i = 0; i < uv.count; i++) {
    const isOutside = Math.hypot(position.getX(i), position.getZ(i)) > radius + 0.0012;
    const height = position.getY(i) / depth;
    uv.setY(i, isOutside ? height : 0.2 + 0.6 * height);
  }
}

/** The leather cup. The origin is the middle of the rim, and the opening is downwards. */
export function makeCup(radius: number, depth: number): Group {
  const outline: [number, number][] = [
    [radius + 0.0034, 0],
    [radius + 0.0038, 0.0022],
    [radius + 0.0028, 0.005],
    [radius + 0.0022, depth * 0.5],
    [radius + 0.0014, depth - 0.004],
    [radius - 0.001, depth + 0.0015],
    [0, depth + 0.002],
    [0, depth - 0.002],
    [radius - 0.002, depth - 0.002],
    [radius, depth * 0.5],
    [radius + 0.001, 0.004],
    [radius + 0.0034, 0],
  ];
  const form = new LatheGeometry(outline.map(([x, y]) => new Vector2(x, y)), 56);
  sew(form, radius, depth);
  const thing = new Group();
  thing.add(solid(form, toon({ map: texture(canvas(1024, 256, drawLeather)), side: DoubleSide })));
  return thing;
}

const LIGHT: Wood[] = ['#d29a58', '#c68c4b', '#dba866'].map((base) => ({
  base,
  dark: '#6d421c',
  light: '#f2cf95',
}));
const DARK: Wood[] = ['#4a3426', '#3f2b1f', '#53392a'].map((base) => ({
  base,
  dark: '#1d1109',
  light: '#7a5a44',
}));
const ATLAS = 2048;
const ATLAS_HIGH = 1024;
const STAVES_HIGH = 512;
const FACE_SIZE = 256;

function drawStaves(brush: Brush, dice: Dice, left: number, isSpecial: boolean): void {
  const [width, height, staves] = [ATLAS / 2, STAVES_HIGH, 14];
  const woods = isSpecial ? DARK : LIGHT;
  for (let i = 0; i < staves; i++) {
    const x = left + (i * width) / staves;
    grain(brush, dice, x, 0, width / staves + 1, height, woods[i % 3] as Wood, 9, true);
    brush.fillStyle = isSpecial ? '#170d07' : '#5d3718';
    brush.fillRect(x - 2, 0, 4, height);
  }
  for (const y of [0.13, 0.87, 0.33, 0.67])
    drawHoop(brush, left, width, height * y, y < 0.2 || y > 0.8 ? 52 : 38, isSpecial);
}

function drawHoop(
  brush: Brush,
  left: number,
  width: number,
  y: number,
  high: number,
  isSpecial: boolean,
): void {
  brush.fillStyle = isSpecial ? '#b98a3a' : '#3a2a20';
  brush.fillRect(left, y - high / 2, width, high);
  brush.fillStyle = isSpecial ? 'rgba(255,240,190,.5)' : 'rgba(255,220,170,.28)';
  brush.fillRect(left, y + high / 5, width, 7);
  brush.fillStyle = '#120a05';
  brush.fillRect(left, y - high / 2, width, 3);
  brush.fillRect(left, y + high / 2 - 3, width, 3);
  for (let x = left + 40; x < left + width; x += width / 4) {
    drawCircle(brush, x, y, 7);
    brush.fill();
  }
}

function drawCross(brush: Brush): void {
  brush.strokeStyle = '#ff8a5c';
  brush.lineWidth = 24;
  brush.lineCap = 'round';
  brush.beginPath();
  for (const [x, y] of [[80, 80], [176, 80]] as const) {
    brush.moveTo(x, y);
    brush.lineTo(256 - x, 256 - y);
  }
  brush.stroke();
}

/** Draws the mark of an end: a number, a cross (spoiled) or "×2" (double). */
function drawMark(brush: Brush, mark: string, isSpecial: boolean): void {
  if (mark === 'x') return drawCross(brush);
  const words = mark === 'd' ? '×2' : mark;
  brush.fillStyle = isSpecial ? '#ffdf9a' : '#23140b';
  brush.font = `700 ${words.length > 1 ? 136 : 200}px ${FACE}`;
  brush.textAlign = 'center';
  brush.textBaseline = 'alphabetic';
  const box = brush.measureText(words);
  const middle = 128 + (box.actualBoundingBoxAscent - box.actualBoundingBoxDescent) / 2;
  const isTurnable = words === '6' || words === '9';
  brush.fillText(words, 128, middle - (isTurnable ? 8 : 0));
  if (isTurnable) brush.fillRect(88, 204, 80, 11);
}

function drawEnd(brush: Brush, dice: Dice, x: number, y: number, mark: string, isSpecial: boolean): void {
  brush.save();
  brush.translate(x, y);
  grain(brush, dice, 0, 0, FACE_SIZE, FACE_SIZE, isSpecial
    ? { base: '#5b4030', dark: '#20120a', light: '#86664e' }
    : { base: '#f3dcae', dark: '#b98a4e', light: '#fff2d2' }, 40);
  brush.lineWidth = 9;
  brush.strokeStyle = isSpecial ? '#b98a3a' : '#4a2f1c';
  drawCircle(brush, 128, 128, 121);
  brush.stroke();
  drawMark(brush, mark, isSpecial);
  brush.restore();
}

/** A texture atlas with the staves and all ends, so that all barrels share one material. */
class Atlas {
  private readonly ends: { mark: string; isSpecial: boolean }[] = [];
  constructor(kit: BarrelKit) {
    for (const { ends, special } of kit.barrels)
      for (const mark of ends) {
        if (!this.ends.some((one) => one.mark === mark && one.isSpecial === special))
          this.ends.push({ mark, isSpecial: special });
      }
  }

  private corner(index: number): [number, number] {
    const columns = ATLAS / FACE_SIZE;
    return [(index % columns) * FACE_SIZE, STAVES_HIGH + Math.floor(index / columns) * FACE_SIZE];
  }

  draw(brush: Brush): void {
    const dice = new Dice(29);
    drawStaves(brush, dice, 0, false);
    drawStaves(brush, dice, ATLAS / 2, true);
    this.ends.forEach(({ mark, isSpecial }, i) => drawEnd(brush, dice, ...this.corner(i), mark, isSpecial));
  }

  /** Maps texture coordinates from 0 to 1 to their part of the atlas. */
  private lay(form: BufferGeometry, x: number, y: number, width: number, height: number): BufferGeometry {
    const uv = form.getAttribute('uv');
    for (let i = 0; i < uv.count; i++)
      uv.setXY(i, (x + uv.getX(i) * width) / ATLAS, 1 - (y + (1 - uv.getY(i)) * height) / ATLAS_HIGH);
    return form;
  }

  laySide(form: BufferGeometry, isSpecial: boolean): BufferGeometry {
    return this.lay(form, isSpecial ? ATLAS / 2 : 0, 0, ATLAS / 2, STAVES_HIGH);
  }

  layEnd(form: BufferGeometry, mark: string, isSpecial: boolean): BufferGeometry {
    const index = this.ends.findIndex((one) => one.mark === mark && one.isSpecial === isSpecial);
    return this.lay(form, ...this.corner(index), FACE_SIZE, FACE_SIZE);
  }
}

/** The geometry of a barrel with a lip around each end. */
function barrelForm(
  atlas: Atlas,
  radius: number,
  half: number,
  ends: [string, string],
  isSpecial: boolean,
): BufferGeometry {
  const profile: Vector2[] = [];
  for (let i = 0; i <= 12; i++) {
    const height = -1 + i / 6;
    profile.push(new Vector2(radius * (0.8 + 0.2 * (1 - height * height)), half * height));
  }
  const lip = radius * 0.71;
  const deep = half - 0.0009;
  profile.unshift(new Vector2(lip, -deep), new Vector2(lip, -half));
  profile.push(new Vector2(lip, half), new Vector2(lip, deep));
  const side = atlas.laySide(new LatheGeometry(profile, 40), isSpecial);
  const faces = ends.map((mark, end) => {
    const face = atlas.layEnd(new CircleGeometry(lip * 1.02, 40), mark, isSpecial);
    face.rotateX(end ? Math.PI / 2 : -Math.PI / 2);
    return face.translate(0, end ? -deep : deep, 0);
  });
  return withOutline(merged([side, ...faces]));
}

/** The barrels in the order of the kit, each with its first end up. */
export function makeBarrels(
  kit: BarrelKit,
  radius: number,
  half: number,
): { things: Mesh[]; lettering: Lettering } {
  const atlas = new Atlas(kit);
  const { map, redraw } = lettered(ATLAS, ATLAS_HIGH, (brush) => atlas.draw(brush));
  const material: MeshToonMaterial = toon({ map });
  const forms = new Map<string, BufferGeometry>();
  const things = kit.barrels.map(({ ends, special }) => {
    const key = ends.join('/');
    const form = forms.get(key) ?? barrelForm(atlas, radius, half, ends, special);
    forms.set(key, form);
    return solid(form, material);
  });
  return { things, lettering: { redraw } };
}

/** A ring on the felt around a standing barrel. */
export function makeRing(radius: number): Mesh {
  const ring = new Mesh(
    new RingGeometry(radius * 1.18, radius * 1.44, 48),
    new MeshBasicMaterial({ transparent: true }),
  );
  ring.rotation.x = -Math.PI / 2;
  ring.position.y = FELT + 0.0016;
  const edge = new Mesh(
    new RingGeometry(radius * 1.12, radius * 1.5, 48),
    new MeshBasicMaterial({ color: '#1a100a', side: DoubleSide }),
  );
  edge.position.z = -0.0003;
  ring.add(edge);
  return ring;
}

/** The size of a body's cylinder in the kit, in metres. */
export function sizeOf(kit: BarrelKit, name: string): number[] {
  const body = kit.bodies.find((one) => one.name === name);
  return (body?.shapes.find((shape) => shape.kind === 'cylinder')?.size ?? []).map(
    (number) => number * MICRO,
  );
}

/** The depth of the cup from the rim to the bottom. */
export function cupDepth(kit: BarrelKit): number {
  const body = kit.bodies.find((one) => one.name === 'cup');
  return ((body?.shapes.find((shape) => shape.kind === 'box')?.size[2] ?? 0) * 2) * MICRO;
}

