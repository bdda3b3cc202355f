// The 3D stage of Riff Raff: the ship and its cargo.
//
//   const stage = createShipStage(canvas, kit, { quality, reducedMotion, onFrame, onRest });
//   stage.resize(width, height, { top, right, bottom, left });
//   stage.show(view);                          shows cargo and angles of a view while no session runs
//   stage.takeFrame(frame);                    queues a frame of the session; playback is smoothed
//   stage.endSession();                        shows the view again
//   stage.want(pose);                          draws the hand's target as an outline; null: none
//   stage.light(area);                         highlights an area of the kit; areaTag() is its tag's position
//   stage.look('card' | 'hold' | 'catch');     moves the camera in 600 ms; 'hold' frames 18 cm of the area
//   stage.orbit({ yaw, pitch }, glides);       orbits while holding; ORBITS has front, side and above
//   stage.porthole({ x, y, size }, isSwapped); a second view from above in a disc of the canvas; null: none
//   stage.plane;                               what a pixel is for the hand while it holds, in micrometres
//   stage.catchPoint(x, y);                    maps a pixel to the server's y and z in the catch plane
//   stage.falls();                             falling pieces, their screen positions and remaining ticks
//   stage.height();                            metres from the held piece down to what is below it
//   stage.skip();                              ends all animations at their final state
//
// All poses are the server's; whether a piece may be released follows from the frame's `release` alone.
// The constructor throws without WebGL. After dispose() the canvas cannot be used for another stage.
import { Box3, Fog, type Object3D, Quaternion, Ray, Vector3 } from 'three';
import type { Frame, Pose } from '../wire/frames';
import { Cargo, GLASS, type Piece } from './cargo';
import { JitterBuffer, type Moment } from './jitter_buffer';
import { FACE, setOpacity } from './ink';
import { bodyCorners, dropBelow, footprint, meets } from './outline';
import { type Porthole, PortholeView } from './porthole';
import { between, easeOut, place as newPlace, type Place, placeOf, put, toStage } from './pose';
import {
  HAZE,
  type KitArea,
  makeSea,
  makeShip,
  makeSky,
  makeYards,
  setHorizon,
  type ShipKit,
  type Yard,
} from './ship_models';
import { AreaLight, Footprint, OpenHand, Rings, Wanted, Way } from './ship_signs';
import {
  areaMiddle,
  catchPixelOf,
  caughtAt,
  FLIGHT_MS,
  fromAbove,
  fromAstern,
  type HandPlane,
  handPlane,
  holding,
  type Orbit,
  ORBITS,
  sightBetween,
  type Sight,
  wholeShip,
} from './ship_views';
import { type Counters, type Insets, type StageOptions, Viewport } from './viewport';

export type { ShipKit } from './ship_models';
export { pinnedQuality } from './quality';
export { type HandPlane, type Orbit, ORBITS } from './ship_views';

/** The part of a view that is used. */
export type ShipView = {
  aboard: readonly { piece: string; pose: readonly number[] }[];
  joints: readonly number[];
};
export type Fall = { piece: string; ticks: number; x: number; y: number };

const MICRO = 1e-6;
const RIGHTING_MS = 400;
const FADE_MS = 120;
/** Metres: bodies below this height are absent. */
const GONE = -0.28;
/** Metres: the arrow ends this far inside the area, and is not drawn if it would be shorter. */
const WAY = { inside: 0.01, shortest: 0.014 };

const topOf = (piece: Piece, at: Place): number =>
  Math.max(...piece.corners.map((corner) => corner.clone().applyQuaternion(at.turned).y)) + at.at.y;

type Glide<Kind> = { from: Kind; to: Kind; start: number | null };
type ShipPoses = { ship: Place; yards: Place[]; pieces: Map<string, Place> };

