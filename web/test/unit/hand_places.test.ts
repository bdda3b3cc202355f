// W-71, W-72: a thumb reaches ten positions within 2 mm in at most four strokes. It sees only the server's
// pose of the piece, from a model of the server's hand, with a good and a bad network.
import { expect, test } from 'vitest';
import { Hand, type Sample } from '../../src/hand/hand';
import type { Pixel, Plane } from '../../src/hand/input';
import type { Frame, Pose } from '../../src/wire/frames';
import { frameOf, line, PER_PIXEL, PLANE, Play, SETTING, START, STERN } from './hand_play';
import { Line, type Delay } from './network';

const HZ = 250;
/** Micrometres per tick, and the share of the distance per tick for a hand that lags by 60 ms. */
const FASTEST = 300000 / HZ;
const FOLLOWS = 1 - Math.exp(-1000 / HZ / 60);
const FRAME_EVERY = 8;

/** A model of the server: its hand moves towards the newest sample. */
class Server {
  tick = 0;
  readonly piece: Pose = { at: [...START.at], turned: [...START.turned] };
  private target: Pose['at'] = [...START.at];
  private newest = -1;

  take({ tick, pose }: Sample): void {
    if (tick <= this.newest) throw new Error('a sample for an old tick is ignored');
    if (tick > this.tick + HZ) throw new Error('a sample too far ahead is refused');
    this.newest = tick;
    this.target = pose.at;
  }

  step(): void {
    const way = this.target.map((to, i) => (to - this.piece.at[i]!) * FOLLOWS);
    const much = Math.min(1, FASTEST / (Math.hypot(...way) || 1));
    way.forEach((part, i) => (this.piece.at[i]! += part * much));
    this.tick++;
  }
}

class Table {
  readonly server = new Server();
  readonly hand: Hand;
  readonly play: Play;
  seen: Pose['at'] = START.at;
  private readonly up: Line<Sample>;
  private readonly down: Line<Frame>;
  private begin = 1000;

  constructor(readonly plane: Plane, delay: Delay) {
    this.up = new Line(delay);
    this.down = new Line(delay);
    this.hand = new Hand(SETTING, plane, STERN);
    this.hand.see(frameOf(0, START), this.begin);
    this.play = new Play(this.hand, (at) => this.run(at));
  }

  private run(at: number): void {
    for (; this.server.tick < ((at - this.begin) * HZ) / 1000; this.server.step()) {
      const now = this.begin + (this.server.tick * 1000) / HZ;
      for (const sample of this.up.receive(now)) this.server.take(sample);
      const { at: place, turned } = this.server.piece;
      if (this.server.tick % FRAME_EVERY === 0)
        this.down.send(frameOf(this.server.tick, { at: [...place], turned: [...turned] }), now);
    }
    for (const frame of this.down.receive(at)) {
      this.seen = frame.bodies[0]!.at;
      this.hand.see(frame, at);
    }
    const sample = this.hand.sample(at);
    if (sample) this.up.send(sample, at);
  }

  /** Waits until the piece is seen to stand still. */
  settle(): void {
    for (let still = 0; still < 8; ) {
      const [x, y] = this.seen;
      this.play.wait(100);
      still = Math.hypot(this.seen[0] - x, this.seen[1] - y) < 50 ? still + 1 : 0;
    }
  }

  /** Pixels from the piece that is seen to a position. */
  pixelsTo([x, y]: [number, number]): Pixel {
    const [dx, dy] = [x - this.seen[0], y - this.seen[1]];
    const { right: [a, b], up: [c, d] } = this.plane;
    const whole = a * d - b * c;
    return [(dx * d - dy * c) / whole, -(a * dy - b * dx) / whole];
  }
}

/** The gain that a thumb has learned: the share of a stroke of 0.3 s that moves the piece. */
const LEARNED: [number, number][] = [[70, 0.9], [35, 0.75], [15, 0.55], [0, 0.38]];
const LONGEST = 150;

function strokeTo(table: Table, place: [number, number]): void {
  const [dx, dy] = table.pixelsTo(place);
  const far = Math.hypot(dx, dy);
  const [, share] = LEARNED.find(([pixels]) => far >= pixels) as [number, number];
  const long = Math.min(LONGEST, far / share);
  const from: Pixel = [190, 500];
  const straight = line(from, [190 + (dx / far) * long, 500 + (dy / far) * long]);
  table.play.down(1, 'stage', from);
  table.play.move([{ id: 1, path: (share) => straight(share * share * (3 - 2 * share)) }], 300);
  table.play.wait(100);
  table.play.up(1);
}

const PLACES: [number, number][] = [
  [30000, 4000], [60000, -6000], [20000, 10000], [75000, 0], [40000, -42000],
  [55000, 39000], [25000, -9000], [68000, 6000], [35000, 0], [-50000, -4000],
];

function reachAll(plane: Plane, delay: Delay): { strokes: number[]; errors: number[] } {
  const table = new Table(plane, delay);
  const strokes: number[] = [];
  const errors: number[] = [];
  for (const place of PLACES) {
    let count = 0;
    for (; count < 10 && Math.hypot(table.seen[0] - place[0], table.seen[1] - place[1]) > 1500; count++) {
      strokeTo(table, place);
      table.settle();
    }
    strokes.push(count);
    const { at } = table.server.piece;
    errors.push(Math.hypot(at[0] - place[0], at[1] - place[1]) / 1000);
  }
  expect(table.server.piece.at[2]).toBe(START.at[2]);
  return { strokes, errors };
}

const ASIDE = Math.SQRT1_2 * PER_PIXEL;
const TURNED: Plane = { right: [ASIDE, -ASIDE], up: [2 * ASIDE, 2 * ASIDE], rise: PER_PIXEL };

test.each([
  ['a good network', PLANE, { ms: 20 }],
  ['W-72: 150 ms, every twentieth chunk 300 ms later', PLANE, { ms: 150, every: 20, late: 300 }],
  ['the camera aside', TURNED, { ms: 60 }],
] as const)('W-71: ten places within 2 mm in at most four strokes: %s', (_name, plane, delay) => {
  const { strokes, errors } = reachAll(plane as Plane, delay);
  expect(Math.max(...errors)).toBeLessThan(2);
  expect(Math.max(...strokes)).toBeLessThanOrEqual(4);
  expect(Math.min(...strokes)).toBeGreaterThan(0);
});

test('late chunks arrive in order', () => {
  const line = new Line<number>({ ms: 10, every: 3, late: 100 });
  for (let i = 0; i < 5; i++) line.send(i, i);
  expect(line.receive(11)).toEqual([0, 1]);
  expect(line.receive(111)).toEqual([]);
  expect(line.receive(112)).toEqual([2, 3, 4]);
});
