// The selection (W-4, W-12): a thing is enabled exactly when some form continues with its word, and the
// actions that can be composed by tapping are exactly those that the forms allow.
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import type { Prompt } from '#made/proto';
import {
  goesOn,
  isLit,
  nextWords,
  toggle,
  wholeAction,
  wholeForms,
  wordsOf,
  type Chosen,
} from '../../src/prompt/choosing';
import { unfold } from './unfold';

const prompt = (forms: Prompt['forms']): Prompt => ({
  ask: 1,
  must: true,
  task: { key: 'x.y', args: {} },
  presets: [],
  forms,
});
const ORDER = prompt([{ say: 'order', pick: ['0', '1', '2', '3', '4', '5', '6', '7'], min: 1, max: 2 }]);
const SERVE = prompt([{ say: 'stop' }, { say: 'again', pick: ['8', '9'], min: 0, max: 2 }]);
const PLAY = prompt([
  { say: 'pass' },
  {
    say: 'play D05',
    one: [
      ['>1', '>2'],
      ['>1', '>2', '>3'],
    ],
  },
  { say: 'play D17' },
  { say: 'discard', pick: ['D01', 'D01', 'D17'], min: 1, max: 3 },
]);

/** Taps things one after the other. */
function tap(on: Prompt, verb: string, ...things: string[]): Chosen[] {
  return things.reduce<Chosen[]>(
    (chosen, thing) => toggle(on, chosen, verb, { word: thing.split('#')[0] as string, thing }),
    [],
  );
}

/** Every complete action that can be reached through enabled words. */
function reachable(on: Prompt): Set<string> {
  const found = new Set<string>();
  const seen = new Set<string>();
  const walk = (words: string[]): void => {
    const whole = words.length ? wholeAction(on, words) : null;
    const key = whole ?? words.join(' ');
    if (seen.has(key)) return;
    seen.add(key);
    if (whole) found.add(whole);
    for (const next of nextWords(on, words)) walk([...words, next]);
  };
  walk([]);
  return found;
}

test('W-12 cards of an order can be tapped in any order; a third one replaces the first', () => {
  expect(wholeAction(ORDER, wordsOf(tap(ORDER, 'order', '5', '3')))).toBe('order 3 5');
  expect(wholeAction(ORDER, wordsOf(tap(ORDER, 'order', '5', '3', '7')))).toBe('order 3 7');
  expect(tap(ORDER, 'order', '5', '5')).toEqual([]);
  expect(wholeAction(ORDER, ['order'])).toBeNull();
});

test('W-22 a selected thing is removed by tapping it again', () => {
  expect(wordsOf(tap(ORDER, 'order', '5', '3', '5'))).toEqual(['order', '3']);
});

test('a verb can be a complete action and also be followed by words', () => {
  expect(wholeAction(SERVE, ['again'])).toBe('again');
  expect(wholeAction(SERVE, ['again', '9', '8'])).toBe('again 8 9');
  expect(wholeForms(SERVE)).toEqual(['stop']);
  expect(isLit(SERVE, [], 'again', '9')).toBe(true);
  expect(isLit(SERVE, [], 'again', '7')).toBe(false);
});

test('a card is followed by its targets in order; another card replaces it', () => {
  const card = tap(PLAY, 'play', 'D05');
  expect(nextWords(PLAY, wordsOf(card))).toEqual(['>1', '>2']);
  expect(isLit(PLAY, card, 'play', '>3')).toBe(false);
  expect(wholeAction(PLAY, wordsOf(card))).toBeNull();
  expect(wholeAction(PLAY, wordsOf(tap(PLAY, 'play', 'D05', '>2', '>3')))).toBe('play D05 >2 >3');
  expect(wordsOf(tap(PLAY, 'play', 'D05', '>2', 'D17'))).toEqual(['play', 'D17']);
  expect(wordsOf(tap(PLAY, 'play', 'D05', '>2', 'D05'))).toEqual([]);
});

const DUEL = prompt([
  { say: 'play D05', one: [['>1'], ['>1']] },
  { say: 'play D17', one: [['>1']] },
  { say: 'play D20', one: [['>0', '>1'], ['>1']] },
  { say: 'play D21 now' },
  { say: 'drink', one: [['>1']] },
  { say: 'discard', pick: ['D01'], min: 1, max: 1 },
]);

