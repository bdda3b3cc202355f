// Selecting and sending actions, with a fake table and connection (W-12, W-14, W-15, W-42).
import { expect, test } from 'vitest';
import type { Prompt, ServerMessage, View } from '#made/proto';
import type { Screen } from '../../src/taproom/games/screen';
import { Play } from '../../src/taproom/table/play';
import { narrate, Speech } from '../../src/table/speech';
import { Table } from '../../src/table/table';
import { Refusal, type Connection, type Done, type Request } from '../../src/wire/connection';
import { FakeClock } from './clock';

const ORDER: Prompt = {
  ask: 1,
  must: true,
  task: { key: 'x.order', args: {} },
  presets: [],
  forms: [{ say: 'order', pick: ['0', '1', '2', '3'], min: 1, max: 2 }, { say: 'pass' }],
};

type Sent = { request: Request; resolve(done: Done): void; reject(error: unknown): void };

function setUp(motions: Screen['motions'] = () => []) {
  const clock = new FakeClock();
  const sent: Sent[] = [];
  const wire = {
    watch: () => {},
    unwatch: () => {},
    rewatch: () => {},
    request: (request: Request) =>
      new Promise<Done>((resolve, reject) => sent.push({ request, resolve, reject })),
  } as unknown as Connection;
  const table = new Table(wire, 'k3v9', null);
  const screen = { Stage: () => null, motions } as unknown as Screen;
  const voice = {
    question: () => 'question',
    refusal: (error: unknown) => (error as Error).message,
    dropped: () => 'dropped',
  };
  let s = 0;
  const state = (prompt: Prompt | null): void =>
    table.take({
      t: 'state',
      table: 'k3v9',
      stream: 'x',
      s: (s = 1),
      as: 'seat',
      seat: 0,
      info: {},
      view: { n: 0 },
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
  const step = (n: number, prompt?: Prompt | null): void =>
    table.take({
      t: 'step',
      table: 'k3v9',
      s: ++s,
      events: [{ key: `event${n}`, args: {} }],
      d: { n: [n] },
      ...(prompt === undefined ? {} : { prompt }),
    } as unknown as ServerMessage);
  state(ORDER);
  const speech = new Speech(clock);
  const play = new Play(
    table,
    wire,
    voice,
    screen,
    { reduced: () => false, hidden: () => false },
    clock,
    speech,
  );
  const narrates = (): (() => void) =>
    narrate(table, speech, (events) => events.map((one) => one.key).join(' '));
  return { clock, sent, table, play, state, step, speech, narrates };
}

test('W-12 selecting sends nothing; an action is sent once, with the number of the prompt', () => {
  const { play, sent } = setUp();
  play.choose('order', '3');
  play.choose('order', '1');
  expect([play.action, sent.length]).toEqual(['order 1 3', 0]);
  play.send(play.action as string);
  play.send('order 1');
  expect(sent.map((one) => one.request)).toEqual([{ t: 'act', table: 'k3v9', ask: 1, action: 'order 1 3' }]);
  play.choose('order', '2');
  expect(play.action).toBe('order 1 3');
});

test('W-41 the consequences of an action are requested again only after a lost connection', async () => {
  const { play, sent } = setUp();
  const asks = (): number => sent.filter((one) => one.request.t === 'tell').length;
  play.tell('order 3');
  sent.at(-1)?.reject(new Refusal('stopping', 'the connection was lost', null));
  await Promise.resolve();
  play.tell('order 3');
  expect(asks()).toBe(2);
  sent.at(-1)?.resolve({ t: 'done', n: 2, says: [{ key: 'x.brings', args: {} }] } as unknown as Done);
  await Promise.resolve();
  expect(play.tell('order 3')).toEqual([{ key: 'x.brings', args: {} }]);
  play.tell('order 9');
  sent.at(-1)?.reject(new Refusal('illegal', 'no such card', null));
  await Promise.resolve();
  play.tell('order 9');
  expect(asks()).toBe(3);
});

test('W-15 a prompt can be answered while an animation runs', () => {
  const { play, sent, step } = setUp(() => [{ name: 'throw', kind: 'throw', ms: 5000 }]);
  step(1, { ...ORDER, ask: 2 });
  expect(play.queue.motion.value?.name).toBe('throw');
  expect(play.lit('order', '3')).toBe(true);
  play.choose('order', '3');
  play.send(play.action as string);
  expect(sent.at(-1)?.request).toMatchObject({ ask: 2, action: 'order 3' });
  expect(play.queue.isEmpty).toBe(true);
});

test('W-42 a selection that was not sent is dropped with a notice when the prompt changes', () => {
  const { play, step } = setUp();
  play.choose('order', '3');
  step(1, { ...ORDER, ask: 2 });
  expect([play.words, play.notice.value]).toEqual([[], { text: 'dropped', isRefusal: false }]);
  play.choose('order', '2');
  expect(play.notice.value).toBeNull();
});

test('W-42 the notice about a dropped selection stays for the next prompt, but not for the one after it', () => {
  const { play, step } = setUp();
  play.choose('order', '3');
  step(1, null);
  step(2, { ...ORDER, ask: 2 });
  expect(play.notice.value).toEqual({ text: 'dropped', isRefusal: false });
  step(3, { ...ORDER, ask: 3 });
  expect(play.notice.value).toBeNull();
});

test('W-42 the selection stays when the same prompt comes again after a reconnect', () => {
  const { play, state } = setUp();
  play.choose('order', '3');
  state(ORDER);
  expect(play.words).toEqual(['order', '3']);
});

test('there is no notice about a dropped selection after an answer', () => {
  const { play, step } = setUp();
  play.choose('order', '3');
  play.send('order 3');
  step(1, null);
  expect([play.notice.value, play.isBusy.value]).toEqual([null, false]);
});

test('a refusal is shown, and the selection can be made again', async () => {
  const { play, sent } = setUp();
  play.choose('order', '3');
  play.send('order 3');
  sent[0]?.reject(new Refusal('illegal', 'not so', null));
  await Promise.resolve();
  expect([play.notice.value, play.isBusy.value]).toEqual([{ text: 'not so', isRefusal: true }, false]);
});

test('W-42 a refusal that comes after the next question hides nothing, and is spoken', async () => {
  const { play, sent, step, speech } = setUp();
  play.choose('order', '3');
  play.send('order 3');
  step(1, { ...ORDER, ask: 2 });
  sent[0]?.reject(new Refusal('stale', 'too late', null));
  await Promise.resolve();
  expect(play.notice.value).toEqual({ text: 'too late', isRefusal: false });
  expect(speech.question.value).toBe('too late');
});

test('W-42 what was chosen after a refusal and dropped is said, on the ribbon and aloud', async () => {
  const { play, sent, step, speech } = setUp();
  play.choose('order', '3');
  play.send('order 3');
  sent[0]?.reject(new Refusal('illegal', 'not so', null));
  await Promise.resolve();
  expect(speech.question.value).toBe('not so');
  play.choose('order', '2');
  step(1, { ...ORDER, ask: 2 });
  expect(play.notice.value).toEqual({ text: 'dropped', isRefusal: false });
  expect(speech.question.value).toContain('dropped question');
});

test('W-14 the question is announced at once, the log after it', () => {
  const { speech, step, clock, narrates } = setUp();
  narrates();
  expect(speech.question.value).toBe('question');
  step(1);
  step(2, null);
  clock.pass(600);
  expect(speech.lines.value).toBe('event1 event2');
});

test('W-14 log lines that arrive before the screen is loaded are announced, those of the `state` are not, and speech outlives the screen', () => {
  const { speech, step, state, play, clock, narrates, table } = setUp();
  step(1);
  step(2);
  narrates();
  clock.pass(600);
  expect(speech.lines.value).toBe('event1 event2');
  step(3, { ...ORDER, ask: 2 });
  expect(speech.question.value).toBe('event3 question');
  step(4, null);
  play.dispose();
  clock.pass(600);
  expect(speech.lines.value).toBe('event4');
  state(null);
  clock.pass(1200);
  expect([speech.lines.value, table.history]).toEqual(['event4', 4]);
});

test('the consequences of an action are requested once per prompt', async () => {
  const { play, sent, step } = setUp();
  expect(play.tell('order 3')).toEqual([]);
  play.tell('order 3');
  expect(sent.length).toBe(1);
  sent[0]?.resolve({ t: 'done', n: 1, says: [{ key: 'x.tell', args: {} }] } as unknown as Done);
  await Promise.resolve();
  expect(play.tell('order 3')).toEqual([{ key: 'x.tell', args: {} }]);
  step(1, { ...ORDER, ask: 2 });
  expect(play.tell('order 3')).toEqual([]);
});

test('a late answer for an earlier prompt changes nothing', async () => {
  const { play, sent, step } = setUp();
  play.tell('order 3');
  play.hold();
  play.send('pass');
  step(1, { ...ORDER, ask: 2 });
  play.send('order 1');
  sent[0]?.resolve({ t: 'done', n: 1, says: [{ key: 'x.late', args: {} }] } as unknown as Done);
  sent[1]?.resolve({ t: 'done', n: 2 } as unknown as Done);
  sent[2]?.reject(new Refusal('illegal', 'too late', null));
  await Promise.resolve();
  await Promise.resolve();
  expect([play.tell('order 3'), play.isHeld.value, play.isBusy.value]).toEqual([[], false, true]);
});

test('W-52 asking for time applies to the current prompt only', async () => {
  const { play, sent, step } = setUp();
  play.hold();
  expect(sent[0]?.request).toEqual({ t: 'hold', table: 'k3v9', ask: 1 });
  sent[0]?.resolve({ t: 'done', n: 1 } as unknown as Done);
  await Promise.resolve();
  expect(play.isHeld.value).toBe(true);
  step(1, { ...ORDER, ask: 2 });
  expect(play.isHeld.value).toBe(false);
});

test('W-16 after the queue is empty the view is shown', () => {
  const { play, step, clock } = setUp(() => [{ name: 'x', kind: 'gesture', ms: 300 }]);
  step(1);
  step(2);
  expect((play.queue.shown.value as unknown as { n: number }).n).toBe(0);
  clock.pass(600);
  expect(play.queue.shown.value).toEqual({ n: 2 } as unknown as View);
});
