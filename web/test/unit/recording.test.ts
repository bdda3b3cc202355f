// W-30: the parser yields the same frames as the C parser, for whole and partial recordings; refused input.
import { expect, test } from 'vitest';
import { Recording } from '../../src/wire/recording';
import { bytesOf, linesOf } from './recordings';

type Flat = {
  tick: number;
  phase: number;
  slow: number;
  held: number;
  release: number;
  awaitsHand: boolean;
  falls: number[];
  bodies: number[];
};
type Line = { version: number; every: number; bytes: string; ends: number[]; frames: Flat[] };

function flat(recording: Recording): Flat[] {
  return recording.frames.map(({ falls, bodies, ...notes }) => ({
    ...notes,
    falls: [...falls].flat(),
    bodies: bodies.flatMap(({ at, turned }) => [...at, ...turned]),
  }));
}

const lines = linesOf<Line>('poses');

test.skipIf(!lines.length)(
  'W-30: 200 recordings of versions 1 and 2 have the frames that C reads in them',
  () => {
    expect(lines.length).toBe(200);
    expect(new Set(lines.map((line) => line.version))).toEqual(new Set([1, 2]));
    for (const line of lines) {
      const recording = Recording.of(bytesOf(line.bytes));
      expect(recording.problem).toBeNull();
      expect([recording.hz, recording.every]).toEqual([60, line.every]);
      expect(flat(recording)).toEqual(line.frames);
      expect([...(recording.outcome ?? [])]).toEqual([0x6f, 0x6b]);
    }
  },
  60000,
);

test.skipIf(!lines.length)(
  'W-30: a partial recording has all frames that are complete',
  () => {
    for (const [number, line] of lines.entries()) {
      const bytes = bytesOf(line.bytes);
      const recording = new Recording();
      const step = bytes.length < 1000 ? 1 + (number % 3) : 61 + 40 * (number % 7);
      let whole = 0;
      for (let here = 0; here < bytes.length;) {
        const next = Math.min(here + step, bytes.length);
        recording.take(bytes.slice(here, next));
        here = next;
        while ((line.ends[whole] ?? Infinity) <= here) whole++;
        if (recording.frames.length !== whole)
          expect.fail(
            `recording ${number}: ${recording.frames.length} frames of ${here} bytes, not ${whole}`,
          );
        if ((recording.outcome !== null) !== (here === bytes.length))
          expect.fail(`recording ${number}: its end at ${here}`);
      }
      expect(flat(recording)).toEqual(line.frames);
    }
  },
  60000,
);

const hex = (text: string): Uint8Array => Uint8Array.from(text.split(' ').map((byte) => parseInt(byte, 16)));
const EXAMPLE =
  '53 70 52 63 02 02 3c 00 01 01 c5 02 00 00 03 a6 34 a2 15 00 00 00 00 02 00 6f 6b 64 2a fd a8';

test('the example of docs/recording.md', () => {
  const recording = Recording.of(hex(EXAMPLE));
  expect(recording.problem).toBeNull();
  expect(recording.frames.length).toBe(3);
  expect(recording.frames[2]?.bodies[1]?.at).toEqual([1900, 0, 0]);
  expect([...(recording.outcome ?? [])]).toEqual([0x6f, 0x6b]);
});

test('invalid recordings are refused with a reason', () => {
  expect(Recording.of(hex('53 70 52 64')).problem).toBe('this is not a recording');
  expect(Recording.of(hex('53 70 52 63 03')).problem).toBe('the recording has version 3');
  expect(Recording.of(hex('53 70 52 63 02 39 3c 00 01')).problem).toMatch(/too many bodies/);
  expect(Recording.of(hex('53 70 52 63 01 02 3c 00 22 01')).problem).toBe(
    'frame 0 is not as a recording writes it',
  );
  expect(Recording.of(hex(EXAMPLE.replace('6f 6b', '6f 6c'))).problem).toMatch(/checksum/);
  expect(Recording.of(hex(`${EXAMPLE} 00`)).problem).toMatch(/something follows/);
});
