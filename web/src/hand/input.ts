// The input events of the hand: pixels and milliseconds, independent of the DOM.

/** The element on which a pointer went down: ship, rope, the rim of the ship's wheel, or its hub. */
export type Zone = 'stage' | 'rope' | 'wheel' | 'hub';
export type Pixel = [x: number, y: number];
/** A pen counts as touch. */
export type Device = 'touch' | 'mouse';

export type Down = {
  t: 'down'; id: number; device: Device; zone: Zone; x: number; y: number; at: number;
  /** 0 left, 1 middle, 2 right. */
  button?: number;
  /** The centre of the ship's wheel, for the zone `wheel`. */
  centre?: Pixel;
};

export type Input =
  | Down
  | { t: 'move'; id: number; device: Device; x: number; y: number; at: number }
  | { t: 'up'; id: number; at: number }
  | { t: 'cancel'; id: number }
  /** Notches of the mouse wheel, positive downwards. */
  | { t: 'scroll'; notches: number; shift: boolean }
  /** `key` as in a KeyboardEvent. */
  | { t: 'key'; key: string; isDown: boolean; shift: boolean; at: number }
  /** The current state of a gamepad of the standard layout; buttons are values from 0 to 1. */
  | { t: 'pad'; axes: readonly number[]; buttons: readonly number[]; at: number }
  /** The window lost the focus: everything counts as released. */
  | { t: 'leave' };

/** What the page is to do besides sending samples. */
export type HandCommand =
  /** Orbit the camera around the ship and upwards, in degrees. */
  | { t: 'look'; around: number; up: number }
  /** Switch to the next view: front, side, above. */
  | { t: 'view' }
  /** Reach for the next falling piece with the open hand: `catch` of the protocol. */
  | { t: 'reach' };

/** How pixels become micrometres while a piece is held; depends on the camera. */
export type Plane = {
  /** Movement along the ship's x and y for one pixel to the right and for one pixel up. */
  right: [number, number];
  up: [number, number];
  /** Change of height for one pixel up. */
  rise: number;
};

/** Maps a pixel of the view from the stern to (y, z) in the plane in which pieces are caught. */
export type Stern = (x: number, y: number) => [number, number];

const NOTCH = { pixels: 100, lines: 3 };

/** The notches of a WheelEvent. With Shift some systems scroll horizontally. */
export function notchesOf(event: { deltaX: number; deltaY: number; deltaMode: number }): number {
  const delta = event.deltaY || event.deltaX;
  if (event.deltaMode === 0) return delta / NOTCH.pixels;
  if (event.deltaMode === 1) return delta / NOTCH.lines;
  return Math.sign(delta);
}
