// The target of the open hand, which catches falling pieces: a disc in the plane seen from the stern. Time is
// short, so pointers set the position directly, without gain or filter. The disc is above the finger, which
// would hide it.
import type { Pose } from '../wire/frames';
import type { Input, Stern, HandCommand } from './input';
import { Pad } from './pad';

/** Pixels from the finger up to the disc. */
const ABOVE_FINGER = 60;
const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** `from` and `to` are [y, z], from the kit. */
export type CatchPlane = { from: [number, number]; to: [number, number] };

export class Reach {
  private readonly down = new Set<string>();
  private readonly pad = new Pad();
  private now = 0;
  /** The open hand's position in the newest frame, from the alarm on; keys and sticks start from here. */
  hand: Pose['at'] | null = null;
  /** Micrometres per second: keys move as fast as the hand can. */
  speed = 0;
  /** The target, y and z; null before the first input. */
  at: [number, number] | null = null;

  constructor(
    private readonly plane: CatchPlane,
    public stern: Stern,
    private readonly command: (command: HandCommand) => void,
  ) {}

  get wanted(): Pose | null {
    return (
      this.at && {
        at: [Math.round(this.hand?.[0] ?? 0), Math.round(this.at[0]), Math.round(this.at[1])],
        turned: [1000000, 0, 0, 0],
      }
    );
  }

  take(input: Input): void {
    if (input.t === 'down' || input.t === 'move')
      this.aim(this.stern(input.x, input.y - (input.device === 'touch' ? ABOVE_FINGER : 0)));
    else if (input.t === 'key') this.takeKey(input.key, input.isDown, input.at);
    else if (input.t === 'pad') this.takePad(input.axes, input.buttons, input.at);
    else if (input.t === 'leave') this.leave();
  }

  advance(at: number): void {
    const seconds = this.now ? Math.max(0, at - this.now) / 1000 : 0;
    const way: [number, number] = [this.pad.stick(0), -this.pad.stick(1)];
    for (const key of this.down) {
      way[0] += ARROWS[key]?.[0] ?? 0;
      way[1] += ARROWS[key]?.[1] ?? 0;
    }
    if (way[0] || way[1]) this.go(way, seconds);
    this.now = Math.max(this.now, at);
  }

  private aim(at: [number, number]): void {
    this.at = [0, 1].map((i) =>
      Math.min(this.plane.to[i] ?? 0, Math.max(this.plane.from[i] ?? 0, at[i] ?? 0)),
    ) as [number, number];
  }

  private go([right, up]: [number, number], seconds: number): void {
    const start = this.at ?? (this.hand && ([this.hand[1], this.hand[2]] as [number, number]));
    if (!start) return;
    const [side, height] = [this.direction(1, 0), this.direction(0, -1)];
    const way: [number, number] = [right * side[0] + up * height[0], right * side[1] + up * height[1]];
    const far = (this.speed * seconds) / Math.max(1, Math.hypot(...way));
    this.aim([start[0] + way[0] * far, start[1] + way[1] * far]);
  }

  /** The unit vector in the plane for a step on the screen. */
  private direction(x: number, y: number): [number, number] {
    const [from, to] = [this.stern(0, 0), this.stern(x, y)];
    const way: [number, number] = [to[0] - from[0], to[1] - from[1]];
    const length = Math.hypot(...way) || 1;
    return [way[0] / length, way[1] / length];
  }

  private takeKey(key: string, isDown: boolean, at: number): void {
    this.advance(at);
    if (!isDown) this.down.delete(key);
    else if (key in ARROWS) this.down.add(key);
    else if (key === 'Tab') this.command({ t: 'reach' });
  }

  private takePad(axes: readonly number[], buttons: readonly number[], at: number): void {
    this.advance(at);
    this.pad.take(axes, buttons);
    if (this.pad.isPressed('a')) this.command({ t: 'reach' });
  }

  private leave(): void {
    this.down.clear();
    this.pad.take([], []);
  }
}