export class ShipStage {
  private readonly viewport: Viewport;
  private readonly ship: Object3D;
  private readonly yards: Yard[];
  private readonly cargo: Cargo;
  private readonly areaLight = new AreaLight();
  private readonly footprint = new Footprint();
  private readonly way = new Way();
  private readonly wanted = new Wanted();
  private readonly rings = new Rings();
  private readonly hand: OpenHand;
  private readonly jitterBuffer: JitterBuffer;
  private readonly handBody: number;
  private readonly yardBoxes: Box3[];
  private readonly shipBoxes: Box3[];
  private shownPoses: ShipPoses;
  private righting: Glide<ShipPoses> | null = null;
  private waiting: ShipView | null = null;
  private isLive = false;
  private moment: Moment | null = null;
  private wantedPose: Pose | null = null;
  private area: KitArea | null = null;
  private kind: 'card' | 'hold' | 'catch' = 'card';
  private around: Orbit = ORBITS[0];
  private sight: Sight = wholeShip();
  private flight: Glide<Sight> | null = null;
  private portholeAt: Porthole | null = null;
  private isSwapped = false;
  private readonly portholeView = new PortholeView();
  private readonly sky = makeSky();
  private drop: number | null = null;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly kit: ShipKit & { shapes: Record<string, unknown> },
    options: StageOptions,
  ) {
    this.viewport = new Viewport(
      canvas,
      options,
      24,
      { at: [-0.6, 0.85, -0.35], span: 0.42, tint: '#ffe2b4', strength: 2.2, sky: 1.25, ground: '#4a6a74' },
      (now) => this.moves(now),
      () => this.renderPorthole(),
      () => this.drawPorthole(),
    );
    const { scene } = this.viewport;
    scene.background = this.sky;
    scene.fog = new Fog(HAZE, 1, 4);
    const ship = makeShip(kit);
    const yards = makeYards(kit);
    this.ship = ship.thing;
    this.yards = yards.yards;
    this.jitterBuffer = new JitterBuffer(kit.hz);
    this.hand = new OpenHand(kit.catch_hand.radius * MICRO);
    this.handBody = kit.bodies.findIndex((body) => body.name === 'hand');
    this.cargo = new Cargo(scene, kit.bodies, Object.keys(kit.shapes));
    this.yardBoxes = kit.yards.map(({ body }) =>
      new Box3().setFromPoints(bodyCorners(kit.bodies.find((one) => one.name === body)?.shapes ?? [])),
    );
    this.shipBoxes = (kit.bodies[0]?.shapes ?? []).map((shape) =>
      new Box3().setFromPoints(bodyCorners([shape])),
    );
    scene.add(
      makeSea(),
      this.ship,
      ...this.yards.map((yard) => yard.thing),
      this.footprint.thing,
      this.way.thing,
      this.wanted.thing,
      this.rings.thing,
      this.hand.thing,
    );
    this.shownPoses = this.posesOf({ aboard: [], joints: [] });
    void document.fonts?.load(`700 64px ${FACE}`).then(() => {
      for (const { redraw } of [ship.letters, yards.letters]) redraw();
      this.viewport.loop.wake();
    });
  }

  resize(width: number, height: number, insets?: Insets): void {
    this.viewport.resize(width, height, insets);
    this.aim();
  }

  /** Poses from the joint angles: the hull turns about its x and then about its own y; a yard rocks on its
   * peg. */
  private posesOf(view: ShipView): ShipPoses {
    const joint = (n: number): number => (view.joints[n] ?? 0) * MICRO;
    const about = (axis: Vector3, angle: number): Quaternion =>
      new Quaternion().setFromAxisAngle(axis, angle);
    const x = new Vector3(1, 0, 0);
    const turned = about(x, joint(0)).multiply(about(new Vector3(0, 0, -1), joint(1)));
    const yards = this.kit.yards.map(({ at, peg }, n) => {
      const rocking = about(x, joint(2 + n));
      const inside = toStage(at).sub(toStage(peg)).applyQuaternion(rocking).add(toStage(peg));
      return { at: inside.applyQuaternion(turned), turned: turned.clone().multiply(rocking) };
    });
    const pieces = new Map(
      view.aboard.map(({ piece, pose }) => [
        piece,
        placeOf({ at: pose.slice(0, 3) as Pose['at'], turned: pose.slice(3) as Pose['turned'] }),
      ]),
    );
    return { ship: { at: new Vector3(), turned }, yards, pieces };
  }

  show(view: ShipView): void {
    this.waiting = view;
    if (this.isLive) return;
    const to = this.posesOf(view);
    if (this.viewport.reducedMotion) this.fade();
    this.righting = { from: this.shownPoses, to, start: this.viewport.reducedMotion ? -Infinity : null };
    this.viewport.loop.wake();
  }

  takeFrame(frame: Frame): void {
    this.isLive = true;
    this.righting = null;
    this.jitterBuffer.push(frame);
    this.viewport.loop.wake();
  }

  endSession(): void {
    if (!this.isLive) return;
    this.isLive = false;
    this.jitterBuffer.clear();
    this.moment = null;
    this.wantedPose = null;
    if (this.waiting) this.show(this.waiting);
  }

  want(pose: Pose | null): void {
    this.wantedPose = pose;
    this.viewport.loop.wake();
  }

  light(number: number | null): void {
    this.area = this.kit.areas.find((area) => area.number === number) ?? null;
    if (this.area) this.areaLight.show(this.area, this.restOf(this.area.body), this.bodyOf(this.area.body));
    else this.areaLight.hide();
    if (this.kind === 'hold') this.look('hold');
    this.viewport.loop.wake();
  }

  private restOf(body: string): Vector3 {
    const yard = this.kit.yards.find((one) => one.body === body);
    return yard ? toStage(yard.at) : new Vector3();
  }

  private bodyOf(body: string): Object3D {
    return this.yards[this.kit.yards.findIndex((one) => one.body === body)]?.thing ?? this.ship;
  }

  /** The middle of the highlighted area on the canvas, in CSS pixels. */
  areaTag(): { x: number; y: number } | null {
    return this.area ? this.viewport.onScreen(this.areaPoint(this.area)) : null;
  }

  private areaPoint(area: KitArea): Vector3 {
    const body = this.bodyOf(area.body);
    return areaMiddle(area).sub(this.restOf(area.body)).applyQuaternion(body.quaternion).add(body.position);
  }

  look(kind: 'card' | 'hold' | 'catch'): void {
    this.kind = kind;
    const to = this.sightOf();
    if (this.viewport.reducedMotion) {
      this.fade();
      this.sight = to;
      this.flight = null;
      this.aim();
    } else this.flight = { from: this.sight, to, start: null };
    this.viewport.loop.wake();
  }

  private sightOf(): Sight {
    if (this.kind === 'catch') return fromAstern(this.kit);
    if (this.kind === 'card' || !this.area) return wholeShip();
    return this.isSwapped ? fromAbove(areaMiddle(this.area)) : holding(this.area, this.around);
  }

  orbit(around: Orbit, glides = false): void {
    this.around = around;
    if (this.kind !== 'hold') return;
    if (glides || this.flight) return this.look('hold');
    this.sight = this.sightOf();
    this.aim();
    this.viewport.loop.wake();
  }

  porthole(at: Porthole | null, isSwapped = false): void {
    const hasSwapped = isSwapped !== this.isSwapped;
    this.portholeAt = at;
    this.isSwapped = isSwapped;
    if (hasSwapped && this.kind === 'hold') this.look('hold');
    this.viewport.loop.wake();
  }

  /** What a pixel is for the hand, at the camera's final position. */
  get plane(): HandPlane {
    return handPlane(this.viewport, this.flight?.to ?? this.sight);
  }

  catchPoint(x: number, y: number): [number, number] {
    return caughtAt(this.viewport, this.kit, x, y);
  }

  /** Projects a point of the catch plane to the canvas. */
  catchPixel(y: number, z: number): { x: number; y: number } {
    return catchPixelOf(this.viewport, this.kit, y, z);
  }

  /** Projects a point in the server's coordinates to the canvas. */
  onScreen(at: readonly number[]): { x: number; y: number } {
    return this.viewport.onScreen(toStage(at));
  }

  falls(): Fall[] {
    const falls = this.moment?.to.falls ?? new Map<number, number>();
    return [...falls].flatMap(([body, ticks]) => {
      const piece = this.cargo.pieces.find((one) => one.body === body);
      const at = piece && this.shownPoses.pieces.get(piece.name);
      return piece && at ? [{ piece: piece.name, ticks, ...this.viewport.onScreen(at.at) }] : [];
    });
  }

  height(): number | null {
    return this.drop;
  }

  /** Whether the footprint is green; null if none is drawn. */
  get footprintFits(): boolean | null {
    return this.footprint.thing.visible ? this.footprint.isGreen : null;
  }

  /** The drawn pose of a piece, for tests. */
  drawnAt(piece: string): Place | null {
    return this.shownPoses.pieces.get(piece) ?? null;
  }

  skip(): void {
    if (this.flight) this.flight.start = -Infinity;
    if (this.righting) this.righting.start = -Infinity;
    this.viewport.loop.wake();
  }

  get isMoving(): boolean {
    return this.flight !== null || this.righting !== null || (this.isLive && this.jitterBuffer.isBehind);
  }

  private fade(): void {
    this.canvas.animate?.([{ opacity: 0.2 }, { opacity: 1 }], { duration: FADE_MS });
  }

  private moves(now: number): boolean {
    if (this.isLive) this.moveLive(now);
    else if (this.righting) this.moveRighting(this.righting, now);
    if (this.flight) this.moveFlight(this.flight, now);
    this.drawPoses();
    return this.isMoving;
  }

  private moveFlight(flight: Glide<Sight>, now: number): void {
    flight.start ??= now;
    const share = Math.min(1, (now - flight.start) / FLIGHT_MS);
    this.sight = share >= 1 ? flight.to : sightBetween(flight.from, flight.to, share);
    if (share >= 1) this.flight = null;
    this.aim();
  }

  private moveRighting(righting: Glide<ShipPoses>, now: number): void {
    righting.start ??= now;
    const share = Math.min(1, (now - righting.start) / RIGHTING_MS);
    if (share >= 1) this.righting = null;
    const { from, to } = righting;
    const mix = (a: Place | undefined, b: Place): Place =>
      a && share < 1 ? between(a, b, easeOut(share)) : b;
    this.shownPoses = {
      ship: mix(from.ship, to.ship), yards: to.yards.map((yard, n) => mix(from.yards[n], yard)),
      pieces: new Map([...to.pieces].map(([name, at]) => [name, mix(from.pieces.get(name), at)])),
    };
  }

  private moveLive(now: number): void {
    const moment = this.jitterBuffer.at(now);
    if (!moment) return;
    this.moment = moment;
    const place = (body: number): Place => {
      const [from, to] = [moment.from.bodies[body], moment.to.bodies[body]];
      if (!from || !to) return newPlace();
      // Bodies that appear or disappear are not interpolated.
      if (toStage(from.at).y < GONE || toStage(to.at).y < GONE) return placeOf(moment.share < 1 ? from : to);
      return between(placeOf(from), placeOf(to), moment.share);
    };
    const bodyNamed = (name: string): number => this.kit.bodies.findIndex((body) => body.name === name);
    const pieces = new Map<string, Place>();
    for (const piece of this.cargo.pieces) {
      const at = place(piece.body);
      if (at.at.y > GONE) pieces.set(piece.name, at);
    }
    this.shownPoses = {
      ship: place(0),
      yards: this.kit.yards.map(({ body }) => place(bodyNamed(body))),
      pieces,
    };
  }

  private get heldPiece(): Piece | null {
    const held = this.moment?.to.held ?? -1;
    return held < 0 ? null : (this.cargo.pieces.find((piece) => piece.body === held) ?? null);
  }

  private drawPoses(): void {
    const { ship, yards, pieces } = this.shownPoses;
    put(this.ship, ship);
    this.yards.forEach((yard, n) => put(yard.thing, yards[n] ?? newPlace()));
    const held = this.heldPiece;
    const heldAt = held ? pieces.get(held.name) : undefined;
    const hides = held && heldAt && this.kind === 'hold' ? this.hiding(held, heldAt) : () => false;
    this.cargo.show(this.cargo.pieces.flatMap((piece) => {
      const at = pieces.get(piece.name);
      return at ? [{ piece, at, isGlass: piece !== held && hides(piece.box, at) }] : [];
    }));
    this.yards.forEach((yard, n) => this.setGlass(yard, hides(this.yardBoxes[n] as Box3, yards[n] as Place)));
    this.drawSigns(held, heldAt);
  }

  private setGlass(yard: Yard, isGlass: boolean): void {
    setOpacity(yard.wood, isGlass ? GLASS : 1);
    yard.wood.depthWrite = !isGlass;
    yard.marks.opacity = isGlass ? GLASS : 1;
    for (const child of yard.thing.children)
      for (const ink of child.children) ink.layers.set(isGlass ? 1 : 0);
  }

  /** Returns a test whether a body is between the camera and the held piece. */
  private hiding(held: Piece, heldAt: Place): (box: Box3, at: Place) => boolean {
    const eye = this.viewport.camera.position;
    const spread = held.box.getSize(new Vector3()).length() * 0.3;
    const goals = [[0, 0, 0], [1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]]
      .map(([x = 0, y = 0, z = 0]) => heldAt.at.clone().add(new Vector3(x, y, z).multiplyScalar(spread)));
    return (box, at) => goals.some((goal) => {
      const ray = new Ray(eye.clone(), goal.clone().sub(eye).normalize());
      const far = meets(ray, box, at);
      return far !== null && far < eye.distanceTo(goal) - spread;
    });
  }

  private drawSigns(held: Piece | null, heldAt: Place | undefined): void {
    this.drop = null;
    if (held && heldAt) this.drawFootprint(held, heldAt);
    else this.hideFootprint();
    const wanted = held && heldAt && this.wantedPose ? placeOf(this.wantedPose) : null;
    if (
      held &&
      heldAt &&
      wanted &&
      (wanted.at.distanceTo(heldAt.at) > 0.0008 || wanted.turned.angleTo(heldAt.turned) > 0.03)
    )
      this.wanted.show(held.form, wanted);
    else this.wanted.hide();
    const hand = this.moment?.to.bodies[this.handBody];
    const handAt = hand ? toStage(hand.at) : null;
    if (handAt && handAt.y > GONE) this.hand.show(handAt.setX(0));
    else this.hand.hide();
    const reach = this.kit.catch_hand.radius * MICRO;
    this.rings.show(
      [...(this.moment?.to.falls.keys() ?? [])].flatMap((body) => {
        const piece = this.cargo.pieces.find((one) => one.body === body);
        const at = piece && this.shownPoses.pieces.get(piece.name);
        return at
          ? [
              {
                at: at.at,
                isNear: handAt !== null && Math.hypot(at.at.y - handAt.y, at.at.z - handAt.z) < reach,
              },
            ]
          : [];
      }),
      this.viewport.camera,
    );
  }

  /** Draws the footprint on the highlighted area, and the plumb line from the piece to it. */
  private drawFootprint(held: Piece, at: Place): void {
    if (!this.area || !this.moment) return this.hideFootprint();
    const body = this.bodyOf(this.area.body);
    const normal = new Vector3(0, 1, 0).applyQuaternion(body.quaternion);
    const on = this.areaPoint(this.area);
    const points = footprint(held.corners, at, on, normal);
    const below = on.y - (normal.x * (at.at.x - on.x) + normal.z * (at.at.z - on.z)) / normal.y;
    const foot = new Vector3(at.at.x, below, at.at.z);
    this.footprint.show(points, at.at, foot, this.moment.to.release === 0);
    this.drawWay(foot, on, body.quaternion);
    this.drop = dropBelow(held.corners, at, this.obstacles(held));
  }

  private hideFootprint(): void {
    this.footprint.hide();
    this.way.hide();
  }

  /** Draws an arrow to the nearest point of the area if the piece is beside it. */
  private drawWay(foot: Vector3, middle: Vector3, turned: Quaternion): void {
    const { from, to } = this.area as KitArea;
    const inside = foot.clone().sub(middle).applyQuaternion(turned.clone().invert());
    const half = [0, 1].map((i) =>
      Math.max(0, (((to[i] ?? 0) - (from[i] ?? 0)) / 2) * MICRO - WAY.inside),
    ) as [number, number];
    const goal = new Vector3(
      Math.min(half[0], Math.max(-half[0], inside.x)),
      0,
      Math.min(half[1], Math.max(-half[1], inside.z)),
    )
      .applyQuaternion(turned)
      .add(middle);
    if (goal.distanceTo(foot) < WAY.shortest) this.way.hide();
    else this.way.show(foot, goal, new Vector3(0, 1, 0).applyQuaternion(turned));
  }

  private obstacles(held: Piece): { box: Box3; at: Place }[] {
    const { ship, yards, pieces } = this.shownPoses;
    return [
      ...this.shipBoxes.map((box) => ({ box, at: ship })),
      ...this.yardBoxes.map((box, n) => ({ box, at: yards[n] as Place })),
      ...this.cargo.pieces.flatMap((piece) => {
        const at = pieces.get(piece.name);
        return at && piece !== held ? [{ box: piece.box, at }] : [];
      }),
    ];
  }

  private aim(): void {
    const { camera, scene } = this.viewport;
    camera.fov = this.sight.fov;
    this.viewport.frame(this.sight.target, this.sight.direction, this.sight.wide, this.sight.high);
    const far = camera.position.distanceTo(this.sight.target);
    // In the view from above, everything higher than the piece is clipped.
    camera.near =
      this.isSwapped && this.kind === 'hold'
        ? Math.max(0.02, far - this.aboveArea())
        : Math.max(0.02, far - 0.9);
    camera.far = far + 6;
    camera.updateProjectionMatrix();
    if (scene.fog instanceof Fog) [scene.fog.near, scene.fog.far] = [far + 0.25, far + 2.8];
    const away = new Vector3(-this.sight.direction.x, 0, -this.sight.direction.z)
      .normalize()
      .multiplyScalar(1000);
    setHorizon(this.sky, 1 - this.viewport.onScreen(away.add(camera.position)).y / this.viewport.height);
  }

  /** The height of the held piece's top above the middle of its area. */
  private aboveArea(): number {
    const held = this.heldPiece;
    const at = held && this.shownPoses.pieces.get(held.name);
    const top = held && at ? topOf(held, at) : this.sight.target.y + 0.05;
    return Math.max(0.02, top - this.sight.target.y + 0.002);
  }

  /** The porthole is shown only while a piece is being loaded. */
  private get shownPorthole(): Porthole | null {
    return this.kind === 'hold' && this.area ? this.portholeAt : null;
  }

  /** Renders the second view: from above, or from the side if the views are swapped. */
  private renderPorthole(): void {
    if (!this.shownPorthole || !this.area) return;
    const held = this.heldPiece;
    const at = held && this.shownPoses.pieces.get(held.name);
    const sight = this.isSwapped
      ? holding(this.area, this.around)
      : fromAbove(at ? at.at : areaMiddle(this.area));
    const top = held && at ? topOf(held, at) - at.at.y + 0.002 : 0.05;
    this.portholeView.render(this.viewport, sight, !this.isSwapped, top);
  }

  private drawPorthole(): void {
    if (this.shownPorthole) this.portholeView.draw(this.viewport, this.shownPorthole);
  }

  get counters(): Counters {
    return this.viewport.counters;
  }

  dispose(): void {
    this.portholeView.dispose();
    this.viewport.dispose();
  }
}

export function createShipStage(
  canvas: HTMLCanvasElement,
  kit: ShipKit & { shapes: Record<string, unknown> },
  options: StageOptions = {},
): ShipStage {
  return new ShipStage(canvas, kit, options);
}
