// Loading at coordinates, with a model of a hand that lags and of a flat deck.
import { expect, test } from 'vitest';
import { areaPoint, Lowering, turnPose, type Area } from '../../src/table/lower';
import type { Frame, Pose } from '../../src/wire/frames';

const AREA: Area = { number: 1, body: 'ship', from: [0, 0], to: [100000, 40000], z: 40000 };
const LIE = { name: 'lie', turned: [1000000, 0, 0, 0] as [number, number, number, number], hangs: false };
const LEVEL: Pose = { at: [0, 0, 0], turned: [1000000, 0, 0, 0] };

function run(
  floor: number,
  release: (piece: Pose) => number,
): { outcome: string; piece: Pose; pose: Pose; grip: boolean; frames: number } {
  const piece: Pose = { at: [50000, 20000, 100000], turned: [1000000, 0, 0, 0] };
  const lowering = new Lowering({ left: -5, forward: 12, turned: 90, pose: LIE }, AREA, 0, [0, 0, 0]);
  for (let frames = 1; frames < 2000; frames++) {
    const frame: Frame = {
      tick: frames,
      phase: 0,
      slow: 1,
      held: 1,
      awaitsHand: false,
      release: release(piece),
      falls: new Map(),
      bodies: [LEVEL, piece],
    };
    const { outcome, pose, grip } = lowering.next(frame);
    if (outcome !== 'going') return { outcome, piece, pose, grip, frames };
    for (let i = 0; i < 3; i++)
      piece.at[i] =
        (piece.at[i] ?? 0) + Math.max(-6000, Math.min(6000, (pose.at[i] ?? 0) - (piece.at[i] ?? 0)));
    piece.at[2] = Math.max(piece.at[2], floor);
  }
  throw new Error('it never ends');
}

test('the piece is released where it rests, at the given position', () => {
  const { outcome, piece, pose, grip } = run(52000, () => 0);
  expect(outcome).toBe('released');
  expect(grip).toBe(false);
  expect(piece.at[0]).toBeCloseTo(62000, -3);
  expect(piece.at[1]).toBeCloseTo(15000, -3);
  expect([piece.at[2], pose.at[2]]).toEqual([52000, 52000]);
});

test('the piece stays in the hand if the server refuses or nothing is below it', () => {
  expect(run(52000, () => 2)).toMatchObject({ outcome: 'refused', grip: true });
  expect(run(-500000, () => 1)).toMatchObject({ outcome: 'stuck', grip: true });
});

test('a position of the area follows the ship', () => {
  const heeled: Pose = {
    at: [0, 0, 0],
    turned: [Math.round(Math.cos(0.05) * 1e6), Math.round(Math.sin(0.05) * 1e6), 0, 0],
  };
  const [x, y, z] = areaPoint(AREA, heeled, [0, 0, 0], 0, 0);
  expect(x).toBeCloseTo(50000, -1);
  expect(y).toBeCloseTo(20000 * Math.cos(0.1) - 40000 * Math.sin(0.1), -1);
  expect(z).toBeCloseTo(20000 * Math.sin(0.1) + 40000 * Math.cos(0.1), -1);
});

test('turning is about the vertical axis', () => {
  expect(turnPose([1000000, 0, 0, 0], 90)).toEqual([707107, 0, 0, 707107]);
});
