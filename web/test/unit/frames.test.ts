// The frame decoder with the example of docs/recording.md: notes, falls, incomplete frames; and hand
// messages.
import { expect, test } from 'vitest';
import { handMessage, SessionReader } from '../../src/table/session';
import { FrameDecoder } from '../../src/wire/frames';

const hex = (text: string): Uint8Array => Uint8Array.from(text.split(' ').map((byte) => parseInt(byte, 16)));
const FRAMES = '01 c5 02 00 00 03 a6 34 a2 15 00 00 00';

test('the example of docs/recording.md', () => {
  const bytes = hex(`${FRAMES} 00`);
  const decoder = new FrameDecoder(2);
  const first = decoder.read(bytes, 0);
  expect(first?.frame.bodies[1]).toEqual({ at: [0, 0, 0], turned: [1000000, 0, 0, 0] });
  const second = decoder.read(bytes, first?.next ?? 0);
  expect(second?.frame.bodies[1]).toEqual({ at: [1000, 0, 0], turned: [1000000, 0, 0, -1000] });
  expect(second?.frame.slow).toBe(1);
  const third = decoder.read(bytes, second?.next ?? 0);
  expect(third?.frame.bodies[0]).toEqual({ at: [0, 0, 0], turned: [1000000, 0, 0, 0] });
  expect(third?.frame.bodies[1]).toEqual({ at: [1900, 0, 0], turned: [1000000, 0, 0, -2000] });
  expect(third?.frame.slow).toBe(4);
  expect([...(third?.frame.falls ?? [])]).toEqual([[1, 20]]);
  expect(third?.frame.held).toBe(-1);
  expect(decoder.read(bytes, third?.next ?? 0)).toBeNull();
});

test('an incomplete frame changes nothing', () => {
  const bytes = hex(FRAMES);
  const decoder = new FrameDecoder(2);
  const first = decoder.read(bytes, 0);
  expect(() => decoder.read(bytes.slice(0, 3), first?.next ?? 0)).toThrow(RangeError);
  expect(decoder.read(bytes, first?.next ?? 0)?.frame.bodies[1]?.at).toEqual([1000, 0, 0]);
});

function message(sim: number, isKey: boolean, tick: number, frames: string): Uint8Array {
  const head = new Uint8Array(12);
  const data = new DataView(head.buffer);
  head[0] = 2;
  head[1] = isKey ? 1 : 0;
  data.setUint32(4, sim, true);
  data.setUint32(8, tick, true);
  return Uint8Array.from([...head, ...hex(frames)]);
}

test('a session starts at a key frame and counts ticks', () => {
  const reader = new SessionReader(7, 2, 5);
  expect(reader.take(message(7, false, 100, '01'))).toBe(false);
  expect(reader.take(message(8, true, 100, '01'))).toBe(false);
  expect(reader.take(message(7, true, 100, FRAMES))).toBe(true);
  expect(reader.frame?.tick).toBe(110);
  expect(reader.frame?.bodies[1]?.at).toEqual([1900, 0, 0]);
  expect(reader.take(message(7, true, 200, '01'))).toBe(true);
  expect(reader.frame?.bodies[1]?.at).toEqual([0, 0, 0]);
});

test('a sample of the hand has the right 33 bytes', () => {
  const bytes = new DataView(
    handMessage(0x01020304, 9, { at: [1, -2, 3], turned: [1000000, 0, 0, -5] }, true),
  );
  expect(bytes.byteLength).toBe(41);
  expect([bytes.getUint8(0), bytes.getUint8(1), bytes.getUint32(4, true), bytes.getUint32(8, true)]).toEqual([
    3, 1, 0x01020304, 9,
  ]);
  expect([bytes.getInt32(12, true), bytes.getInt32(16, true), bytes.getInt32(20, true)]).toEqual([1, -2, 3]);
  expect([bytes.getInt32(24, true), bytes.getInt32(36, true), bytes.getUint8(40)]).toEqual([1000000, -5, 1]);
});
