// The drawing style: toon shading in four steps, an ink outline around every mesh, textures drawn on
// canvases.
import {
  BackSide,
  BufferAttribute,
  CanvasTexture,
  DataTexture,
  type Material,
  Mesh,
  MeshBasicMaterial,
  MeshToonMaterial,
  type MeshToonMaterialParameters,
  NearestFilter,
  RedFormat,
  RepeatWrapping,
  SRGBColorSpace,
  type BufferGeometry,
  type Texture,
} from 'three';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';

export const INK = '#1a100a';
export const FACE = '"Grenze Gotisch", "Alegreya", serif';

/** A pseudo-random generator with a fixed seed, so that textures are the same everywhere. */
export class Dice {
  constructor(private seed: number) {}
  next(): number {
    this.seed = (this.seed * 16807) % 2147483647;
    return this.seed / 2147483647;
  }
  between(low: number, high: number): number {
    return low + this.next() * (high - low);
  }
}

export type Brush = CanvasRenderingContext2D;

export function canvas(
  width: number,
  height: number,
  draw: (brush: Brush, width: number, height: number) => void,
): HTMLCanvasElement {
  const sheet = document.createElement('canvas');
  sheet.width = width;
  sheet.height = height;
  draw(sheet.getContext('2d') as Brush, width, height);
  return sheet;
}

export type Wood = { base: string; dark: string; light: string };

/** Draws wood grain: wavy lines along the width or (`upright`) the height, which tile without a seam. */
export function grain(
  brush: Brush,
  dice: Dice,
  x: number,
  y: number,
  width: number,
  height: number,
  wood: Wood,
  lines: number,
  upright = false,
): void {
  brush.save();
  brush.beginPath();
  brush.rect(x, y, width, height);
  brush.clip();
  brush.fillStyle = wood.base;
  brush.fillRect(x, y, width, height);
  const [along, across] = upright ? [height, width] : [width, height];
  for (let line = 0; line < lines; line++) {
    brush.strokeStyle = dice.next() < 0.7 ? wood.dark : wood.light;
    brush.globalAlpha = dice.between(0.08, 0.3);
    brush.lineWidth = dice.between(0.6, 2.8);
    brush.beginPath();
    const [base, wide, narrow, phase] = [
      dice.next() * across,
      dice.between(0, 4),
      dice.between(0, 2),
      dice.next() * 7,
    ];
    for (let step = 0; step <= 16; step++) {
      const far = (step / 16) * along;
      const turn = (step / 16) * 2 * Math.PI;
      const offset = base + wide * Math.sin(turn + phase) + narrow * Math.sin(3 * turn + 2 * phase);
      if (upright) brush.lineTo(x + offset, y + far);
      else brush.lineTo(x + far, y + offset);
    }
    brush.stroke();
  }
  brush.restore();
}

export function texture(sheet: HTMLCanvasElement, repeat = 0): CanvasTexture {
  const made = new CanvasTexture(sheet);
  made.colorSpace = SRGBColorSpace;
  made.anisotropy = 8;
  if (repeat) {
    made.wrapS = made.wrapT = RepeatWrapping;
    made.repeat.set(repeat, repeat);
  }
  return made;
}

let ramp: DataTexture | null = null;

/** The gradient map for four steps of light. */
function steps(): Texture {
  if (ramp) return ramp;
  ramp = new DataTexture(new Uint8Array([112, 164, 214, 255]), 4, 1, RedFormat);
  ramp.minFilter = ramp.magFilter = NearestFilter;
  ramp.needsUpdate = true;
  return ramp;
}

export function toon(parameters: MeshToonMaterialParameters): MeshToonMaterial {
  return new MeshToonMaterial({ gradientMap: steps(), ...parameters });
}

/** The outline's width in pixels, the size of a pixel at distance 1, and the largest width in metres. */
export const line = { pixels: { value: 2.2 }, pixel: { value: 0.001 }, most: { value: 0.0011 } };

