// Overlays that help the hand: the area, the footprint, the plumb line, the target pose, rings around falling
// pieces, and the open hand.
import {
  BufferAttribute,
  BufferGeometry,
  type Camera,
  Color,
  CylinderGeometry,
  DoubleSide,
  EdgesGeometry,
  Group,
  LineBasicMaterial,
  LineLoop,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
  PlaneGeometry,
  RingGeometry,
  Vector3,
} from 'three';
import { type Brush, canvas, INK, texture } from './ink';
import { type Place, put } from './pose';
import type { KitArea } from './ship_models';

const MICRO = 1e-6;
const FITS = '#a6d65c';
const REFUSED = '#ff6a3c';
const LIFT = 0.0007;
const FOOTPRINT_MAX = 96;
/** Metres: half of the shaft's width, length and half width of the head. */
const ARROW = { shaft: 0.0012, head: 0.008, wide: 0.0045 };

/** A highlight on an area; it is a child of the body that has the area. */
export class AreaLight {
  readonly thing: Mesh;
  constructor() {
    this.thing = new Mesh(
      new PlaneGeometry(1, 1).rotateX(-Math.PI / 2),
      new MeshBasicMaterial({
        color: '#ffd36b',
        transparent: true,
        opacity: 0.55,
        depthWrite: false,
        polygonOffset: true,
        polygonOffsetFactor: -1,
        polygonOffsetUnits: -2,
      }),
    );
    this.thing.renderOrder = 1;
  }

  /** `rest` is the position of the area's body at rest. */
  show(area: KitArea, rest: Vector3, body: Object3D): void {
    const [x, y] = [(area.from[0] + area.to[0]) / 2, (area.from[1] + area.to[1]) / 2];
    this.thing.scale.set(
      Math.max(0.004, (area.to[0] - area.from[0]) * MICRO - 0.003),
      1,
      (area.to[1] - area.from[1]) * MICRO - 0.003,
    );
    this.thing.position.set(x * MICRO, area.z * MICRO + LIFT / 2, -y * MICRO).sub(rest);
    body.add(this.thing);
  }

  hide(): void {
    this.thing.removeFromParent();
  }
}

/** The footprint of the held piece: green if the server allows its release, else red. */
export class Footprint {
  readonly thing = new Group();
  private readonly places = new BufferAttribute(new Float32Array(FOOTPRINT_MAX * 3), 3);
  private readonly fill: Mesh<BufferGeometry, MeshBasicMaterial>;
  private readonly edge: LineLoop<BufferGeometry, LineBasicMaterial>;
  private readonly plumb: Mesh;
  isGreen = false;

  constructor() {
    const form = new BufferGeometry().setAttribute('position', this.places);
    const fan: number[] = [];
    for (let i = 1; i + 1 < FOOTPRINT_MAX; i++) fan.push(0, i, i + 1);
    form.setIndex(fan);
    this.fill = new Mesh(
      form,
      new MeshBasicMaterial({
        transparent: true,
        opacity: 0.72,
        side: DoubleSide,
        depthWrite: false,
        polygonOffset: true,
        polygonOffsetFactor: -3,
        polygonOffsetUnits: -6,
      }),
    );
    const outline = new BufferGeometry().setAttribute('position', this.places);
    this.edge = new LineLoop(outline, new LineBasicMaterial({ color: INK }));
    this.plumb = new Mesh(
      new CylinderGeometry(0.0006, 0.0006, 1, 8),
      new MeshBasicMaterial({ color: '#fff6e0' }),
    );
    for (const thing of [this.fill, this.edge, this.plumb]) thing.frustumCulled = false;
    this.thing.add(this.fill, this.edge, this.plumb);
    this.thing.visible = false;
  }

