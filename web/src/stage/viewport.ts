// What both 3D stages share: renderer, scene, light, camera, render loop and quality.
import {
  type BufferGeometry,
  DirectionalLight,
  HemisphereLight,
  type Material,
  Mesh,
  type Object3D,
  PCFShadowMap,
  PerspectiveCamera,
  Scene,
  type Texture,
  Vector3,
  WebGLRenderer,
} from 'three';
import { line } from './ink';
import { browserClock, Loop, type Clock, type Moves } from './loop';
import { type QualityControl, qualityOf } from './quality';

/** Pixels of the canvas that are covered at each side; the subject is drawn in the remaining part. */
export type Insets = { top: number; right: number; bottom: number; left: number };

export type StageOptions = {
  /** Fixes the quality step; see quality.ts. */
  quality?: number | undefined;
  reducedMotion?: boolean | undefined;
  /** Called after each drawn frame, to position tags. */
  onFrame?: (() => void) | undefined;
  /** Called when nothing moves any more. */
  onRest?: (() => void) | undefined;
  clock?: Clock | undefined;
};

export type Counters = {
  frames: number;
  calls: number;
  triangles: number;
  quality: number;
  isRunning: boolean;
};

type Lamp = {
  at: [number, number, number];
  span: number;
  tint: string;
  strength: number;
  sky: number;
  ground: string;
};

const RATIO_MAX = 2;

export class Viewport {
  readonly scene = new Scene();
  readonly camera: PerspectiveCamera;
  readonly renderer: WebGLRenderer;
  readonly loop: Loop;
  readonly quality: QualityControl;
  readonly reducedMotion: boolean;
  width = 1;
  height = 1;
  insets: Insets = { top: 0, right: 0, bottom: 0, left: 0 };
  private readonly lamp: DirectionalLight;
  private calls = 0;
  private triangles = 0;

  constructor(canvas: HTMLCanvasElement, options: StageOptions, fov: number, lamp: Lamp, moves: Moves,
    private readonly beforeDraw: () => void = () => {}, private readonly afterDraw: () => void = () => {}) {
    this.quality = qualityOf(options.quality);
    this.reducedMotion = options.reducedMotion ?? false;
    this.renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
    this.renderer.setClearColor(0, 0);
    this.renderer.shadowMap.type = PCFShadowMap;
    this.renderer.info.autoReset = false;
    this.camera = new PerspectiveCamera(fov, 1, 0.05, 8);
    this.lamp = this.makeLamp(lamp);
    this.loop = new Loop(
      options.clock ?? browserClock,
      this.quality,
      moves,
      () => this.draw(options),
      () => this.applyQuality(),
      () => options.onRest?.(),
    );
    this.applyQuality();
    // Phones may drop the WebGL context of a page in the background.
    canvas.addEventListener('webglcontextrestored', () => this.loop.wake());
  }

  private makeLamp(lamp: Lamp): DirectionalLight {
    const light = new DirectionalLight(lamp.tint, lamp.strength);
    light.position.set(...lamp.at);
    Object.assign(light.shadow.camera, {
      left: -lamp.span,
      right: lamp.span,
      top: lamp.span,
      bottom: -lamp.span,
      near: 0.01,
      far: 3,
    });
    light.shadow.radius = 4;
    light.shadow.bias = -0.0004;
    light.shadow.normalBias = 0.0014;
    this.scene.add(light, light.target, new HemisphereLight('#fff0d8', lamp.ground, lamp.sky));
    return light;
  }

  private applyQuality(): void {
    const { shadow, ratio } = this.quality.now;
    this.renderer.shadowMap.enabled = shadow > 0;
    this.lamp.castShadow = shadow > 0;
    if (shadow && this.lamp.shadow.mapSize.x !== shadow) {
      this.lamp.shadow.mapSize.set(shadow, shadow);
      this.lamp.shadow.map?.dispose();
      this.lamp.shadow.map = null;
    }
    this.renderer.setPixelRatio(Math.min(ratio, RATIO_MAX, globalThis.devicePixelRatio || 1));
    this.renderer.setSize(this.width, this.height, false);
  }

  /** Sets the canvas size and the insets, in CSS pixels. */
  resize(width: number, height: number, insets: Insets = this.insets): void {
    this.width = Math.max(1, width);
    this.height = Math.max(1, height);
    this.insets = insets;
    this.renderer.setSize(this.width, this.height, false);
    this.loop.wake();
  }

  /** The part of the canvas that is not covered. */
  get free(): { x: number; y: number; width: number; height: number } {
    const { top, right, bottom, left } = this.insets;
    return {
      x: left,
      y: top,
      width: Math.max(1, this.width - left - right),
      height: Math.max(1, this.height - top - bottom),
    };
  }

  /** Points the camera from `direction` so that `halfWide` by `halfHigh` around `target` fit into the free
   * part. */
  frame(target: Vector3, direction: Vector3, halfWide: number, halfHigh: number): void {
    const free = this.free;
    const slope = Math.tan((this.camera.fov * Math.PI) / 360);
    const far = Math.max(halfHigh / slope, halfWide / (slope * (free.width / free.height)));
    this.camera.position.copy(direction).normalize().multiplyScalar(far).add(target);
    this.camera.lookAt(target);
    this.look();
  }

  /** Sets the projection for the free part, extended over the rest of the canvas. */
  look(): void {
    const free = this.free;
    this.camera.aspect = free.width / free.height;
    this.camera.setViewOffset(free.width, free.height, -free.x, -free.y, this.width, this.height);
    this.camera.updateMatrixWorld();
  }

  private draw(options: StageOptions): void {
    const slope = Math.tan((this.camera.fov * Math.PI) / 360);
    line.pixel.value = (2 * slope) / this.free.height;
    this.showInk(this.scene);
    this.renderer.info.reset();
    // The shadow map is rendered once per frame, although there may be several views.
    this.renderer.shadowMap.autoUpdate = false;
    this.renderer.shadowMap.needsUpdate = true;
    this.beforeDraw();
    this.renderer.render(this.scene, this.camera);
    this.afterDraw();
    this.calls = Math.max(this.calls, this.renderer.info.render.calls);
    this.triangles = this.renderer.info.render.triangles;
    options.onFrame?.();
  }

  private showInk(object: Object3D): void {
    if (object.name === 'ink') object.visible = this.quality.now.ink;
    for (const child of object.children) this.showInk(child);
  }

  /** Projects a point to the canvas, in CSS pixels. */
  onScreen(at: Vector3): { x: number; y: number } {
    const point = at.clone().project(this.camera);
    return { x: ((point.x + 1) / 2) * this.width, y: ((1 - point.y) / 2) * this.height };
  }

  get counters(): Counters {
    return {
      frames: this.loop.drawn,
      calls: this.calls,
      triangles: this.triangles,
      quality: this.quality.step,
      isRunning: this.loop.isRunning,
    };
  }

  /** Frees all GPU resources; the canvas cannot be used for another stage. */
  dispose(): void {
    this.loop.stop();
    this.scene.traverse((object) => {
      if (!(object instanceof Mesh)) return;
      (object.geometry as BufferGeometry).dispose();
      for (const material of [object.material].flat() as (Material & { map?: Texture | null })[]) {
        material.map?.dispose();
        material.dispose();
      }
    });
    this.renderer.dispose();
    this.renderer.forceContextLoss();
  }
}
