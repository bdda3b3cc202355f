// A gamepad of the standard layout: sticks and triggers set speeds, buttons act when they go down.

const DEAD = 0.12;
const PRESSED = 0.5;
const BUTTONS = { a: 0, x: 2, left: 4, right: 5, leftTrigger: 6, rightTrigger: 7 } as const;
export type Button = keyof typeof BUTTONS;

/** The response curve of a stick: a dead zone, then cubic up to 1. */
export function cubic(value: number): number {
  const size = Math.abs(value);
  return size < DEAD ? 0 : Math.sign(value) * ((Math.min(1, size) - DEAD) / (1 - DEAD)) ** 3;
}

export class Pad {
  private axes: readonly number[] = [];
  private buttons: readonly number[] = [];
  private before: readonly number[] = [];

  take(axes: readonly number[], buttons: readonly number[]): void {
    this.before = this.buttons;
    this.axes = axes;
    this.buttons = buttons;
  }

  stick(axis: 0 | 1 | 2 | 3): number {
    return cubic(this.axes[axis] ?? 0);
  }

  pressure(button: Button): number {
    const value = this.buttons[BUTTONS[button]] ?? 0;
    return value < DEAD ? 0 : value;
  }

  isDown(button: Button): boolean {
    return (this.buttons[BUTTONS[button]] ?? 0) > PRESSED;
  }

  /** Whether the button went down with the newest state. */
  isPressed(button: Button): boolean {
    return this.isDown(button) && (this.before[BUTTONS[button]] ?? 0) <= PRESSED;
  }
}
