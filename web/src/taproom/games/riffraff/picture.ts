// The picture of the ship: the 3D stage, or the 2D picture if the browser has no WebGL.
import type { Orbit, ShipStage } from '../../../stage/ship';
import { FlatShip } from './flat';
import type { RiffKit } from './view';

type Used =
  | 'show'
  | 'takeFrame'
  | 'endSession'
  | 'want'
  | 'light'
  | 'look'
  | 'orbit'
  | 'porthole'
  | 'plane'
  | 'catchPoint'
  | 'resize'
  | 'height'
  | 'areaTag'
  | 'dispose';
export type Picture = Pick<ShipStage, Used> & { readonly orbits: readonly Orbit[] };

function hasWebGL(): boolean {
  return document.createElement('canvas').getContext('webgl2') !== null;
}

/** Creates the 3D stage if there is WebGL, and loads its code only then. */
export async function makePicture(
  canvas: HTMLCanvasElement,
  kit: RiffKit,
  reducedMotion: boolean,
  onFrame: () => void,
): Promise<Picture> {
  if (hasWebGL()) {
    const { createShipStage, ORBITS, pinnedQuality } = await import('../../../stage/ship');
    try {
      return Object.assign(
        createShipStage(canvas, kit, { quality: pinnedQuality(location.search), reducedMotion, onFrame }),
        { orbits: ORBITS },
      );
    } catch {
      // Creating the WebGL context failed although the browser reports support.
    }
  }
  return new FlatShip(kit);
}
