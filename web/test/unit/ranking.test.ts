// The ranking at the end, and the number shown for each seat.
import { expect, test } from 'vitest';
import { figureOf, ranking } from '../../src/taproom/table/ranking';

const figures = (scores: number[], winners: number[], kind?: 'most' | 'fewest' | 'places'): number[] =>
  scores.map((_score, seat) => figureOf(seat, scores, winners, kind));

test('winners first, then by score: more, fewer, or only the order', () => {
  expect(ranking([12, 40, 25], [1])).toEqual([1, 2, 0]);
  // Pieces left: fewer are better.
  expect(ranking([5, 2, 0, 3], [2], 'fewest')).toEqual([2, 1, 3, 0]);
  expect(ranking([1, 3, 0, 2], [1], 'places')).toEqual([1, 3, 0, 2]);
  // Winners come first among equal scores.
  expect(ranking([7, 7], [1])).toEqual([1, 0]);
});

test('the score is shown, or the rank if scores only give the order', () => {
  expect(figures([12, 40, 25], [1])).toEqual([12, 40, 25]);
  expect(figures([5, 2, 0, 3], [2], 'fewest')).toEqual([5, 2, 0, 3]);
  expect(figures([1, 3, 0, 2], [1], 'places')).toEqual([3, 1, 4, 2]);
  expect(figures([2, 2, 0, 0], [0, 1], 'places')).toEqual([1, 1, 3, 3]);
});
