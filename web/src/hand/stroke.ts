// Smooths the movement of a finger: strongly when it is slow, so that it can be exact, and hardly when it is
// fast, so that there is no lag. The result is steps in pixels, reduced when the finger is slow.
import type { Pixel } from './input';

/** The 1 euro filter: a low pass whose cut-off frequency (Hz) rises with the speed (pixels per second). */
const LOWEST_HZ = 1.2;
const BETA = 0.02;
const SPEED_HZ = 1;
/** Gain below the first speed and from the second one on, in pixels per second. */
const SLOW = { speed: 40, gain: 0.4 };
const FAST = { speed: 300, gain: 1 };

export function gainAt(speed: number): number {
  const share = Math.min(1, Math.max(0, (speed - SLOW.speed) / (FAST.speed - SLOW.speed)));
  return SLOW.gain + share * (FAST.gain - SLOW.gain);
}

/** The share of the distance to a new value that a low pass covers in a time step. */
function share(hz: number, seconds: number): number {
  return 1 - 1 / (1 + 2 * Math.PI * hz * seconds);
}

function mix(from: Pixel, to: Pixel, part: number): Pixel {
  return [from[0] + part * (to[0] - from[0]), from[1] + part * (to[1] - from[1])];
}

export class Filter {
  private speed: Pixel = [0, 0];
  private raw: Pixel;

  constructor(public at: Pixel) {
    this.raw = at;
  }

  next(raw: Pixel, seconds: number): Pixel {
    const learn = share(SPEED_HZ, seconds);
    this.speed = mix(this.speed, [(raw[0] - this.raw[0]) / seconds, (raw[1] - this.raw[1]) / seconds], learn);
    this.raw = raw;
    this.at = mix(this.at, raw, share(LOWEST_HZ + BETA * Math.hypot(...this.speed), seconds));
    return this.at;
  }
}

export class Stroke {
  private readonly filter: Filter;
  private finger: Pixel;

  constructor(start: Pixel, private at: number) {
    this.finger = start;
    this.filter = new Filter(start);
  }

  /** Takes the finger's new position; returns the movement to apply. */
  move(finger: Pixel, at: number): Pixel {
    this.finger = finger;
    return this.advance(at);
  }

  /** Lets the smoothed position catch up with the finger; returns the movement to apply. */
  advance(at: number): Pixel {
    const seconds = (at - this.at) / 1000;
    if (seconds <= 0) return [0, 0];
    const [x, y] = this.filter.at;
    const after = this.filter.next(this.finger, seconds);
    this.at = at;
    const way: Pixel = [after[0] - x, after[1] - y];
    const gain = gainAt(Math.hypot(...way) / seconds);
    return [way[0] * gain, way[1] * gain];
  }
}
