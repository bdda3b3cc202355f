// The 3D stage of Polterfass: tray, coaster, cup, nine barrels.
//
//   const stage = createBarrelStage(canvas, kit, { quality, reducedMotion, onFrame, onRest });
//   stage.resize(width, height, { top, right, bottom, left });   CSS pixels; insets are covered by the page
//   stage.show(view);                  shows a view; during a film it is shown at the film's end
//   stage.playFilm(bytes, done);       plays a throw; then the standing barrels slide to the near rail
//   stage.skip();                      ends all animations at their final state
//   stage.tags();                      screen positions of the standing barrels' numbers; call it in onFrame
//   stage.mark({ 8: '#ffd36b' });      draws rings around barrels, by place
//   stage.barrelAt(x, y);              the place of the barrel at a pixel, or null
//
// A barrel is identified by its place, from 1, as in the kit. A mark in a view is shown by turning up the end
// that has it in the kit; with any other mark the barrel lies. No game rules are used here.
// The constructor throws without WebGL. After dispose() the canvas cannot be used for another stage.
import {
  type Group,
  type Material,
  type Mesh,
  type MeshBasicMaterial,
  Raycaster,
  Vector2,
  Vector3,
  type Object3D,
} from 'three';
import { Recording } from '../wire/recording';
import {
  type BarrelKit,
  cupDepth,
  makeBarrels,
  makeCoaster,
  makeCup,
  makeDusk,
  makeRing,
  makeTable,
  makeTray,
  sizeOf,
} from './barrel_models';
import {
  coasterAtRest,
  cupAside,
  cupStanding,
  inCup,
  makeRoom,
  rowPlace,
  scattered,
  standing,
} from './barrel_places';
import { FACE, setOpacity } from './ink';
import { between, easeBoth, easeOut, type Place, placeOf, put, upwardEnd, uprightness } from './pose';
import { type Counters, type Insets, type StageOptions, Viewport } from './viewport';

export type { BarrelKit } from './barrel_models';
export { pinnedQuality } from './quality';

/** The part of a view that is used: nine marks, and the places of the barrels in the cup. */
export type BarrelView = { barrels: readonly string[]; cup?: readonly number[]; rolling?: boolean };
export type Tag = { place: number; mark: string; x: number; y: number };

const SLIDE_MS = 350;
const FADE_MS = 120;
/** Milliseconds in which cup and barrels move from their position to the film's first frame. */
const BLEND_MS = 180;
const AROUND = 0.1;
/** The camera moves away by this factor while the cup is in the air. */
const PULL = 1.4;
const PULL_MS = 450;

type Film = {
  recording: Recording;
  start: number | null;
  from: Place[];
  moved: Set<number>;
  looked: number;
  done: (() => void) | undefined;
};
type Glide = {
  start: number | null;
  ms: number;
  parts: { thing: Object3D; from: Place; to: Place }[];
  done: (() => void) | undefined;
};

const placeIn = (thing: Object3D): Place => ({
  at: thing.position.clone(),
  turned: thing.quaternion.clone(),
});

