// W-62: replaying a finished match forwards, backwards and from any entry; the verdict on its dice.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Info, View } from '#made/proto';
import { keyDoes } from '../../src/taproom/replay/controls';
import { verdictOf } from '../../src/taproom/replay/dice';
import { ReplayPlayer, type ReplayHost } from '../../src/taproom/replay/player';
import { PAGE, seenEvents, EntryCache } from '../../src/taproom/replay/entry_cache';
import type { Frame } from '../../src/wire/frames';
import type { Proof, Replay, Step } from '../../src/wire/http';
import { catalogue } from '../../src/words/language';
import { FakeClock } from './clock';

const ENTRIES = 2 * PAGE + 50;
const viewAt = (position: number, seat: number): View => ({ n: position, seat, hand: [position % 7, seat] });

/** A match of two seats: each entry increments a counter, and seat 1 has a secret. */
function makeStep(entry: number, more: Partial<Step> = {}): Step {
  const d = Object.fromEntries(
    [0, 1].map((seat) => [seat, { n: [entry + 1], hand: { 0: [(entry + 1) % 7] } }]),
  );
  return {
    who: entry % 2,
    action: `go ${entry}`,
    d,
    turn: { kind: 'seats', seats: [(entry + 1) % 2] },
    at: entry,
    events: [
      { key: 'x.went', args: { n: entry }, seen_by: [0, 1, 'watcher'] },
      { key: 'x.drew', args: { card: entry }, seen_by: [1] },
    ],
    ...more,
  };
}

function setUp(reader = -1, special: Record<number, Partial<Step>> = {}, film: Uint8Array | null = null) {
  const asked: number[] = [];
  const fetch = (from: number, count: number): Promise<Replay> => {
    asked.push(from);
    const steps = Array.from({ length: Math.max(0, Math.min(count, ENTRIES - from)) }, (_unused, i) =>
      makeStep(from + i, special[from + i]),
    );
    return Promise.resolve({
      table: 'k3v9',
      link: 'http://inn/r/k3v9',
      info: { game: 'x', seats: [null, null] } as unknown as Info,
      entries: ENTRIES,
      views: [0, 1].map((seat) => viewAt(from, seat)),
      steps,
    });
  };
  const clock = new FakeClock();
  const loaded: number[] = [];
  const host: ReplayHost & { still: boolean; landed: number } = {
    still: true,
    landed: 0,
    isStill: () => host.still,
    land: () => void host.landed++,
    letters: (events) => 10 * events.length,
    showsFilms: () => film !== null,
  };
  const films = { load: (number: number) => (loaded.push(number), Promise.resolve(film)) };
  const cache = new EntryCache(fetch);
  const player = new ReplayPlayer(cache, 'k3v9', reader, films, host, clock);
  const steps: { film: number | null; n: unknown }[] = [];
  player.table.follow({
    change: (change) => steps.push({ film: change.film, n: change.after['n'] }),
    reset: () => {},
  });
  return { asked, clock, host, loaded, player, cache, steps };
}

const settle = async (): Promise<void> => {
  for (let i = 0; i < 30; i++) await Promise.resolve();
};

test('W-62 each entry has the server\'s view, in whatever order entries are visited', async () => {
  const { player, asked } = setUp();
  await player.go(ENTRIES);
  expect([player.position.value, player.table.view.value]).toEqual([ENTRIES, viewAt(ENTRIES, 0)]);
  expect(asked).toEqual([2 * PAGE]);
  for (const there of [PAGE, PAGE - 1, PAGE + 1, 0, 137, 2 * PAGE, ENTRIES - 1]) {
    await player.go(there);
    expect(player.table.view.value).toEqual(viewAt(there, 0));
    expect(player.views).toEqual([viewAt(there, 0), viewAt(there, 1)]);
  }
  await player.go(-5);
  expect(player.position.value).toBe(0);
  await player.go(ENTRIES + 5);
  expect(player.position.value).toBe(ENTRIES);
});

test('W-62 forwards is a step with animation, backwards a jump', async () => {
  const { player, steps } = setUp(1);
  await player.go(PAGE - 1);
  await player.forward();
  await player.forward();
  expect([player.position.value, steps.map((one) => one.n)]).toEqual([PAGE + 1, [PAGE, PAGE + 1]]);
  expect(player.table.view.value).toEqual(viewAt(PAGE + 1, 1));
  await player.back();
  expect([player.position.value, player.table.view.value, steps.length]).toEqual([
    PAGE,
    viewAt(PAGE, 1),
    2,
  ]);
});

test('W-62 playback runs to the end, waits for animations, and can be paused', async () => {
  const { player, clock, host } = setUp();
  await player.go(ENTRIES - 3);
  void player.play();
  await settle();
  expect(player.position.value).toBe(ENTRIES - 2);
  host.still = false;
  clock.pass(10000);
  await settle();
  expect(player.position.value).toBe(ENTRIES - 2);
  host.still = true;
  clock.pass(100);
  await settle();
  expect([player.position.value, player.isPlaying.value]).toEqual([ENTRIES - 1, true]);
  player.pause();
  clock.pass(60000);
  await settle();
  expect([player.position.value, player.isPlaying.value]).toEqual([ENTRIES - 1, false]);
  void player.play();
  await settle();
  expect([player.position.value, player.isPlaying.value]).toEqual([ENTRIES, false]);
});

