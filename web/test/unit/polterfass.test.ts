// The screen of Polterfass in random matches with a fake clock: what is shown (W-16), and its texts.
import { readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import type { Message, View } from '#made/proto';
import { polterfass } from '../../src/taproom/games/polterfass/screen';
import type { At } from '../../src/taproom/games/screen';
import { verdictOf } from '../../src/taproom/games/polterfass/bill';
import { chanceOf, percent } from '../../src/taproom/games/polterfass/odds';
import { effectsOf, seen, standingBarrels, type PadRound } from '../../src/taproom/games/polterfass/view';
import { StageQueue } from '../../src/taproom/table/queue';
import { catalogue } from '../../src/words/language';
import type { Catalogue } from '../../src/words/render';
import { FakeClock } from './clock';
import { Engine, playRandom, PROGRAM } from './engine';

const engine = PROGRAM ? new Engine() : null;
afterAll(() => engine?.stop());

const MATCHES = 20;

/** The numbers that the screen shows at the seats. */
function numbersOf(view: View): (number | null)[] {
  const at = { view: { ...view, phase: 'over' } } as unknown as At;
  return seen(view).totals.map((_total, seat) => polterfass.seat?.(at, seat).number ?? null);
}

test.runIf(PROGRAM)(
  'W-16 the screen equals the view once the queue is empty, and no number changes before its animation',
  async () => {
    let steps = 0;
    let moved = 0;
    for (let seed = 1; seed <= MATCHES; seed++) {
      const clock = new FakeClock();
      const queue = new StageQueue(
        (step) => polterfass.motions?.(step) ?? [],
        { reduced: () => false, hidden: () => false },
        clock,
      );
      let before: View | null = null;
      await playRandom(engine as Engine, 'polterfass', 3 + (seed % 4), seed, 1, ({ events, view }) => {
        if (!before) queue.reset(view, 0);
        else {
          const shown = queue.shown.value;
          queue.take({ id: ++steps, events, before, after: view, film: null });
          if (queue.motion.value) {
            moved++;
            expect(queue.shown.value).toBe(shown);
          }
          if (seed % 2) clock.pass(8000);
          else if (steps % 5 === 0) queue.skip();
          if (queue.isEmpty) {
            expect(queue.shown.value).toBe(view);
            expect(numbersOf(queue.shown.value as View)).toEqual(
              (view as unknown as { totals: number[] }).totals,
            );
          } else expect(numbersOf(queue.shown.value as View)).toEqual(numbersOf(shown as View));
          clock.pass(40);
        }
        before = view;
      });
      clock.pass(60000);
      expect(queue.isEmpty).toBe(true);
      expect(queue.shown.value).toBe(before);
    }
    expect(steps).toBeGreaterThan(300);
    expect(moved).toBeGreaterThan(100);
  },
  120000,
);

test.runIf(PROGRAM)(
  'the bill of a step is the last line of the pad',
  async () => {
    let bills = 0;
    let before: View | null = null;
    await playRandom(engine as Engine, 'polterfass', 4, 5, 0, ({ events, view }) => {
      const motions = before
        ? (polterfass.motions?.({ id: 1, events, before, after: view, film: null }) ?? [])
        : [];
      const bill = motions.find((one) => one.name === 'bill');
      if (before && seen(view).pad.length > seen(before).pad.length) {
        bills++;
        expect(bill?.data).toBe(seen(view).pad.length - 1);
      } else expect(bill).toBeUndefined();
      before = view;
    });
    expect(bills).toBeGreaterThan(2);
  },
  60000,
);

test('barrels in the cup do not stand, whatever they showed before; barrels thrown without a cup do', () => {
  const kit = { barrels: [1, 2, 3, 4].map((place) => ({ place, ends: ['7', '-'], special: place === 4 })) };
  const standing = (rolling: boolean, cup: number[]): string[] =>
    standingBarrels({ kit, view: { barrels: ['7', '5', '-', 'x'], rolling, cup } } as unknown as At).map(
      (one) => one.mark,
    );
  expect(standing(true, [3, 4])).toEqual(['7', '5']);
  expect(standing(false, [])).toEqual(['7', '5', 'x']);
  expect(standing(false, [3, 4])).toEqual(['7', '5', 'x']);
});

test('W-21 the odds are those of the selected dark barrels; cards do not select barrels', () => {
  const [none, both] = [[], [8]].map((specials) => ({
    key: 'polterfass.odds',
    args: { fail: 100, specials },
  }));
  const choosing = (...words: string[]): At =>
    ({
      words,
      odds: () => [none, both],
      truth: { barrels: ['7', '-', '-', '-', '-', '-', '-', 'x', '-'] },
    }) as unknown as At;
  expect(chanceOf(choosing())).toBe(none);
  expect(chanceOf(choosing('again', '8'))).toBe(both);
  for (const words of [
    ['order', '8'],
    ['order', '1', '8'],
    ['serve', 'x8>1'],
  ])
    expect(chanceOf(choosing(...words))).toBe(none);
});

test('W-21 odds below one percent are not shown as zero, and zero not as a small number', () => {
  catalogue.value = {
    ...(JSON.parse(readFileSync(new URL('../../made/words.en.json', import.meta.url), 'utf8')) as object),
    language: 'en',
  } as Catalogue;
  const [none, small, one] = [0, 4, 10].map(percent);
  expect(none).toMatch(/\b0\b/);
  expect(one).toMatch(/\b1\b/);
  expect(small).not.toBe(none);
  expect(small).not.toBe(one);
});

test('W-21 the verdict of a bill: enough, too greedy (also where all ordered the same), failed', () => {
  const of = (served: number | null, ordered: number, why: string[]): string =>
    Object.values(verdictOf({ served, ordered, why } as unknown as PadRound)).join(' ');
  expect(of(12, 12, ['innkeeper', 'served', 'served'])).toBe('enough =');
  expect(of(15, 12, ['innkeeper', 'served', 'served'])).toBe('enough >');
  expect(of(9, 12, ['innkeeper', 'greediest', 'modest'])).toBe('greedy <');
  expect(of(9, 12, ['innkeeper', 'equal', 'equal'])).toBe('greedy <');
  expect(of(null, 12, ['innkeeper', 'served', 'served'])).toBe('failed ');
});

test('the effects of special barrels are parsed from the action', () => {
  expect([...effectsOf('serve x8>2 d9>1')]).toEqual([
    [2, 'spoiled'],
    [1, 'double'],
  ]);
  expect([...effectsOf('stop')]).toEqual([]);
  expect([...effectsOf(null)]).toEqual([]);
});

/** The screen during a prompt; `tells` are the consequences of every action. */
function asked(forms: object[], action: string | null, tells: Record<string, Message[]>): At {
  return {
    prompt: { ask: 1, must: true, task: { key: 'x', args: {} }, presets: [], forms },
    action,
    words: action?.split(' ') ?? [],
    names: [],
    reader: 0,
    tell: (one: string) => tells[one] ?? [],
  } as unknown as At;
}
const textsOf = (at: At): string[] =>
  (polterfass.presses?.(at) ?? []).map((one) => [one.text, one.help].filter(Boolean).join(' / '));

test("W-21 numbers on buttons come from the server; without them there are none", () => {
  catalogue.value = {
    ...(JSON.parse(readFileSync(new URL('../../made/words.de.json', import.meta.url), 'utf8')) as object),
    language: 'de',
  } as Catalogue;
  const order = [{ say: 'order', pick: ['3', '5'], min: 1, max: 2 }];
  expect(
    textsOf(
      asked(order, 'order 3 5', { 'order 3 5': [{ key: 'polterfass.tell_order', args: { order: 31 } }] }),
    )[0],
  ).toMatch(/^31 Krüge bestellen/);
  expect(textsOf(asked(order, 'order 3 5', {}))[0]).not.toMatch(/\b8\b/);
  const serving = [{ say: 'stop' }, { say: 'again', pick: ['8'], min: 0, max: 1 }];
  const tells = {
    stop: [{ key: 'polterfass.tell_stop', args: { least: 24, most: 27 } }],
    again: [{ key: 'polterfass.tell_again', args: { barrels: 6 } }],
  };
  expect(textsOf(asked(serving, null, tells))).toEqual([
    'Hahn zu / schenkt 24 bis 27 aus',
    expect.stringMatching(/6 Fässer/),
  ]);
  const reckoning = [{ say: 'serve x8>2' }, { say: 'serve x8>3' }];
  expect(
    textsOf(
      asked(reckoning, 'serve x8>2', {
        'serve x8>2': [{ key: 'polterfass.tell_serve', args: { served: 26 } }],
      }),
    )[0],
  ).toMatch(/^26 Krüge ausschenken/);
});
