// Which messages a table applies: the order of their numbers, and the running session.
import { expect, test } from 'vitest';
import type { ServerMessage } from '#made/proto';
import { BINARY } from '#made/proto';
import { Films } from '../../src/taproom/table/films';
import { Table } from '../../src/table/table';
import type { Connection } from '../../src/wire/connection';

function setUp() {
  let rewatched = 0;
  const table = new Table(
    { watch: () => {}, unwatch: () => {}, rewatch: () => void rewatched++ } as Pick<
      Connection,
      'watch' | 'unwatch' | 'rewatch'
    >,
    'k3v9',
    null,
  );
  const take = (message: object): void =>
    table.take({ table: 'k3v9', ...message } as unknown as ServerMessage);
  take({
    t: 'state',
    stream: 'x',
    s: 5,
    as: 'seat',
    seat: 0,
    info: {},
    view: { n: 0 },
    turn: null,
    prompt: null,
    clock: null,
    score: null,
    presets: null,
    hold: false,
    recent: [],
    chat: [],
    sim: null,
  });
  return { table, take, rewatched: () => rewatched };
}

test('W-41 a repeated message is ignored; a gap makes the table subscribe again', () => {
  const { table, take, rewatched } = setUp();
  take({ t: 'step', s: 6, events: [], d: { n: [6] } });
  take({ t: 'step', s: 6, events: [], d: { n: [7] } });
  take({ t: 'step', s: 5, events: [], d: { n: [8] } });
  expect([table.view.value, rewatched()]).toEqual([{ n: 6 }, 0]);
  take({ t: 'step', s: 8, events: [], d: { n: [9] } });
  expect([table.view.value, rewatched()]).toEqual([{ n: 6 }, 1]);
});

test('the end of a session does not remove a newer one', () => {
  const { table, take } = setUp();
  take({ t: 'sim', s: 6, sim: 2, seat: 0, hz: 250, bodies: [], until: null });
  take({ t: 'step', s: 7, events: [], sim: 1 });
  expect(table.sim.value?.sim).toBe(2);
  take({ t: 'step', s: 8, events: [], sim: 2 });
  expect(table.sim.value).toBeNull();
});

test('the next session clears a refusal of the hand', () => {
  const { table, take } = setUp();
  take({ t: 'hand', key: 'x.moves', args: {} });
  expect(table.handRefused.value?.key).toBe('x.moves');
  take({ t: 'sim', s: 6, sim: 2, seat: 0, hz: 250, bodies: [], until: null });
  expect(table.handRefused.value).toBeNull();
});

test('the newest six recordings of throws are kept', () => {
  let take: (bytes: Uint8Array) => void = () => {};
  const films = new Films({
    onBinary: (taker: typeof take) => ((take = taker), () => undefined),
  } as unknown as Connection);
  for (let number = 1; number <= 8; number++)
    take(new Uint8Array([BINARY.film, 0, 0, 0, number, 0, 0, 0, 40 + number]));
  take(new Uint8Array([BINARY.frames, 0, 0, 0, 9, 0, 0, 0, 49]));
  expect([1, 2, 3, 8, 9].map((number) => films.get(number)?.[0] ?? null)).toEqual([null, null, 43, 48, null]);
});