export class BarrelStage {
  private readonly viewport: Viewport;
  private readonly barrels: Mesh[];
  private readonly cup: Group;
  private readonly coaster: Group;
  /** In the order of the bodies in a frame. */
  private readonly bodies: Object3D[];
  private readonly rings: Mesh[];
  private readonly radius: number;
  private readonly half: number;
  private readonly depth: number;
  private film: Film | null = null;
  private glide: Glide | null = null;
  private waiting: BarrelView | null = null;
  private readonly cupped = new Set<number>();
  private pull = 1;
  private isShown = false;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly kit: BarrelKit,
    options: StageOptions,
  ) {
    [this.radius = 0.01, this.half = 0.00975] = sizeOf(kit, 'barrel1') as [number, number];
    this.depth = cupDepth(kit);
    this.viewport = new Viewport(
      canvas,
      options,
      26,
      { at: [-0.2, 0.55, 0.2], span: 0.24, tint: '#ffdca8', strength: 2.3, sky: 1.1, ground: '#6a4a34' },
      (now) => this.moves(now),
    );
    const coaster = makeCoaster(sizeOf(kit, 'coaster')[0] ?? 0.052);
    const barrels = makeBarrels(kit, this.radius, this.half);
    this.coaster = coaster.thing;
    this.cup = makeCup((sizeOf(kit, 'cup')[0] ?? 0.04) * 0.96, this.depth);
    this.barrels = barrels.things;
    this.rings = this.barrels.map(() => makeRing(this.radius));
    this.bodies = kit.bodies.map(({ name }) => this.bodyNamed(name));
    for (const ring of this.rings) ring.visible = false;
    this.viewport.scene.add(
      makeTable(),
      makeDusk(),
      makeTray(),
      this.coaster,
      this.cup,
      ...this.barrels,
      ...this.rings,
    );
    put(this.cup, cupAside(this.cupRadius));
    this.barrels.forEach((barrel, i) => put(barrel, scattered(i + 1, this.radius)));
    void document.fonts?.load(`700 64px ${FACE}`).then(() => {
      for (const { redraw } of [coaster.lettering, barrels.lettering]) redraw();
      this.viewport.loop.wake();
    });
  }

  private get cupRadius(): number {
    return sizeOf(this.kit, 'cup')[0] ?? 0.04;
  }

  private bodyNamed(name: string): Object3D {
    if (name === 'cup') return this.cup;
    if (name === 'coaster') return this.coaster;
    const index = this.kit.barrels.findIndex((barrel) => `barrel${barrel.place}` === name);
    const barrel = this.barrels[index];
    if (!barrel) throw new Error(`the kit has no barrel for the body ${name}`);
    return barrel;
  }

  resize(width: number, height: number, insets?: Insets): void {
    this.viewport.resize(width, height, insets);
    this.aim();
  }

  private aim(): void {
    const target = new Vector3(0, 0.004 + 0.06 * (this.pull - 1), 0.018);
    this.viewport.frame(target, new Vector3(0, 1, 0.82), 0.106 * this.pull, 0.092 * this.pull);
  }

  /** The marks that are up, computed from the drawn poses; null for a lying barrel. */
  upwardEnds(): (string | null)[] {
    return this.barrels.map((barrel, i) => {
      const end = this.cupped.has(i) ? null : upwardEnd(barrel.quaternion);
      return end === null ? null : (this.kit.barrels[i]?.ends[end] ?? null);
    });
  }

  /** A tag above each standing barrel; none while a film runs. */
  tags(): Tag[] {
    if (this.film) return [];
    return this.upwardEnds().flatMap((mark, i) => {
      const barrel = this.barrels[i];
      if (mark === null || !barrel) return [];
      const over = barrel.position.clone().add(new Vector3(0, this.half + 0.004, -0.006));
      return [{ place: this.kit.barrels[i]?.place ?? 0, mark, ...this.viewport.onScreen(over) }];
    });
  }

  barrelAt(x: number, y: number): number | null {
    const point = new Vector2((x / this.viewport.width) * 2 - 1, 1 - (y / this.viewport.height) * 2);
    const ray = new Raycaster();
    ray.setFromCamera(point, this.viewport.camera);
    const hit = ray.intersectObjects(this.barrels, false)[0];
    const index = hit ? this.barrels.indexOf(hit.object as Mesh) : -1;
    return this.kit.barrels[index]?.place ?? null;
  }

  /** Draws rings of these colours around the barrels at these places, and removes all others. */
  mark(colours: Readonly<Record<number, string>>): void {
    this.kit.barrels.forEach(({ place }, i) => {
      const ring = this.rings[i];
      const colour = colours[place];
      if (!ring) return;
      ring.visible = colour !== undefined;
      if (colour !== undefined) (ring.material as MeshBasicMaterial).color.set(colour);
    });
    this.viewport.loop.wake();
  }

  show(view: BarrelView): void {
    if (this.film) {
      this.waiting = view;
      return;
    }
    const targets = this.targetsOf(view);
    if (!this.isShown) this.glideTo(targets, 0);
    else this.glideTo(targets, SLIDE_MS);
    this.isShown = true;
  }

  /** The end of the barrel that has this mark. */
  private endOf(i: number, mark: string | undefined): 0 | 1 | null {
    const end = this.kit.barrels[i]?.ends.indexOf(mark ?? '') ?? -1;
    return end === 0 || end === 1 ? end : null;
  }

  private targetsOf(view: BarrelView): Map<Object3D, Place> {
    this.cupped.clear();
    if (view.rolling)
      for (const place of view.cup ?? [])
        this.cupped.add(this.kit.barrels.findIndex((barrel) => barrel.place === place));
    const ends = this.barrels.map((_, i) => this.endOf(i, view.barrels[i]));
    return this.arrange(ends);
  }

  /** Target poses: standing barrels in the row, those in the cup in the cup; a barrel that lies already
   * stays. */
  private arrange(ends: (0 | 1 | null)[]): Map<Object3D, Place> {
    const targets = new Map<Object3D, Place>();
    const stand = this.barrels.flatMap((_, i) => (ends[i] != null && !this.cupped.has(i) ? [i] : []));
    const slots = stand.map((i, n) => {
      const at = rowPlace(n, stand.length, this.half);
      targets.set(this.barrels[i] as Mesh, { at, turned: standing(ends[i] as 0 | 1, i) });
      return at;
    });
    const lie: Vector3[] = [];
    this.barrels.forEach((barrel, i) => {
      if (targets.has(barrel) || this.cupped.has(i)) return;
      const isLying = upwardEnd(barrel.quaternion) === null && barrel.position.y < 2 * this.radius;
      const to = isLying ? placeIn(barrel) : scattered(i + 1, this.radius);
      targets.set(barrel, to);
      lie.push(to.at);
    });
    makeRoom(lie, slots, this.radius);
    [...this.cupped].forEach((i, n) => targets.set(this.barrels[i] as Mesh, inCup(n, i, this.radius)));
    targets.set(this.cup, this.cupped.size ? cupStanding(this.depth) : cupAside(this.cupRadius));
    targets.set(this.coaster, coasterAtRest());
    return targets;
  }

  private glideTo(targets: Map<Object3D, Place>, ms: number, done?: () => void): void {
    this.endGlide();
    const isFade = this.viewport.reducedMotion && ms > 0;
    const parts = [...targets].map(([thing, to]) => ({ thing, from: placeIn(thing), to }))
      .filter(({ from, to }) => from.at.distanceTo(to.at) > 1e-6 || from.turned.angleTo(to.turned) > 1e-4);
    this.glide = { start: null, ms: isFade || !parts.length ? 0 : ms, parts, done };
    if (isFade && parts.length) this.fade();
    this.viewport.loop.wake();
  }

  /** With reduced motion the canvas fades in instead of an animation. */
  private fade(): void {
    this.canvas.animate?.([{ opacity: 0.2 }, { opacity: 1 }], { duration: FADE_MS });
  }

  /** Plays a throw: the bytes of a recording, or a recording that is still arriving. */
  playFilm(film: Uint8Array | Recording, done?: () => void): void {
    this.skip();
    const recording = film instanceof Recording ? film : Recording.of(film);
    if (recording.problem || !recording.frames.length) {
      done?.();
      return;
    }
    this.film = { recording, start: null, from: this.bodies.map(placeIn), moved: new Set(), looked: 0, done };
    this.isShown = true;
    if (this.viewport.reducedMotion) {
      this.fade();
      this.endFilm(0);
    }
    this.viewport.loop.wake();
  }

  /** Finds the bodies that move in the film; the others were not thrown and stay where they are drawn. */
  private findMoved(film: Film): void {
    const { frames } = film.recording;
    const first = frames[0]?.bodies ?? [];
    for (; film.looked < frames.length; film.looked++) frames[film.looked]?.bodies.forEach((pose, body) => {
      if (pose.at.some((number, axis) => number !== first[body]?.at[axis])) film.moved.add(body);
    });
  }

  /** Ends all animations at their final state. */
  skip(): void {
    if (this.film) this.endFilm(0);
    this.endGlide();
    this.viewport.loop.wake();
  }

  get isMoving(): boolean {
    return this.film !== null || this.glide !== null;
  }

  private moves(now: number): boolean {
    if (this.film) this.runFilm(this.film, now);
    if (this.glide) this.runGlide(this.glide, now);
    return this.isMoving;
  }

  private runFilm(film: Film, now: number): void {
    film.start ??= now;
    const { frames, hz, outcome } = film.recording;
    const spent = now - film.start;
    const at = (spent / 1000) * hz;
    const last = frames.length - 1;
    if (outcome && at >= last) return this.endFilm(SLIDE_MS);
    const number = Math.min(Math.floor(at), last);
    this.showFrame(film, number, Math.min(1, at - number), easeBoth(spent / BLEND_MS));
    this.setPull(1 + (PULL - 1) * (easeBoth(spent / BLEND_MS) - easeBoth((spent - PULL_MS) / PULL_MS)));
  }

  private setPull(pull: number): void {
    if (pull === this.pull) return;
    this.pull = pull;
    this.aim();
  }

  private showFrame(film: Film, number: number, share: number, blend: number): void {
    this.findMoved(film);
    const { frames } = film.recording;
    const here = frames[number]?.bodies ?? [];
    const next = frames[Math.min(number + 1, frames.length - 1)]?.bodies ?? here;
    this.bodies.forEach((thing, body) => {
      const [pose, then, from] = [here[body], next[body], film.from[body]];
      if (!film.moved.has(body) || !pose || !then || !from) return;
      const to = between(placeOf(pose), placeOf(then), share);
      const shown = blend < 1 ? between(from, to, blend) : to;
      // The coaster moves from under the cup onto it: around the cup, not through it.
      if (thing === this.coaster && blend < 1) shown.at.z += AROUND * Math.sin(Math.PI * blend);
      put(thing, shown);
    });
    this.cupped.clear();
    this.fadeCup();
  }

  /** Fades the cup out while it is lifted towards the camera. */
  private fadeCup(): void {
    const isLifted = uprightness(this.cup.quaternion) > 0.9 && this.film !== null;
    this.setCupShare(isLifted ? Math.min(1, Math.max(0, (0.13 - this.cup.position.y) / 0.07)) : 1);
  }

  private setCupShare(share: number): void {
    this.cup.visible = share > 0.02;
    const mesh = this.cup.children[0] as Mesh;
    setOpacity(mesh.material as Material, share);
    mesh.castShadow = share > 0.4;
    for (const ink of mesh.children) ink.layers.set(share < 0.9 ? 1 : 0);
  }

  /** Shows the last frame of the film, then moves the barrels to the row at the rail within `ms`. */
  private endFilm(ms: number): void {
    const film = this.film as Film;
    this.showFrame(film, film.recording.frames.length - 1, 0, 1);
    this.film = null;
    this.setPull(1);
    this.setCupShare(1);
    put(this.cup, cupAside(this.cupRadius));
    const ends = this.barrels.map((barrel) => upwardEnd(barrel.quaternion));
    this.glideTo(this.arrange(ends), ms, film.done);
    if (!ms) this.endGlide();
  }

  private runGlide(glide: Glide, now: number): void {
    glide.start ??= now;
    const share = glide.ms ? (now - glide.start) / glide.ms : 1;
    if (share >= 1) return this.endGlide();
    for (const { thing, from, to } of glide.parts) {
      const at = between(from, to, easeOut(share));
      // Barrels that slide on the felt would pass through each other, so they are lifted with the distance.
      if (thing !== this.coaster)
        at.at.y += Math.min(0.02, from.at.distanceTo(to.at) * 0.3) * Math.sin(Math.PI * easeOut(share));
      put(thing, at);
    }
    this.placeRings();
  }

  private endGlide(): void {
    const glide = this.glide;
    if (!glide) return;
    this.glide = null;
    for (const { thing, to } of glide.parts) put(thing, to);
    this.setPull(1);
    this.placeRings();
    glide.done?.();
    if (!this.waiting) return;
    const view = this.waiting;
    this.waiting = null;
    this.show(view);
  }

  private placeRings(): void {
    this.rings.forEach((ring, i) => {
      const barrel = this.barrels[i];
      if (barrel) ring.position.set(barrel.position.x, ring.position.y, barrel.position.z);
    });
  }

  get counters(): Counters {
    return this.viewport.counters;
  }

  dispose(): void {
    this.viewport.dispose();
  }
}

export function createBarrelStage(
  canvas: HTMLCanvasElement,
  kit: BarrelKit,
  options: StageOptions = {},
): BarrelStage {
  return new BarrelStage(canvas, kit, options);
}

