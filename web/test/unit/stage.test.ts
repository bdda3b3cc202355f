// The 3D stage of Polterfass without rendering: poses, positions, the render loop and quality, with a fake
// clock.
import { Quaternion, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { makeRoom, rowPlace, standing } from '../../src/stage/barrel_places';
import { Loop, type Clock } from '../../src/stage/loop';
import { between, place, placeOf, toStage, turnToStage, upwardEnd } from '../../src/stage/pose';
import { pinnedQuality, QualityControl, qualityOf, STEPS } from '../../src/stage/quality';
import { Recording } from '../../src/wire/recording';
import { bytesOf, linesOf } from './recordings';

test('positions and rotations are converted to the stage', () => {
  expect(toStage([1000, 2000, 3000]).toArray()).toEqual([0.001, 0.003, -0.002]);
  const turned = turnToStage([100000, 300000, -900000, -300000]).toArray();
  expect(turned.map((part) => Math.round(part * 1e6) / 1e6)).toEqual([0.3, -0.3, 0.9, 0.1]);
});

test('a converted rotation has the same effect', () => {
  // A quarter about the server's z (upwards) brings its x to its y, which is the stage's -z.
  const quarter = turnToStage([707107, 0, 0, 707107]);
  const x = toStage([1e6, 0, 0]).applyQuaternion(quarter);
  expect(x.distanceTo(toStage([0, 1e6, 0]))).toBeLessThan(1e-6);
});

test('interpolation takes the shorter rotation', () => {
  const [from, to] = [place(), place()];
  to.turned.set(0, -Math.sin(0.2), 0, -Math.cos(0.2));
  to.at.set(1, 0, 0);
  const half = between(from, to, 0.5);
  expect(half.at.x).toBeCloseTo(0.5);
  expect(half.turned.angleTo(from.turned)).toBeCloseTo(0.2);
});

test('the upper end of a barrel', () => {
  expect(upwardEnd(new Quaternion())).toBe(0);
  expect(upwardEnd(turnToStage([0, 1e6, 0, 0]))).toBe(1);
  expect(upwardEnd(turnToStage([707107, 707107, 0, 0]))).toBeNull();
  expect(upwardEnd(turnToStage([707107, 0, 0, 707107]))).toBe(0);
  for (const end of [0, 1] as const)
    for (let n = 0; n < 9; n++) expect(upwardEnd(standing(end, n))).toBe(end);
});

type Throw = { before: string[]; marks: string[]; bytes: string };
const throws = linesOf<Throw>('throws');
const ENDS = [
  ['9', '2'],
  ['8', '3'],
  ['8', '3'],
  ['7', '4'],
  ['7', '4'],
  ['6', '5'],
  ['6', '5'],
  ['x', 'd'],
  ['x', 'd'],
];

test.skipIf(!throws.length)('W-31: the last poses of a film have the ends up that the outcome names', () => {
  for (const { before, marks, bytes } of throws) {
    const last = Recording.of(bytesOf(bytes)).frames.at(-1);
    const up = ENDS.map((ends, i) => {
      const pose = last?.bodies[i];
      const end = pose ? upwardEnd(placeOf(pose).turned) : null;
      return end === null ? '-' : ends[end];
    });
    expect(up).toEqual(marks.map((mark, i) => (mark === '.' ? before[i] : mark)));
  }
});

test('standing barrels do not touch each other, the rail, or lying barrels', () => {
  const radius = 0.01;
  for (let count = 1; count <= 9; count++) {
    const row = Array.from({ length: count }, (_, n) => rowPlace(n, count, 0.00975));
    row.forEach((one, i) =>
      row.forEach((other, j) => i < j && expect(one.distanceTo(other)).toBeGreaterThan(2 * radius)),
    );
    for (const at of row) {
      expect(at.z + radius).toBeLessThan(0.12);
      expect((Math.abs(at.x) + at.z) * Math.SQRT1_2 + radius).toBeLessThan(0.12);
    }
    const lie = [
      new Vector3(0, radius, 0.1),
      new Vector3(0.02, radius, 0.095),
      new Vector3(-0.05, radius, 0.09),
    ];
    makeRoom(lie, row, radius);
    for (const one of lie)
      for (const other of row)
        expect(Math.hypot(one.x - other.x, one.z - other.z)).toBeGreaterThan(2 * radius);
  }
});

/** A fake screen: time passes only when told, and frames are requested at a fixed rate. */
class Screen implements Clock {
  time = 0;
  private call: ((time: number) => void) | null = null;
  now = (): number => this.time;
  request = (call: (time: number) => void): number => {
    this.call = call;
    return 1;
  };
  cancel = (): void => {
    this.call = null;
  };
  run(ms: number, every: number): void {
    for (const end = this.time + ms; this.time < end; ) {
      this.time += every;
      const call = this.call;
      this.call = null;
      call?.(this.time);
    }
  }
}

function loopOf(
  quality: QualityControl,
  screen: Screen,
  moves: (now: number) => boolean,
): { loop: Loop; rests: () => number; steps: () => number } {
  const count = { rests: 0, steps: 0 };
  const loop = new Loop(screen, quality, moves, () => {}, () => count.steps++, () => count.rests++);
  return { loop, rests: () => count.rests, steps: () => count.steps };
}

test('W-32: the render loop stops by itself and draws nothing at rest', () => {
  const screen = new Screen();
  const { loop, rests } = loopOf(new QualityControl(), screen, (now) => now < 1000);
  loop.wake();
  screen.run(1100, 16);
  expect(loop.isRunning).toBe(false);
  expect(rests()).toBe(1);
  const drawn = loop.drawn;
  expect(drawn).toBeGreaterThan(50);
  screen.run(5000, 16);
  expect(loop.drawn).toBe(drawn);
  loop.wake();
  loop.wake();
  screen.run(100, 16);
  expect(loop.drawn).toBe(drawn + 1);
});

test('W-32: quality goes down after 30 late frames in a row, not after 29, and never up again', () => {
  const quality = new QualityControl();
  const best = quality.step;
  for (let round = 0; round < 5; round++) {
    for (let i = 0; i < 29; i++) expect(quality.took(25)).toBe(false);
    quality.took(24);
  }
  expect(quality.step).toBe(best);
  for (let i = 0; i < 29; i++) quality.took(40);
  expect(quality.took(40)).toBe(true);
  expect(quality.step).toBe(best - 1);
  for (let i = 0; i < 1000; i++) quality.took(5);
  expect(quality.step).toBe(best - 1);
  for (let i = 0; i < 1000; i++) quality.took(100);
  expect(quality.step).toBe(0);
});

test('W-32: each further step needs 30 late frames of its own', () => {
  const quality = new QualityControl();
  const best = quality.step;
  for (let i = 0; i < 59; i++) quality.took(40);
  expect(quality.step).toBe(best - 1);
  quality.took(40);
  expect(quality.step).toBe(best - 2);
});

test('W-32: with a slow screen quality goes down step by step', () => {
  const screen = new Screen();
  const { loop, steps } = loopOf(new QualityControl(), screen, () => true);
  loop.wake();
  screen.run(40 * 31, 40);
  expect(steps()).toBe(1);
});

test('the lowest quality draws 30 frames per second', () => {
  const screen = new Screen();
  const { loop } = loopOf(new QualityControl(0), screen, () => true);
  loop.wake();
  screen.run(3000, 1000 / 60);
  expect(loop.drawn).toBeGreaterThan(85);
  expect(loop.drawn).toBeLessThan(95);
});

test('W-32: the quality step can be fixed', () => {
  expect(pinnedQuality('?quality=2')).toBe(2);
  expect(pinnedQuality('')).toBeUndefined();
  expect(pinnedQuality('?quality=x')).toBeUndefined();
  const quality = new QualityControl(3);
  for (let i = 0; i < 200; i++) quality.took(100);
  expect(quality.step).toBe(3);
  expect(new QualityControl(9).step).toBe(STEPS.length - 1);
});

test('W-32: a stage that is created again keeps the quality step, unless its step is fixed', () => {
  const before = qualityOf();
  for (let frame = 0; frame < 30; frame++) before.took(30);
  expect(before.step).toBe(STEPS.length - 2);
  expect(qualityOf().step).toBe(before.step);
  expect([qualityOf(4).step, qualityOf(9).step]).toEqual([4, STEPS.length - 1]);
});
