// The screens of Zum Blauen Drachen and Riff Raff in random matches with a fake clock: what is shown (W-16).
// Polterfass is in polterfass.test.ts.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { View } from '#made/proto';
import { drachen } from '../../src/taproom/games/drachen/screen';
import { riffraff } from '../../src/taproom/games/riffraff/screen';
import type { At, Screen } from '../../src/taproom/games/screen';
import { StageQueue } from '../../src/taproom/table/queue';
import { catalogue } from '../../src/words/language';
import type { Catalogue } from '../../src/words/render';
import { FakeClock } from './clock';
import { Engine, playRandom, PROGRAM } from './engine';

const engine = PROGRAM ? new Engine() : null;
beforeAll(
  () =>
    void (catalogue.value = {
      ...(JSON.parse(readFileSync(new URL('../../made/words.en.json', import.meta.url), 'utf8')) as object),
      language: 'en',
    } as Catalogue),
);
afterAll(() => engine?.stop());

const MATCHES = 20;
const READER = 1;

type Node = { props: { seat?: unknown; children?: unknown } };
/** The values of each seat in a view, and the values that the screen draws. */
type Game = {
  name: string;
  screen: Screen;
  least: [steps: number, moved: number];
  numbersIn(view: View): unknown[];
  numbersDrawn(at: At, seats: number): unknown[];
};

/** The elements that draw a seat's values; each has the seat of the view as a property. */
function figuresOf(screen: Screen, at: At, seat: number): unknown[] {
  const more = (screen.seat?.(at, seat).more ?? null) as Node | null;
  return [more?.props.children ?? []].flat().map((part) => (part as Node).props.seat);
}

const GAMES: Game[] = [
  {
    name: 'drachen',
    screen: drachen,
    least: [3000, 2000],
    numbersIn: (view) =>
      (view as unknown as { seats: { in: boolean }[] }).seats.map((one) => (one.in ? [one, one] : [])),
    numbersDrawn: (at, seats) =>
      Array.from({ length: seats }, (_unused, seat) => figuresOf(drachen, at, seat)),
  },
  {
    name: 'riffraff',
    screen: riffraff,
    least: [1500, 0],
    numbersIn: (view) => (view as unknown as { supply: string[][] }).supply.map((pieces) => pieces.length),
    numbersDrawn: (at, seats) =>
      Array.from({ length: seats }, (_unused, seat) => riffraff.seat?.(at, seat).number),
  },
];

/** The screen that shows an older view than the match's, for a seat without a prompt. */
const atOf = (view: View, truth: View): At =>
  ({
    view,
    truth,
    kit: {},
    names: [],
    words: [],
    log: [],
    reader: READER,
    prompt: null,
    sim: null,
    action: null,
  }) as unknown as At;

test.runIf(PROGRAM).each(GAMES)(
  'W-16 $name: the screen equals the view once the queue is empty, and no number changes before its animation',
  async ({ name, screen, least, numbersIn, numbersDrawn }) => {
    let steps = 0;
    let moved = 0;
    for (let seed = 1; seed <= MATCHES; seed++) {
      const clock = new FakeClock();
      const queue = new StageQueue(
        (step) => screen.motions?.(step) ?? [],
        { reduced: () => false, hidden: () => false },
        clock,
      );
      const seats = 2 + (seed % 3);
      const expectDrawn = (shown: View, truth: View): void => {
        expect(queue.shown.value).toBe(shown);
        expect(numbersDrawn(atOf(shown, truth), seats)).toEqual(numbersIn(shown));
      };
      let before: View | null = null;
      await playRandom(engine as Engine, name, seats, seed, READER, ({ events, view }) => {
        if (!before) queue.reset(view, 0);
        else {
          const shown = queue.shown.value as View;
          queue.take({ id: ++steps, events, before, after: view, film: null });
          if (queue.motion.value) {
            moved++;
            expectDrawn(shown, view);
          }
          if (seed % 2) clock.pass(1000);
          else if (steps % 5 === 0) queue.skip();
          if (queue.isEmpty) expectDrawn(view, view);
          clock.pass(40);
        }
        before = view;
      });
      clock.pass(60000);
      expect(queue.isEmpty).toBe(true);
      expect(queue.shown.value).toBe(before);
    }
    expect(steps).toBeGreaterThan(least[0]);
    expect(moved).toBeGreaterThanOrEqual(least[1]);
  },
  120000,
);
