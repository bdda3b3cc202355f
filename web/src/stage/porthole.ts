// The porthole: a second view of the scene in a disc on the canvas. `render` draws the scene into a texture
// before the frame is drawn, and `draw` puts the disc with this texture over the finished frame.
import {
  CircleGeometry,
  Mesh,
  MeshBasicMaterial,
  OrthographicCamera,
  PerspectiveCamera,
  Scene,
  SRGBColorSpace,
  WebGLRenderTarget,
} from 'three';
import type { Sight } from './ship_views';
import type { Viewport } from './viewport';

/** The square around the disc, in CSS pixels of the canvas. */
export type Porthole = { x: number; y: number; size: number };

const PIXELS = 320;
/** Metres: half of what the disc shows. */
const HALF = 0.065;

export class PortholeView {
  private readonly camera = new PerspectiveCamera(8, 1, 0.02, 12);
  private readonly target = new WebGLRenderTarget(PIXELS, PIXELS, {
    samples: 4,
    colorSpace: SRGBColorSpace,
  });
  private readonly disc = new Mesh(
    new CircleGeometry(0.5, 64),
    new MeshBasicMaterial({ map: this.target.texture, depthTest: false }),
  );
  private readonly overlay = new Scene();
  private readonly overlayCamera = new OrthographicCamera(0, 1, 1, 0, -1, 1);

  constructor() {
    this.overlay.add(this.disc);
  }

  /** Renders the scene from `sight`. From above, everything higher than `clip` metres above the target is
   * clipped and the bow is at the top. */
  render(viewport: Viewport, sight: Sight, isFromAbove: boolean, clip: number): void {
    const { renderer, scene } = viewport;
    const far = HALF / Math.tan((sight.fov * Math.PI) / 360);
    this.camera.fov = sight.fov;
    this.camera.position.copy(sight.direction).multiplyScalar(far).add(sight.target);
    if (isFromAbove) this.camera.up.set(1, 0, 0);
    else this.camera.up.set(0, 1, 0);
    this.camera.lookAt(sight.target);
    this.camera.near = isFromAbove ? Math.max(0.02, far - clip) : 0.02;
    this.camera.far = far + 3;
    this.camera.updateProjectionMatrix();
    const fog = scene.fog;
    scene.fog = null;
    renderer.setRenderTarget(this.target);
    renderer.clear();
    renderer.render(scene, this.camera);
    renderer.setRenderTarget(null);
    scene.fog = fog;
  }

  /** Draws the disc over the frame. */
  draw({ width, height, renderer }: Viewport, { x, y, size }: Porthole): void {
    Object.assign(this.overlayCamera, { left: 0, right: width, top: height, bottom: 0 });
    this.overlayCamera.updateProjectionMatrix();
    this.disc.position.set(x + size / 2, height - y - size / 2, 0);
    this.disc.scale.setScalar(size);
    renderer.autoClear = false;
    renderer.render(this.overlay, this.overlayCamera);
    renderer.autoClear = true;
  }

  dispose(): void {
    this.target.dispose();
  }
}
