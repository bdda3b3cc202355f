// The values offered in the set-up of a table.
import { expect, test } from 'vitest';
import { numberChoices, standing } from '../../src/taproom/choices';
import type { Option } from '../../src/wire/http';

const option = (more: Partial<Option>): Option => ({ name: 'x', default: '0', ...more }) as Option;

test('all values of a small range are offered, of a large one some around the default', () => {
  expect(numberChoices(option({ name: 'start_gold', min: 8, max: 12, default: '10' }), '10', 4)).toEqual([
    '8',
    '9',
    '10',
    '11',
    '12',
  ]);
  expect(numberChoices(option({ name: 'goal', min: 1, max: 500, default: '75' }), '75', 4)).toEqual([
    '50',
    '75',
    '100',
  ]);
});

test('the first player is one of the existing seats, or drawn by lot', () => {
  expect(
    numberChoices(option({ name: 'first_seat', min: 0, max: 5, values: ['random'] }), 'random', 3),
  ).toEqual(['0', '1', '2', 'random']);
});

test('a removed seat is no longer selected as the first player; a lot or an existing seat stays selected', () => {
  const first = option({
    name: 'first_seat',
    min: 0,
    max: 5,
    values: ['random'],
    default: '0',
    offer: 'random',
  });
  expect(standing(first, '3', 3)).toBe('random');
  expect(standing(first, '2', 3)).toBe('2');
  expect(standing(first, 'random', 3)).toBe('random');
  expect(standing(option({ name: 'goal', default: '75' }), '75', 3)).toBe('75');
});
