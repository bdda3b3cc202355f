// Turning about the plumb line, in degrees, to the left as seen from above. It rests at each 15 degrees:
// whoever comes near is there, and leaves by moving on. Shift turns freely.
import { multiply, type NaturalPose } from '../table/lower';

const REST = 15;
const NEAR = 3;

export class Turning {
  /** Where it would be without rests. */
  private free: number;

  constructor(public degrees = 0) {
    this.free = degrees;
  }

  /** Another stroke begins, from where it is seen. */
  begin(): void {
    this.free = this.degrees;
  }

  turn(by: number, isFree: boolean): void {
    this.free += by;
    const rest = Math.round(this.free / REST) * REST;
    this.degrees = !isFree && Math.abs(this.free - rest) <= NEAR ? rest : this.free;
  }

  /** A step of its own: a key, a notch. */
  step(by: number, isFree: boolean): void {
    this.begin();
    this.turn(by, isFree);
  }
}

/** The smaller way from one angle to another, in degrees. */
export function angleBetween(from: number, to: number): number {
  return ((((to - from + 180) % 360) + 360) % 360) - 180;
}

type Quaternion = [number, number, number, number];

/** Which natural pose a held piece is nearest to, and how far it is turned in it. */
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
