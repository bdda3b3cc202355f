// Draws all pieces of Riff Raff with few draw calls: instanced meshes for each shape, one opaque and one
// transparent.
import { Box3, type BufferGeometry, InstancedMesh, type Material, Matrix4, type Scene, Vector3 } from 'three';
import { inkMaterial } from './ink';
import { bodyCorners } from './outline';
import { type KitBody, paintedWood, pieceForm } from './piece_models';
import type { Place } from './pose';

/** The opacity of a piece that hides the held one. */
export const GLASS = 0.3;

export type Piece = {
  body: number;
  name: string;
  shape: string;
  form: BufferGeometry;
  corners: Vector3[];
  box: Box3;
};
export type Shown = { piece: Piece; at: Place; isGlass: boolean };

type Set = { solid: InstancedMesh; ink: InstancedMesh; glass: InstancedMesh };

const ONE = new Vector3(1, 1, 1);

function instances(form: BufferGeometry, material: Material, count: number): InstancedMesh {
  const mesh = new InstancedMesh(form, material, count);
  mesh.frustumCulled = false;
  mesh.count = 0;
  return mesh;
}

export class Cargo {
  readonly pieces: Piece[] = [];
  private readonly sets = new Map<string, Set>();
  private readonly matrix = new Matrix4();

  /** Takes the bodies whose names begin with one of the shapes. */
  constructor(scene: Scene, bodies: KitBody[], shapes: string[]) {
    const wood = paintedWood();
    const glass = paintedWood();
    Object.assign(glass, { transparent: true, opacity: GLASS });
    bodies.forEach(({ name, shapes: parts }, body) => {
      const shape = shapes.find((one) => name.startsWith(one));
      if (!shape) return;
      const twin = this.pieces.find((piece) => piece.shape === shape);
      const form = twin?.form ?? pieceForm(shape, parts);
      const corners = twin?.corners ?? bodyCorners(parts);
      this.pieces.push({
        body,
        name,
        shape,
        form,
        corners,
        box: twin?.box ?? new Box3().setFromPoints(corners),
      });
    });
    for (const shape of shapes) {
      const same = this.pieces.filter((piece) => piece.shape === shape);
      const form = same[0]?.form;
      if (!form) continue;
      const set = {
        solid: instances(form, wood, same.length),
        ink: instances(form, inkMaterial(), same.length),
        glass: instances(form, glass, same.length),
      };
      set.solid.castShadow = set.solid.receiveShadow = true;
      set.ink.name = 'ink';
      set.ink.instanceMatrix = set.solid.instanceMatrix;
      this.sets.set(shape, set);
      scene.add(set.solid, set.ink, set.glass);
    }
  }

  show(shown: Shown[]): void {
    for (const set of this.sets.values()) set.solid.count = set.glass.count = 0;
    for (const { piece, at, isGlass } of shown) {
      const set = this.sets.get(piece.shape);
      const mesh = isGlass ? set?.glass : set?.solid;
      if (!mesh) continue;
      mesh.setMatrixAt(mesh.count++, this.matrix.compose(at.at, at.turned, ONE));
    }
    for (const set of this.sets.values()) {
      set.ink.count = set.solid.count;
      for (const mesh of [set.solid, set.glass]) {
        mesh.visible = mesh.count > 0;
        mesh.instanceMatrix.needsUpdate = true;
      }
      // `visible` of the ink is set by the quality control, so empty sets are hidden by their layer.
      set.ink.layers.set(set.ink.count > 0 ? 0 : 1);
    }
  }
}
