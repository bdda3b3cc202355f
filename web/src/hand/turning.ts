// The turn of the piece about the vertical axis, in degrees, counterclockwise from above. It snaps to
// multiples of 15 degrees; Shift turns without snapping.
import { multiply, type NaturalPose } from '../table/lower';

const REST = 15;
const NEAR = 3;

export class Turning {
  /** The angle without snapping. */
  private free: number;

  constructor(public degrees = 0) {
    this.free = degrees;
  }

  /** Begins another gesture at the angle that is shown. */
  begin(): void {
    this.free = this.degrees;
  }

  turn(by: number, isFree: boolean): void {
    this.free += by;
    const rest = Math.round(this.free / REST) * REST;
    this.degrees = !isFree && Math.abs(this.free - rest) <= NEAR ? rest : this.free;
  }

  /** Turns by a single step: a key or a notch. */
  step(by: number, isFree: boolean): void {
    this.begin();
    this.turn(by, isFree);
  }
}

/** The difference between two angles in degrees, from -180 to 180. */
export function angleBetween(from: number, to: number): number {
  return ((((to - from + 180) % 360) + 360) % 360) - 180;
}

type Quaternion = [number, number, number, number];

/** The natural pose nearest to a held piece's orientation, and its turn about the vertical axis. */
export function readTurn(
  poses: readonly NaturalPose[],
  turned: Quaternion,
): { pose: number; degrees: number } {
  let best = { pose: 0, degrees: 0, share: -1 };
  poses.forEach(({ turned: [w, x, y, z] }, pose) => {
    const [rw, , , rz] = multiply(turned, [w, -x, -y, -z]);
    const share = Math.hypot(rw, rz);
    const degrees = angleBetween(0, (2 * Math.atan2(rz, rw) * 180) / Math.PI);
    if (share > best.share + 1) best = { pose, degrees: Math.round(degrees * 10) / 10, share };
  });
  return { pose: best.pose, degrees: best.degrees };
}
