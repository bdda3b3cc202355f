// W-4: the null game and a game that exists only in this test are played with the page's generic code:
// enabled things are tapped, and complete actions are sent. No code of the page or of this test knows their
// rules.
import { afterAll, expect, test } from 'vitest';
import type { Prompt, ServerMessage, View } from '#made/proto';
import { nextWords } from '../../src/prompt/choosing';
import type { Screen } from '../../src/taproom/games/screen';
import { Play } from '../../src/taproom/table/play';
import { Speech } from '../../src/table/speech';
import { Table } from '../../src/table/table';
import type { Connection, Done, Request } from '../../src/wire/connection';
import { FakeClock } from './clock';
import { Engine, PROGRAM } from './engine';

/** A seat at a table with the page's code; `sent` are the actions that it has sent. */
function sitAt(): { play: Play; sent: string[]; show(prompt: Prompt | null, view: object): void } {
  const sent: string[] = [];
  const wire = {
    watch: () => {},
    unwatch: () => {},
    rewatch: () => {},
    request: (request: Request) => {
      if (request.t === 'act') sent.push(request.action);
      return new Promise<Done>(() => {});
    },
  } as unknown as Connection;
  const table = new Table(wire, 'k3v9', null);
  const clock = new FakeClock();
  const voice = { question: () => '', refusal: () => '', dropped: () => '' };
  const show = (prompt: Prompt | null, view: object): void =>
    table.take({
      t: 'state',
      table: 'k3v9',
      stream: 'x',
      s: 1,
      as: 'seat',
      seat: 0,
      info: {},
      view: view as View,
      turn: { kind: 'seats', seats: [0] },
      prompt,
      clock: null,
      score: null,
      presets: [],
      hold: false,
      recent: [],
      chat: [],
      sim: null,
    } as unknown as ServerMessage);
  show(null, {});
  const play = new Play(
    table,
    wire,
    voice,
    { Stage: () => null } as unknown as Screen,
    { reduced: () => false, hidden: () => false },
    clock,
    new Speech(clock),
  );
  return { play, sent, show };
}

/** Taps random enabled things until the action is complete, and sends it. */
function answer(play: Play, dice: () => number): void {
  const prompt = play.prompt as Prompt;
  play.clear();
  const form = prompt.forms[Math.floor(dice() * prompt.forms.length)] as Prompt['forms'][number];
  const [verb = '', ...rest] = form.say.split(' ');
  if (!rest.length) play.begin(verb);
  for (const word of rest) play.choose(verb, word);
  for (let taps = 0; taps < 12 && (!play.action || dice() < 0.3); taps++) {
    const next = nextWords(prompt, play.words).filter((word) => play.lit(verb, word));
    if (!next.length) break;
    play.choose(verb, next[Math.floor(dice() * next.length)] as string, `${taps}`);
  }
  expect(play.action).not.toBeNull();
  play.send(play.action as string);
}

function diceOf(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 16807) % 2147483647) / 2147483647;
}

/** An invented game: wool is sold to neighbours, dropped, or kept. Its only rule is `legal`. */
class Market {
  wool = 6;
  day = 1;
  legal(): string[] {
    const sales = ['>1', '>2'].flatMap((to) => ['ore', 'clay'].map((what) => `sell wool ${to} ${what}`));
    const drops = ['drop bale', ...(this.wool > 1 ? ['drop bale bale'] : [])];
    return ['wait', ...(this.wool ? [...sales, ...drops] : [])].sort();
  }
  prompt(): Prompt {
    const forms: Prompt['forms'] = [{ say: 'wait' }];
    if (this.wool)
      forms.push(
        {
          say: 'sell wool',
          one: [
            ['>1', '>2'],
            ['ore', 'clay'],
          ],
        },
        { say: 'drop', pick: this.wool > 1 ? ['bale', 'bale'] : ['bale'], min: 1, max: 2 },
      );
    return { ask: this.day, must: true, task: { key: 'market.day', args: {} }, presets: [], forms };
  }
  do(action: string): void {
    this.wool -= action.startsWith('sell') ? 1 : action.split(' ').filter((word) => word === 'bale').length;
    this.day++;
  }
}

test('W-4 an invented game is played by its prompts alone', () => {
  const kinds = new Set<string>();
  for (let seed = 1; seed <= 40; seed++) {
    const market = new Market();
    const { play, sent, show } = sitAt();
    for (const dice = diceOf(seed * 7919); market.day <= 10;) {
      show(market.prompt(), { wool: market.wool });
      answer(play, dice);
      const action = sent.at(-1) as string;
      expect(market.legal()).toContain(action);
      kinds.add(action);
      market.do(action);
    }
    expect(sent.length).toBe(10);
  }
  expect([...kinds].sort()).toEqual(new Market().legal());
});

const engine = PROGRAM ? new Engine() : null;
afterAll(() => engine?.stop());

test.runIf(PROGRAM)(
  'W-4 matches of the null game are played to their end by their prompts alone',
  async () => {
    const inn = engine as Engine;
    for (let seed = 1; seed <= 8; seed++) {
      const { match, turn: first } = await inn.ask({
        cmd: 'new',
        game: 'null',
        seats: 3,
        seed: String(seed),
        options: { rounds: 2 },
      });
      const dice = diceOf(seed * 104729);
      let turn = first;
      let answers = 0;
      for (let asks = 1; turn.kind !== 'over' && asks < 500; asks++) {
        if (turn.kind !== 'seats') {
          turn = (await inn.ask({ cmd: 'chance', match })).turn;
          continue;
        }
        const seat = turn.seats?.[Math.floor(dice() * turn.seats.length)] ?? 0;
        const [{ prompt }, { view }, { actions }] = [
          await inn.ask({ cmd: 'prompt', match, seat }),
          await inn.ask({ cmd: 'view', match, seat }),
          await inn.ask({ cmd: 'legal', match, seat }),
        ];
        const { play, sent, show } = sitAt();
        show(prompt, view);
        answer(play, dice);
        expect(actions).toContain(sent[0]);
        const played = await inn.ask({ cmd: 'play', match, seat, action: sent[0] });
        expect(played.ok).toBe(true);
        turn = played.turn;
        answers++;
      }
      expect(turn.kind).toBe('over');
      expect(answers).toBeGreaterThan(5);
    }
  },
  60000,
);