/** A recording of version 1 without bodies: the header, then one byte per frame, 50 frames per second. */
const FILM = new Uint8Array([0x53, 0x70, 0x52, 0x63, 1, 0, 50, 0, ...Array<number>(100).fill(1)]);

test('W-62 a throw has its film only when going forwards', async () => {
  const { player, loaded, steps } = setUp(-1, { 4: { who: 'chance', film: 77 } }, FILM);
  await player.go(5);
  expect(loaded).toEqual([]);
  await player.go(4);
  void player.forward();
  await settle();
  expect([loaded, steps.map((one) => one.film)]).toEqual([[77], [77]]);
});

test('W-62 a loading is played frame by frame as recorded; going forward ends it', async () => {
  const { player, clock } = setUp(
    -1,
    { 4: { who: 'sim', film: 8, action: 'rest' }, 3: { turn: { kind: 'sim', seat: 1 } } },
    FILM,
  );
  await player.go(4);
  void player.forward();
  await settle();
  const frames: Frame[] = [];
  expect(player.table.sim.value?.seat).toBe(1);
  player.table.sim.value?.follow?.((frame) => frames.push(frame));
  for (let i = 0; i < 20; i++) {
    clock.pass(50);
    await settle();
  }
  expect(frames.length).toBeGreaterThan(5);
  expect(frames.map((one) => one.tick)).toEqual([...frames.map((one) => one.tick)].sort((a, b) => a - b));
  expect(player.position.value).toBe(4);
  await player.forward();
  expect([player.position.value, player.table.sim.value]).toEqual([5, null]);
});

test('W-62 keys: arrows, Home, End and Space', async () => {
  const { player } = setUp();
  await player.go(10);
  const press = async (key: string): Promise<number> => {
    keyDoes(key, player)?.();
    await settle();
    return player.position.value;
  };
  expect([
    await press('ArrowRight'),
    await press('ArrowLeft'),
    await press('ArrowLeft'),
    await press('End'),
    await press('Home'),
  ]).toEqual([11, 10, 9, ENTRIES, 0]);
  await press(' ');
  expect(player.isPlaying.value).toBe(true);
  await press(' ');
  expect([player.isPlaying.value, keyDoes('x', player)]).toEqual([false, null]);
});

test('W-62 the events of an entry are those that the reader was told', () => {
  expect(seenEvents(makeStep(3), -1).map((one) => one.key)).toEqual(['x.went']);
  expect(seenEvents(makeStep(3), 1).map((one) => one.key)).toEqual(['x.went', 'x.drew']);
});

test('W-18 a watcher of a replay does not get events that only the first seat was told', () => {
  const step = makeStep(3, { events: [{ key: 'x.drew', args: { card: 3 }, seen_by: [0] }] });
  expect([seenEvents(step, -1), seenEvents(step, 0).length]).toEqual([[], 1]);
});

test('W-62 a page that could not be fetched is fetched again on demand', async () => {
  let isCut = true;
  const answer = {
    table: 'k3v9',
    info: {},
    entries: 1,
    views: [viewAt(0, 0), viewAt(0, 1)],
    steps: [makeStep(0)],
  } as unknown as Replay;
  const cache = new EntryCache(() =>
    isCut ? Promise.reject(new Error('no network')) : Promise.resolve(answer),
  );
  await expect(cache.ready(1)).rejects.toThrow('no network');
  isCut = false;
  await cache.ready(1);
  expect(cache.views(1)).toEqual([viewAt(1, 0), viewAt(1, 1)]);
});

const FAIR: Proof = { commitment: 'ab', drawn: 5, scripted: 0, sessions: 0, elsewhere: 0, misfit: null };

test('W-62 the verdict on the dice says what is proved, what cannot be proved and what is wrong', () => {
  catalogue.value = {
    language: 'de',
    ...(JSON.parse(readFileSync('made/words.de.json', 'utf8')) as object),
  } as never;
  expect(verdictOf(FAIR, 'ab')).toEqual({
    isFair: true,
    lines: [
      'Alles stimmt: Jedes Ergebnis kam aus dem versprochenen Zufall.',
      'Der Startwert ist der, der vor der Partie versiegelt wurde.',
      '5 Ergebnisse kamen noch einmal genauso.',
    ],
  });
  expect(verdictOf({ ...FAIR, elsewhere: 2 }, 'ab').lines[0]).toMatch(/^Nichts spricht dagegen/);
  expect(verdictOf(FAIR, 'cd').isFair).toBe(false);
  const wrong = verdictOf({ ...FAIR, misfit: { entry: 7, claimed: 'roll 1', expected: 'roll 2' } }, 'ab');
  expect([
    wrong.isFair,
    wrong.lines.some((line) => line.includes('roll 1') && line.includes('roll 2')),
  ]).toEqual([false, true]);
});
