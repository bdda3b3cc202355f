// Differences of views (docs/protocol.md).
import { expect, test } from 'vitest';
import { applyDifference, type Json } from '../../src/wire/difference';

test('the example of docs/protocol.md', () => {
  const before = { a: 1, b: [5, 6, 7] };
  expect(applyDifference(before, { a: [2], b: { '1': [9], '2': [] }, c: [null] })).toEqual({
    a: 2,
    b: [5, 9],
    c: null,
  });
  expect(before).toEqual({ a: 1, b: [5, 6, 7] });
});

const CASES: [Json, Json, Json | undefined][] = [
  [1, [2], 2],
  [{ a: 1 }, { a: [] }, {}],
  [{ a: 1 }, { a: {} }, { a: 1 }],
  [[1], { '1': [2], '2': [3] }, [1, 2, 3]],
  [[1, 2, 3], { '0': [] }, []],
  [{ a: [{ b: 1 }] }, { a: { '0': { b: [2] } } }, { a: [{ b: 2 }] }],
  [{ a: 1 }, [], undefined],
  [{ a: 1 }, [[1]], [1]],
];
test.each(CASES.map((row, i) => [i, row] as const))('case %i', (_i, [before, difference, after]) => {
  expect(applyDifference(before, difference)).toEqual(after);
});

test('a difference that does not fit the value throws', () => {
  expect(() => applyDifference(1, { a: [1] })).toThrow();
  expect(() => applyDifference([1], { '3': [1] })).toThrow();
  expect(() => applyDifference([1], { x: [1] })).toThrow();
  expect(() => applyDifference({}, 3 as Json)).toThrow();
});
