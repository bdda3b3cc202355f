// The connection with a scripted server and a fake clock: hello, requests, reconnects, late answers.
import { beforeEach, expect, test } from 'vitest';
import {
  Connection,
  Refusal,
  type Scheduler,
  type Done,
  type Request,
  type Socket,
  type Subscription,
} from '../../src/wire/connection';

class FakeSocket implements Socket {
  sent: Record<string, unknown>[] = [];
  isClosed = false;
  onopen: (() => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  send(data: string | ArrayBuffer): void {
    if (typeof data === 'string') this.sent.push(JSON.parse(data) as Record<string, unknown>);
  }
  close(): void {
    this.isClosed = true;
  }
  says(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  greet(): void {
    this.onopen?.();
    this.says({
      t: 'hello',
      protocol: 1,
      version: '0',
      time: 5000,
      person: { id: 'p', name: 'Eve' },
      limits: {},
    });
  }
  cut(code = 1006): void {
    this.onclose?.({ code });
  }
  last(): Record<string, unknown> {
    return this.sent.at(-1) ?? {};
  }
}

class FakeClock implements Scheduler {
  time = 0;
  timers: { at: number; call: () => void }[] = [];
  now(): number {
    return this.time;
  }
  random(): number {
    return 0.5;
  }
  after(ms: number, call: () => void): () => void {
    const timer = { at: this.time + ms, call };
    this.timers.push(timer);
    return () => (this.timers = this.timers.filter((one) => one !== timer));
  }
  pass(ms: number): void {
    const end = this.time + ms;
    for (;;) {
      const next = this.timers.filter((one) => one.at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.timers = this.timers.filter((one) => one !== next);
      this.time = next.at;
      next.call();
    }
    this.time = end;
  }
}

let sockets: FakeSocket[];
let clock: FakeClock;
let connection: Connection;
const newest = (): FakeSocket => sockets.at(-1) as FakeSocket;

beforeEach(() => {
  sockets = [];
  clock = new FakeClock();
  connection = new Connection(() => {
    const socket = new FakeSocket();
    sockets.push(socket);
    return socket;
  }, 'device01', { films: false }, clock);
});

test('hello is sent first, and requests wait for its answer', () => {
  void connection.request({ t: 'lobby', on: true });
  newest().onopen?.();
  expect(newest().sent).toEqual([
    { t: 'hello', protocol: 1, device: 'device01', client: 'page', films: false },
  ]);
  expect(connection.status.value).toBe('connecting');
});

test('a request is resolved once, by its number', async () => {
  newest().greet();
  const done = connection.request({ t: 'act', table: 'x', ask: 1, action: 'pass' });
  const { n } = newest().last();
  newest().says({ t: 'done', n });
  expect((await done).n).toBe(n);
  expect(connection.time()).toBe(5000);
});

test('a refusal has a code and a message', async () => {
  newest().greet();
  const done = connection.request({ t: 'sit', table: 'x' });
  newest().says({
    t: 'error',
    n: newest().last()['n'],
    code: 'taken',
    reason: 'no',
    key: 'a.b',
    args: { seat: 1 },
  });
  const refusal = await done.catch((error: unknown) => error as Refusal);
  expect(refusal).toBeInstanceOf(Refusal);
  expect((refusal as Refusal).code).toBe('taken');
  expect((refusal as Refusal).said).toEqual({ key: 'a.b', args: { seat: 1 } });
});

test('after a reconnect subscriptions are renewed first, then pending requests are sent with their old numbers', () => {
  const watched: Done[] = [];
  const stream: Subscription = {
    table: 'x', watch: (): Request => ({ t: 'watch', table: 'x', stream: 'abc', s: 7 }), take: () => {},
    watched: (done) => watched.push(done), refused: () => {},
  };
  newest().greet();
  connection.watch(stream);
  void connection.request({ t: 'act', table: 'x', ask: 1, action: 'a' });
  void connection.request({ t: 'say', table: 'x', text: 'b' });
  const numbers = newest().sent.slice(-2).map((message) => message['n']);
  newest().cut();
  expect(connection.status.value).toBe('waiting');
  clock.pass(0);
  expect(sockets.length).toBe(2);
  newest().greet();
  expect(newest().sent.map((message) => message['t'])).toEqual(['hello', 'watch', 'act', 'say']);
  expect(newest().sent.slice(-2).map((message) => message['n'])).toEqual(numbers);
  newest().says({ t: 'done', n: newest().sent[1]?.['n'], resumed: true });
});

test('an error without a number sends the page away from its table alone', () => {
  const refusals: string[] = [];
  const stream = (table: string): Subscription => ({
    table, watch: (): Request => ({ t: 'watch', table }), take: () => {}, watched: () => {},
    refused: (refusal) => refusals.push(`${table} ${refusal.code} ${refusal.said?.key}`),
  });
  newest().greet();
  connection.watch(stream('x'));
  connection.watch(stream('y'));
  newest().says({ t: 'error', code: 'forbidden', table: 'x', key: 'table.no_watchers', args: {}, reason: 'no' });
  newest().says({ t: 'error', code: 'bad_request', reason: 'no such message' });
  expect(refusals).toEqual(['x forbidden table.no_watchers']);
});

test('a subscription that is refused because the disk fails is asked for again', async () => {
  const refusals: string[] = [];
  newest().greet();
  connection.watch({
    table: 'x', watch: (): Request => ({ t: 'watch', table: 'x' }), take: () => {}, watched: () => {},
    refused: (refusal) => refusals.push(refusal.code),
  });
  const watches = (): Record<string, unknown>[] => newest().sent.filter((message) => message['t'] === 'watch');
  const refuse = async (code: string): Promise<void> => {
    newest().says({ t: 'error', n: watches().at(-1)?.['n'], code, table: 'x', reason: 'no' });
    await Promise.resolve();
    await Promise.resolve();
  };
  await refuse('store');
  clock.pass(5000);
  expect([watches().length, refusals]).toEqual([2, []]);
  await refuse('unknown_table');
  clock.pass(10000);
  expect([watches().length, refusals]).toEqual([2, ['unknown_table']]);
});

test('reconnects are tried after 0, 0.5, 1, 2, 4, 8 s and then every 8 s', () => {
  newest().greet();
  const pauses: number[] = [];
  for (let i = 0; i < 7; i++) {
    newest().cut();
    pauses.push(connection.nextAttempt.value - clock.now());
    clock.pass(pauses.at(-1) as number);
  }
  expect(pauses).toEqual([0, 500, 1000, 2000, 4000, 8000, 8000]);
});

test('requests that write to the database are retried after 5 s without an answer, others are not', () => {
  newest().greet();
  void connection.request({ t: 'act', table: 'x', ask: 1, action: 'a' });
  void connection.request({ t: 'tell', table: 'x', action: 'a' });
  clock.pass(10000);
  const types = newest().sent.map((message) => message['t']);
  expect(types.filter((type) => type === 'act').length).toBeGreaterThan(1);
  expect(types.filter((type) => type === 'tell').length).toBe(1);
});

test('W-39 45 s of silence, or no pong within 1 s after the page becomes visible, counts as a lost connection', () => {
  newest().greet();
  clock.pass(52000);
  expect(sockets.length).toBe(2);
  newest().greet();
  connection.probe();
  clock.pass(1000);
  expect(sockets[1]?.isClosed).toBe(true);
  clock.pass(0);
  newest().greet();
  connection.probe();
  newest().says({ t: 'pong', time: 1 });
  clock.pass(1100);
  expect(newest().isClosed).toBe(false);
});

test('W-39 binary frames count as received messages for the silence timeout and for the probe', () => {
  const frames = (): void => newest().onmessage?.({ data: new ArrayBuffer(8) });
  newest().greet();
  for (let at = 0; at < 90000; at += 10000) {
    clock.pass(10000);
    frames();
  }
  connection.probe();
  frames();
  clock.pass(1100);
  expect([sockets.length, newest().isClosed]).toEqual([1, false]);
});

test('W-41 after a successful connection the next reconnect is immediate', () => {
  for (let i = 0; i < 4; i++) {
    newest().cut();
    clock.pass(10000);
  }
  newest().greet();
  newest().cut();
  expect([connection.attempt.value, connection.nextAttempt.value - clock.now()]).toEqual([1, 0]);
});

test('W-39 a probe gives up a hanging attempt after 1 s, but not one that began later', () => {
  connection.probe();
  clock.pass(999);
  expect(sockets.length).toBe(1);
  clock.pass(1);
  expect(sockets[0]?.isClosed).toBe(true);
  expect(sockets.length).toBe(2);
  newest().cut();
  connection.probe();
  expect(sockets.length).toBe(3);
  clock.pass(3000);
  expect([sockets.length, newest().isClosed]).toEqual([3, false]);
  newest().greet();
  expect(connection.status.value).toBe('open');
});

test.each([
  [4001, 'old'],
  [4003, 'ended'],
])('close code 4001 wants a new page, 4003 a new login, and neither connects again: %i', (code, status) => {
  newest().cut(code);
  expect(connection.status.value).toBe(status);
  clock.pass(60000);
  expect(sockets.length).toBe(1);
});

test('requests that are not retried are rejected when the connection is lost', async () => {
  newest().greet();
  const asked: Request[] = [{ t: 'hint', table: 'x' }, { t: 'catch', table: 'x', sim: 1, piece: 'ball.1' }];
  const answers = asked.map((one) => connection.request(one));
  newest().cut();
  for (const answer of answers) await expect(answer).rejects.toBeInstanceOf(Refusal);
  clock.pass(0);
  newest().greet();
  expect(newest().sent.map((message) => message['t'])).toEqual(['hello']);
});

test('requests made without a connection are sent after the reconnect', () => {
  newest().greet();
  newest().cut();
  void connection.request({ t: 'tell', table: 'x', action: 'a' });
  clock.pass(0);
  newest().greet();
  expect(newest().sent.map((message) => message['t'])).toEqual(['hello', 'tell']);
});