test('W-52 the only possible target is chosen with its card, and leaves with it', () => {
  const card = tap(DUEL, 'play', 'D17');
  expect(card.at(-1)).toEqual({ word: '>1', thing: '>1' });
  expect(wholeAction(DUEL, wordsOf(card))).toBe('play D17 >1');
  expect(tap(DUEL, 'play', 'D17', 'D17')).toEqual([]);
  expect(wordsOf(tap(DUEL, 'play', 'D17', '>1'))).toEqual(['play', 'D17']);
  expect(wordsOf(tap(DUEL, 'play', 'D17', '>1', '>1'))).toEqual(['play', 'D17', '>1']);
  expect(wordsOf(tap(DUEL, 'drink', '>1', '>1'))).toEqual([]);
});

test('all targets that are the only ones are chosen; what is chosen twice is two things', () => {
  const twice = tap(DUEL, 'play', 'D17', 'D05');
  expect(twice.slice(2).map((one) => one.thing)).toEqual(['>1', '>1.3']);
  expect(wholeAction(DUEL, wordsOf(twice))).toBe('play D05 >1 >1');
  expect(wordsOf(tap(DUEL, 'play', 'D20'))).toEqual(['play', 'D20']);
  expect(wordsOf(tap(DUEL, 'play', 'D20', '>0'))).toEqual(['play', 'D20', '>0', '>1']);
});

test('only words of lists are added, never those of a form itself or of a choice of many', () => {
  expect(wordsOf(tap(DUEL, 'play', 'D21'))).toEqual(['play', 'D21']);
  const all = prompt([{ say: 'discard', pick: ['D01', 'D02'], min: 2, max: 2 }]);
  expect(wordsOf(tap(all, 'discard', 'D01'))).toEqual(['discard', 'D01']);
});

test('two cards with the same word are selected separately', () => {
  expect(wholeAction(PLAY, wordsOf(tap(PLAY, 'discard', 'D01#1', 'D01#2')))).toBe('discard D01 D01');
  expect(wordsOf(tap(PLAY, 'discard', 'D01#1', 'D01#2', 'D01#1'))).toEqual(['discard', 'D01']);
  expect(goesOn(PLAY, ['discard', 'D01', 'D01', 'D01'])).toBe(false);
});

test.each([
  ['order', ORDER],
  ['serve', SERVE],
  ['play', PLAY],
] as const)('W-4 %s: what can be tapped is what is legal', (_name, on) => {
  expect([...reachable(on)].sort()).toEqual(unfold(on).sort());
});

const PROGRAM = process.env['SPELUNKE'];
type Answer = { prompt?: Prompt | null; actions?: string[]; turn?: { kind: string; seats?: number[] } };

test.runIf(PROGRAM).each([
  ['null', 3],
  ['polterfass', 4],
  ['drachen', 3],
  ['riffraff', 3],
] as const)(
  'W-4 %s: what can be tapped is what the engine calls legal',
  (game, seats) => {
    const played: object[] = [{ cmd: 'new', game, seats, seed: '11' }];
    let checked = 0;
    for (let i = 0; i < 16; i++) {
      const questions = Array.from({ length: seats }, (_unused, seat) => [
        { cmd: 'prompt', match: 1, seat },
        { cmd: 'legal', match: 1, seat },
      ]).flat();
      const input =
        [...played, { cmd: 'turn', match: 1 }, ...questions].map((one) => JSON.stringify(one)).join('\n') +
        '\n';
      const { stdout } = spawnSync(PROGRAM as string, ['engine'], {
        input,
        encoding: 'utf8',
        maxBuffer: 1 << 28,
      });
      const answers = stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Answer);
      const turn = answers[played.length]?.turn;
      if (!turn || turn.kind === 'over') break;
      let next: object | null = turn.kind === 'seats' ? null : { cmd: 'chance', match: 1 };
      for (let seat = 0; seat < seats; seat++) {
        const asked = answers[played.length + 1 + 2 * seat]?.prompt;
        const legal = answers[played.length + 2 + 2 * seat]?.actions ?? [];
        if (!asked) continue;
        expect([...reachable(asked)].sort()).toEqual([...legal].sort());
        checked++;
        if (!next && turn.seats?.includes(seat))
          next = { cmd: 'play', match: 1, seat, action: legal[(i * 7) % legal.length] };
      }
      if (!next) break;
      played.push(next);
    }
    expect(checked).toBeGreaterThan(3);
  },
  60000,
);
