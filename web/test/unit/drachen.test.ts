// The screen of Zum Blauen Drachen without a browser: targets, texts of buttons, amounts.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Prompt } from '#made/proto';
import { aimsOf, orderOf, wantsAnother } from '../../src/taproom/games/drachen/aims';
import { amountsOf } from '../../src/taproom/games/drachen/amount';
import { hitBy } from '../../src/taproom/games/drachen/pending';
import { drachen } from '../../src/taproom/games/drachen/screen';
import type { At } from '../../src/taproom/games/screen';
import { toggle, wholeAction, wordsOf, type Chosen } from '../../src/prompt/choosing';
import { catalogue } from '../../src/words/language';

catalogue.value = {
  language: 'en',
  ...(JSON.parse(readFileSync('made/words.en.json', 'utf8')) as object),
} as never;

const TWO = {
  ask: 1,
  must: true,
  forms: [
    {
      say: 'play D17',
      one: [
        ['>1', '>2'],
        ['>1', '>2'],
      ],
    },
    { say: 'play E01', one: [['>1', '>2']] },
  ],
} as unknown as Prompt;
const choosing = (...words: string[]): At =>
  ({
    prompt: TWO,
    words,
    action: wholeAction(TWO, words),
    isHeld: false,
    reader: 0,
    names: [],
  }) as unknown as At;

test('W-12 a card for two targets asks for the second one; one for a single target does not', () => {
  expect(wantsAnother(choosing('play', 'D17'))).toBeNull();
  expect(wantsAnother(choosing('play', 'D17', '>2'))).toEqual({ same: true });
  expect(wantsAnother(choosing('play', 'D17', '>2', '>1'))).toBeNull();
  expect(wantsAnother(choosing('play', 'E01', '>2'))).toBeNull();
  expect(drachen.ribbon?.(choosing('play', 'D17', '>2'))).toBe(
    'Choose another guest, or the same one again.',
  );
  expect(drachen.ribbon?.(choosing('play', 'D17'))).toBeNull();
});

test('W-12 the button says what is missing: a card, a target, or that a card may be played', () => {
  const says = (at: At): (string | undefined)[] => drachen.presses?.(at).map((one) => one.text) ?? [];
  expect(says(choosing())).toEqual(['Choose first']);
  expect(says(choosing('play', 'D17'))).toEqual(['Choose a guest']);
  expect(says(choosing('play', 'D17', '>2'))).toEqual(['Choose a guest']);
  expect(says({ ...choosing(), prompt: { ...TWO, must: false } } as At)).toEqual([
    'Choose a card if you like',
  ]);
  expect(says({ ...choosing('play', 'D17'), prompt: { ...TWO, must: false } } as At)).toEqual([
    'Choose a guest',
  ]);
});

test('with several targets, seats show the order in which they were chosen', () => {
  expect(orderOf(choosing('play', 'D17', '>2'), 2)).toBe('1');
  expect([1, 2, 3].map((seat) => orderOf(choosing('play', 'D17', '>2', '>1'), seat))).toEqual([
    '2',
    '1',
    null,
  ]);
  expect(orderOf(choosing('play', 'D17', '>2', '>2'), 2)).toBe('1+2');
  expect(orderOf(choosing('play', 'E01', '>2'), 2)).toBeNull();
});

test('W-50 with both targets chosen, another seat replaces the second', () => {
  let chosen: Chosen[] = [];
  const choose = (verb: string, word: string, thing = word): void =>
    void (chosen = toggle(TWO, chosen, verb, { word, thing }));
  choose('play', 'D17');
  for (const seat of [2, 1, 2])
    aimsOf({ ...choosing(...wordsOf(chosen)), choose } as At)
      .find((aim) => aim.seat === seat)
      ?.choose();
  expect(wholeAction(TWO, wordsOf(chosen))).toBe('play D17 >2 >2');
});

test('W-53 a pending item affects its targets, who drinks or who pays, as in the view', () => {
  const at = {
    kit: { cards: [{ id: 'D17', changes: [{ who: 'target', what: 'fortitude', by: -2 }] }] },
    view: {},
  } as unknown as At;
  const card = { kind: 'card', source: 0, card: 'D17', targets: [1, 2] };
  const gold = { kind: 'gold', source: 3, to: 'inn', total: 2 };
  const drink = { kind: 'drink', source: 1, drinks: ['ale'], total: 3, fortitude: 1 };
  expect([card, gold, drink].map(hitBy)).toEqual([[1, 2], [3], [1]]);
  const said = (item: Parameters<typeof amountsOf>[1]): string[] =>
    amountsOf(at, item).map(({ what, by }) => `${what} ${by}`);
  expect([card, gold, drink].map(said)).toEqual([
    ['fortitude -2'],
    ['gold -2'],
    ['alcohol 3', 'fortitude 1'],
  ]);
  expect(said({ ...drink, felt: [1, 0] })).toEqual(['alcohol 1']);
});

test('W-53 a table with Eve\'s cards of 2008 has their amounts', () => {
  const changes = [{ who: 'target', what: 'gold', by: -1 }];
  const kit = {
    cards: [
      { id: 'E01', changes, changes_2008: [{ ...changes[0], by: -3 }] },
      { id: 'E02', changes },
    ],
  };
  const of = (eve_2008: boolean, card: string): number[] =>
    amountsOf({ kit, view: { settings: { eve_2008 } } } as unknown as At, { kind: 'card', card }).map(
      (one) => one.by,
    );
  expect([of(true, 'E01'), of(false, 'E01'), of(true, 'E02')]).toEqual([[-3], [-1], [-1]]);
});
