// The picture of the ship that the page steers: in three dimensions, or flat where the browser has no WebGL.
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

/** Drawn on the canvas, if that can be; three dimensions are fetched only then. */
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
      // The browser promised more than it has.
    }
  }
  return new FlatShip(kit);
}
