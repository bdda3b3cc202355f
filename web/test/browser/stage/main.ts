// A page with nothing but a stage, and a clock that only a test moves.
import { createBarrelStage, type BarrelKit, type BarrelStage } from '../../../src/stage/barrels';
import type { Clock } from '../../../src/stage/loop';
import { createShipStage, type ShipKit, type ShipStage } from '../../../src/stage/ship';

const [WIDTH, HEIGHT] = [300, 260];

export class Bench {
  barrels!: BarrelStage;
  ship!: ShipStage;
  rests = 0;
  private time = 1000;
  private call: ((time: number) => void) | null = null;
  private readonly clock: Clock = {
    now: () => this.time,
    request: (call) => {
      this.call = call;
      return 1;
    },
    cancel: () => {
      this.call = null;
    },
  };

  private get canvas(): HTMLCanvasElement {
    const canvas = document.createElement('canvas');
    document.querySelector('canvas')?.replaceWith(canvas);
    return canvas;
  }

  makeBarrels(kit: BarrelKit, quality: number, isTimed: boolean): void {
    this.barrels = createBarrelStage(this.canvas, kit, { quality, onRest: () => this.rests++, clock: isTimed ? this.clock : undefined });
    this.barrels.resize(WIDTH, HEIGHT, { top: 10, right: 0, bottom: 20, left: 0 });
  }

  makeShip(kit: ShipKit & { shapes: Record<string, unknown> }, quality: number): void {
    this.ship = createShipStage(this.canvas, kit, { quality, clock: this.clock });
    this.ship.resize(WIDTH, HEIGHT, { top: 10, right: 0, bottom: 20, left: 0 });
  }

  /** Time goes on in steps, as on a screen. */
  pass(ms: number, step = 16): void {
    for (const end = this.time + ms; this.time < end; ) {
      this.time = Math.min(end, this.time + step);
      const call = this.call;
      this.call = null;
      call?.(this.time);
    }
  }
}

declare global {
  interface Window {
    bench: Bench;
  }
}
window.bench = new Bench();
