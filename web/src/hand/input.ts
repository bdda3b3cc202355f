// What fingers, mouse, keys and gamepad do, as the hand gets it: pixels and milliseconds, no DOM.

/** Where a pointer came down: on the ship, on the rope, on the rim of the ship's wheel or on its hub. */
export type Zone = 'stage' | 'rope' | 'wheel' | 'hub';
export type Pixel = [x: number, y: number];
/** A pen is a finger. */
export type Device = 'touch' | 'mouse';

export type Down = {
  t: 'down'; id: number; device: Device; zone: Zone; x: number; y: number; at: number;
  /** 0 left, 1 middle, 2 right. */
  button?: number;
  /** Of the ship's wheel, for the zone `wheel`. */
  centre?: Pixel;
};

export type Input =
  | Down
  | { t: 'move'; id: number; device: Device; x: number; y: number; at: number }
  | { t: 'up'; id: number; at: number }
  | { t: 'cancel'; id: number }
  /** Notches of a mouse's wheel, down is positive. */
  | { t: 'scroll'; notches: number; shift: boolean }
  /** `key` as in a KeyboardEvent: the letter that is printed on it. */
  | { t: 'key'; key: string; isDown: boolean; shift: boolean; at: number }
  /** A gamepad of the standard layout, as it is now; buttons as how far they are pressed. */
  | { t: 'pad'; axes: readonly number[]; buttons: readonly number[]; at: number }
  /** The window is no longer in front: nothing is pressed any more. */
  | { t: 'leave' };

/** What the page is to do, beside sending the hand. */
export type Wish =
  /** The camera goes around the ship, and up, by degrees. */
  | { t: 'look'; around: number; up: number }
  /** The next of front, side and above. */
  | { t: 'view' }
  /** The open hand reaches for the next piece that falls: `catch` of the protocol. */
  | { t: 'reach' };

/** How pixels become micrometres while a piece is held; the camera's business. */
export type Plane = {
  /** Along x and y of the ship, for one pixel to the right and for one pixel up. */
  right: [number, number];
  up: [number, number];
  /** Of height, for one pixel up. */
  rise: number;
};

/** Which place (y, z) of the plane in which is caught lies behind a pixel of the view from the stern. */
export type Stern = (x: number, y: number) => [number, number];

const NOTCH = { pixels: 100, lines: 3 };

/** Notches of a WheelEvent. With Shift some systems scroll sideways. */
export function notchesOf(event: { deltaX: number; deltaY: number; deltaMode: number }): number {
  const delta = event.deltaY || event.deltaX;
  return event.deltaMode === 0
    ? delta / NOTCH.pixels
    : event.deltaMode === 1
      ? delta / NOTCH.lines
      : Math.sign(delta);
}