/** The outline material: the mesh's back faces, moved outwards by a constant width on the screen. */
function makeInk(): MeshBasicMaterial {
  const material = new MeshBasicMaterial({ color: INK, side: BackSide });
  material.onBeforeCompile = (shader) => {
    shader.uniforms['linePixels'] = line.pixels;
    shader.uniforms['linePixel'] = line.pixel;
    shader.uniforms['lineMost'] = line.most;
    shader.vertexShader = shader.vertexShader
      .replace(
        'void main() {',
        'attribute vec3 outwards;\nuniform float linePixels, linePixel, lineMost;\nvoid main() {',
      )
      .replace(
        '#include <project_vertex>',
        `
        vec4 mvPosition = vec4(transformed, 1.0);
        vec3 away = outwards;
        #ifdef USE_INSTANCING
          mvPosition = instanceMatrix * mvPosition;
          away = mat3(instanceMatrix) * away;
        #endif
        mvPosition = modelViewMatrix * mvPosition;
        away = normalize(mat3(modelViewMatrix) * away);
        mvPosition.xyz += away * min(lineMost, linePixels * linePixel * -mvPosition.z);
        gl_Position = projectionMatrix * mvPosition;`);
  };
  return material;
}

let ink: MeshBasicMaterial | null = null;
export const inkMaterial = (): MeshBasicMaterial => (ink ??= makeInk());

/** Adds to each vertex the mean normal of all faces that meet there, so that the outline has no gaps at
 * edges. */
export function withOutline<Geometry extends BufferGeometry>(geometry: Geometry): Geometry {
  const position = geometry.getAttribute('position');
  const normal = geometry.getAttribute('normal');
  const key = (i: number): string =>
    [position.getX(i), position.getY(i), position.getZ(i)].map((part) => Math.round(part * 2e5)).join();
  const sums = new Map<string, { sum: [number, number, number]; seen: Set<string> }>();
  for (let i = 0; i < position.count; i++) {
    const entry = sums.get(key(i)) ?? { sum: [0, 0, 0], seen: new Set<string>() };
    const way = [normal.getX(i), normal.getY(i), normal.getZ(i)] as const;
    const word = way.map((part) => part.toFixed(2)).join();
    if (!entry.seen.has(word)) {
      entry.seen.add(word);
      way.forEach((part, axis) => (entry.sum[axis] = (entry.sum[axis] ?? 0) + part));
    }
    sums.set(key(i), entry);
  }
  const outwards = new Float32Array(position.count * 3);
  for (let i = 0; i < position.count; i++) outwards.set(sums.get(key(i))?.sum ?? [0, 1, 0], i * 3);
  geometry.setAttribute('outwards', new BufferAttribute(outwards, 3));
  return geometry;
}

/** Merges geometries, so that they take one draw call. They must have the same attributes. */
export function merged(parts: BufferGeometry[]): BufferGeometry {
  const plain = parts.map((part) => (part.index ? part.toNonIndexed() : part));
  const whole = mergeGeometries(plain);
  if (!whole) throw new Error('forms with different attributes cannot be one');
  return whole;
}

/** A mesh that casts and receives shadows, with its outline as a child. */
export function solid(geometry: BufferGeometry, material: Material | Material[], hasInk = true): Mesh {
  const mesh = new Mesh(geometry, material);
  mesh.castShadow = mesh.receiveShadow = true;
  if (!hasInk) return mesh;
  if (!geometry.getAttribute('outwards')) withOutline(geometry);
  const edge = new Mesh(geometry, inkMaterial());
  edge.name = 'ink';
  mesh.add(edge);
  return mesh;
}

/** Sets a material's opacity; a change between transparent and opaque needs another shader program. */
export function setOpacity(material: Material, opacity: number): void {
  const isGlass = opacity < 1;
  if (material.transparent !== isGlass) {
    material.transparent = isGlass;
    material.needsUpdate = true;
  }
  material.opacity = opacity;
}