  show(points: Vector3[], from: Vector3, to: Vector3, isGreen: boolean): void {
    const count = Math.min(points.length, FOOTPRINT_MAX);
    for (let i = 0; i < count; i++) {
      const point = points[i] as Vector3;
      this.places.setXYZ(i, point.x, point.y + LIFT, point.z);
    }
    this.places.needsUpdate = true;
    this.fill.geometry.setDrawRange(0, Math.max(0, count - 2) * 3);
    this.edge.geometry.setDrawRange(0, count);
    this.isGreen = isGreen;
    this.fill.material.color.set(isGreen ? FITS : REFUSED);
    this.plumb.scale.y = Math.max(0.0001, from.distanceTo(to));
    this.plumb.position.addVectors(from, to).multiplyScalar(0.5);
    this.thing.visible = count > 2;
  }

  hide(): void {
    this.thing.visible = false;
  }
}

/** An arrow in a plane, from the point below the piece to its area. */
export class Way {
  readonly thing: Mesh<BufferGeometry, MeshBasicMaterial>;
  private readonly places = new BufferAttribute(new Float32Array(7 * 3), 3);

  constructor() {
    const form = new BufferGeometry().setAttribute('position', this.places);
    form.setIndex([0, 1, 2, 0, 2, 3, 4, 5, 6]);
    this.thing = new Mesh(
      form,
      new MeshBasicMaterial({
        color: '#fff6e0',
        transparent: true,
        opacity: 0.85,
        side: DoubleSide,
        depthTest: false,
        depthWrite: false,
      }),
    );
    this.thing.frustumCulled = false;
    this.thing.renderOrder = 9;
    this.thing.visible = false;
  }

  show(from: Vector3, to: Vector3, normal: Vector3): void {
    const along = to.clone().sub(from).normalize();
    const across = new Vector3().crossVectors(normal, along);
    const neck = to.clone().addScaledVector(along, -ARROW.head);
    const corner = (at: Vector3, wide: number): Vector3 =>
      at.clone().addScaledVector(across, wide).addScaledVector(normal, LIFT);
    [
      corner(from, ARROW.shaft),
      corner(from, -ARROW.shaft),
      corner(neck, -ARROW.shaft),
      corner(neck, ARROW.shaft),
      corner(neck, ARROW.wide),
      corner(neck, -ARROW.wide),
      corner(to, 0),
    ].forEach((point, i) => this.places.setXYZ(i, point.x, point.y, point.z));
    this.places.needsUpdate = true;
    this.thing.visible = true;
  }

  hide(): void {
    this.thing.visible = false;
  }
}

/** The target pose, drawn as the edges of the piece. */
export class Wanted {
  readonly thing = new Group();
  private readonly edges = new Map<BufferGeometry, LineSegments>();
  private readonly material = new LineBasicMaterial({ color: '#fff6e0', transparent: true, opacity: 0.85 });

  show(form: BufferGeometry, at: Place): void {
    let lines = this.edges.get(form);
    if (!lines) {
      lines = new LineSegments(new EdgesGeometry(form, 35), this.material);
      this.edges.set(form, lines);
      this.thing.add(lines);
    }
    for (const other of this.edges.values()) other.visible = other === lines;
    put(lines, at);
    this.thing.visible = true;
  }

  hide(): void {
    this.thing.visible = false;
  }
}

function drawRing(brush: Brush, size: number): void {
  const middle = size / 2;
  brush.lineWidth = size * 0.075;
  brush.strokeStyle = INK;
  brush.beginPath();
  brush.arc(middle, middle, size * 0.44, 0, 7);
  brush.stroke();
  brush.lineWidth = size * 0.035;
  brush.strokeStyle = '#ffffff';
  brush.setLineDash([size * 0.075, size * 0.063]);
  brush.beginPath();
  brush.arc(middle, middle, size * 0.44, 0, 7);
  brush.stroke();
}

