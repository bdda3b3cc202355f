// The actions that the page can compose from a prompt are exactly the engine's legal ones, in random
// matches of every game and in a game that exists only in this test.
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import type { Prompt } from '#made/proto';
import { chooseWord, composeAction, startChoice, togglePick } from '../../src/prompt/forms';
import { unfold } from './unfold';

const PROGRAM = process.env['SPELUNKE'];

type Answer = {
  ok: boolean;
  actions?: string[];
  prompt?: Prompt | null;
  turn?: { kind: string; seats?: number[] };
  action?: string;
};

/** Every action that can be chosen, composed by the page's code. */
function composable(prompt: Prompt): Set<string> {
  const actions = new Set<string>();
  for (const form of prompt.forms) {
    let choices = [startChoice(form)];
    if (form.pick) {
      form.pick.forEach(
        (_word, place) =>
          (choices = choices.concat(
            choices
              .filter((one) => one.pick.length < (form.max ?? 9))
              .map((one) => togglePick(form, one, place)),
          )),
      );
    } else
      form.one?.forEach(
        (words, list) =>
          (choices = choices.flatMap((one) => words.map((word) => chooseWord(one, list, word)))),
      );
    for (const choice of choices) {
      const action = composeAction(form, choice);
      if (action !== null) actions.add(action);
    }
  }
  return actions;
}

function engine(requests: object[]): Answer[] {
  const input = requests.map((request) => JSON.stringify(request)).join('\n') + '\n';
  const { stdout } = spawnSync(PROGRAM as string, ['engine'], {
    input,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Answer);
}

/** The match is replayed from its beginning with one more entry each time, which is fast enough for a
 * sample. */
function walk(game: string, seats: number, seed: number, length: number): number {
  const played: object[] = [{ cmd: 'new', game, seats, seed: String(seed) }];
  let checked = 0;
  for (let i = 0; i < length; i++) {
    const questions = Array.from({ length: seats }, (_unused, seat) => [
      { cmd: 'prompt', match: 1, seat },
      { cmd: 'legal', match: 1, seat },
    ]).flat();
    const answers = engine([...played, { cmd: 'turn', match: 1 }, ...questions]);
    const turn = answers[played.length]?.turn;
    if (!turn || turn.kind === 'over') break;
    const asked = answers.slice(played.length + 1);
    let next: object | null = turn.kind === 'seats' ? null : { cmd: 'chance', match: 1 };
    for (let seat = 0; seat < seats; seat++) {
      const prompt = asked[2 * seat]?.prompt;
      const legal = asked[2 * seat + 1]?.actions ?? [];
      if (!prompt) continue;
      expect([...composable(prompt)].sort()).toEqual([...legal].sort());
      expect(unfold(prompt).sort()).toEqual([...legal].sort());
      checked++;
      if (!next && turn.seats?.includes(seat))
        next = { cmd: 'play', match: 1, seat, action: legal[(seed * 31 + i * 7) % legal.length] };
    }
    if (!next) break;
    played.push(next);
  }
  return checked;
}

test.runIf(PROGRAM).each([
  ['null', 3],
  ['polterfass', 4],
  ['drachen', 3],
  ['riffraff', 3],
] as const)(
  'forms of %s are its legal actions',
  (game, seats) => {
    expect(walk(game, seats, 7, 25)).toBeGreaterThan(5);
  },
  120000,
);

const TRADE = { say: 'trade wool', one: [['>1', '>2'], ['ore', 'clay']] };
const DROP = { say: 'drop', pick: ['a', 'b', 'b'], min: 1, max: 2 };
const INVENTED: Prompt = {
  ask: 3,
  must: true,
  task: { key: 'x.y', args: {} },
  presets: [],
  forms: [{ say: 'wait' }, TRADE, DROP],
};

test('forms of an invented game', () => {
  expect([...composable(INVENTED)].sort()).toEqual([
    'drop a',
    'drop a b',
    'drop b',
    'drop b b',
    'trade wool >1 clay',
    'trade wool >1 ore',
    'trade wool >2 clay',
    'trade wool >2 ore',
    'wait',
  ]);
});

test('a choice with too few or too many words is no action', () => {
  const choice = startChoice(DROP);
  expect(composeAction(DROP, choice)).toBeNull();
  expect(composeAction(DROP, { ...choice, pick: [0, 1, 2] })).toBeNull();
  expect(composeAction(DROP, { ...choice, pick: [3] })).toBeNull();
  expect(composeAction(TRADE, startChoice(TRADE))).toBeNull();
  const first = togglePick(DROP, togglePick(DROP, togglePick(DROP, choice, 0), 1), 2);
  expect(first.pick).toEqual([1, 2]);
});
