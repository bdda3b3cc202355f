// The order of seats at the end, and what stands at each.
import { expect, test } from 'vitest';
import { figureOf, ranking } from '../../src/taproom/table/ranking';

const figures = (scores: number[], winners: number[], kind?: 'most' | 'fewest' | 'places'): number[] =>
  scores.map((_score, seat) => figureOf(seat, scores, winners, kind));

test('winners first, then by score: the more, the fewer, or who stayed longer', () => {
  expect(ranking([12, 40, 25], [1])).toEqual([1, 2, 0]);
  // What is left in front of everybody: the second is who has the fewest pieces but one.
  expect(ranking([5, 2, 0, 3], [2], 'fewest')).toEqual([2, 1, 3, 0]);
  expect(ranking([1, 3, 0, 2], [1], 'places')).toEqual([1, 3, 0, 2]);
  // Whatever decided between equals.
  expect(ranking([7, 7], [1])).toEqual([1, 0]);
});

test('a score is shown as it is; where it is only a place from below, the place', () => {
  expect(figures([12, 40, 25], [1])).toEqual([12, 40, 25]);
  expect(figures([5, 2, 0, 3], [2], 'fewest')).toEqual([5, 2, 0, 3]);
  expect(figures([1, 3, 0, 2], [1], 'places')).toEqual([3, 1, 4, 2]);
  expect(figures([2, 2, 0, 0], [0, 1], 'places')).toEqual([1, 1, 3, 3]);
});