/** The drawing of the open hand, in a ring of its catching radius. */
function drawHand(brush: Brush, size: number): void {
  const s = size / 256;
  brush.lineJoin = brush.lineCap = 'round';
  const finger = (x: number, y: number, toX: number, toY: number, wide: number): void => {
    for (const [colour, extra] of [[INK, 14], ['#f0c49a', 0]] as const) {
      brush.strokeStyle = colour;
      brush.lineWidth = (wide + extra) * s;
      brush.beginPath();
      brush.moveTo(x * s, y * s);
      brush.lineTo(toX * s, toY * s);
      brush.stroke();
    }
  };
  brush.fillStyle = INK;
  brush.beginPath();
  brush.ellipse(128 * s, 170 * s, 63 * s, 58 * s, 0, 0, 7);
  brush.fill();
  finger(80, 150, 56, 92, 25);
  finger(108, 130, 98, 58, 27);
  finger(138, 128, 144, 54, 27);
  finger(168, 140, 188, 74, 25);
  finger(78, 186, 38, 150, 25);
  brush.fillStyle = '#f0c49a';
  brush.beginPath();
  brush.ellipse(128 * s, 170 * s, 56 * s, 51 * s, 0, 0, 7);
  brush.fill();
  brush.strokeStyle = 'rgba(120,70,40,.6)';
  brush.lineWidth = 4 * s;
  brush.beginPath();
  brush.arc(128 * s, 140 * s, 46 * s, 0.6, 2.3);
  brush.stroke();
}

/** Rings that face the camera, one for each falling piece. */
export class Rings {
  readonly thing = new Group();
  private readonly sheet = texture(canvas(256, 256, drawRing));
  private readonly rings: Mesh<PlaneGeometry, MeshBasicMaterial>[] = [];
  private readonly near = new Color('#d9a441');
  private readonly far = new Color('#ffffff');

  show(falls: { at: Vector3; isNear: boolean }[], camera: Camera): void {
    falls.forEach(({ at, isNear }, i) => {
      const ring = this.rings[i] ?? this.add();
      ring.visible = true;
      ring.position.copy(at);
      ring.quaternion.copy(camera.quaternion);
      ring.material.color.copy(isNear ? this.near : this.far);
    });
    for (const ring of this.rings.slice(falls.length)) ring.visible = false;
  }

  private add(): Mesh<PlaneGeometry, MeshBasicMaterial> {
    const ring = new Mesh(
      new PlaneGeometry(0.075, 0.075),
      new MeshBasicMaterial({ map: this.sheet, transparent: true, depthTest: false, depthWrite: false }),
    );
    ring.renderOrder = 10;
    this.rings.push(ring);
    this.thing.add(ring);
    return ring;
  }
}

export class OpenHand {
  readonly thing = new Group();
  constructor(radius: number) {
    const palm = new Mesh(
      new PlaneGeometry(radius * 2.1, radius * 2.1),
      new MeshBasicMaterial({
        map: texture(canvas(512, 512, drawHand)),
        transparent: true,
        depthTest: false,
        depthWrite: false,
      }),
    );
    const reach = new Mesh(
      new RingGeometry(radius * 0.94, radius, 48),
      new MeshBasicMaterial({ color: '#d9a441', transparent: true, depthTest: false, depthWrite: false }),
    );
    const edge = new Mesh(
      new RingGeometry(radius * 0.915, radius * 1.025, 48),
      new MeshBasicMaterial({ color: INK, transparent: true, depthTest: false, depthWrite: false }),
    );
    [edge, reach, palm].forEach((part, i) => (part.renderOrder = 11 + i));
    // Half transparent, so that the caught piece is visible through it.
    palm.material.opacity = 0.88;
    this.thing.add(edge, reach, palm);
    this.thing.visible = false;
  }

  /** The open hand: a disc in the catch plane. */
  show(at: Vector3): void {
    this.thing.position.copy(at);
    this.thing.rotation.set(0, -Math.PI / 2, 0);
    this.thing.visible = true;
  }

  hide(): void {
    this.thing.visible = false;
  }
}
