// The screen of Riff Raff without a browser: cards, supply and seats from view and prompt; the controller
// of a session; and the 2D picture.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Message, Prompt } from '#made/proto';
import type { Sample } from '../../src/hand/hand';
import { describe } from '../../src/plain/games/describe';
import { FlatShip, hullOf, outlines } from '../../src/taproom/games/riffraff/flat';
import { byNumbers, Helm, helm } from '../../src/taproom/games/riffraff/helm';
import { riffraff } from '../../src/taproom/games/riffraff/screen';
import { showLostConnection, steersWith } from '../../src/taproom/games/riffraff/steering';
import {
  areaOf,
  askedOf,
  cardsOf,
  outcomeOf,
  type RiffKit,
  roundsOf,
  seatsOf,
  type Seen,
  supplyOf,
  tilesOf,
} from '../../src/taproom/games/riffraff/view';
import { type Area, areaPoint } from '../../src/table/lower';
import { isLit, toggle, wholeAction, wordsOf, type Chosen } from '../../src/prompt/choosing';
import type { At } from '../../src/taproom/games/screen';
import { errorMessage } from '../../src/common/state';
import { Refusal } from '../../src/wire/connection';
import type { Frame, Pose } from '../../src/wire/frames';
import { catalogue } from '../../src/words/language';

catalogue.value = {
  language: 'en',
  ...(JSON.parse(readFileSync('made/words.en.json', 'utf8')) as object),
} as never;

const FLAT: Pose['turned'] = [1000000, 0, 0, 0];
const box = (a: number, b: number, c: number) => ({
  kind: 'box' as const,
  size: [a, b, c],
  at: [0, 0, 0],
  turned: [...FLAT],
});
const KIT = {
  hz: 250,
  cards: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
  refusals: ['riffraff.release_not_over', 'riffraff.release_other_area'],
  areas: [{ number: 7, body: 'yard7', from: [-12000, 0], to: [12000, 125000], z: 228000 }],
  yards: [{ body: 'yard7', at: [0, 0, 225000], peg: [0, 0, 222000] }],
  shapes: { crate: { poses: [{ name: 'stand', turned: [...FLAT], hangs: false }], colour: [10, 200, 30] } },
  bodies: [
    { name: 'ship', shapes: [box(95000, 45000, 12000)] },
    { name: 'yard7', shapes: [box(12000, 125000, 3000)] },
    { name: 'crate0.1', shapes: [box(15000, 15000, 15000)] },
    { name: 'crate1.1', shapes: [box(15000, 15000, 15000)] },
    { name: 'hand', shapes: [] },
  ],
  catch_plane: { from: [-250000, -150000], to: [250000, 400000] },
  catch_hand: { radius: 35000, speeds: [{ slow: 4, speed: 420000 }] },
  lost: -130000,
  hand_reach: { from: [-400000, -400000, -130000], to: [400000, 400000, 600000] },
  phases: ['held', 'settling', 'alarm', 'catching', 'rest'],
} as unknown as RiffKit;
const SEEN = {
  phase: 'cards',
  captain: 1,
  round: 3,
  rounds: 10,
  my_card: null,
  laid: [],
  hands: [[1, 2, 3, 5, 6, 7, 8, 9], 8],
  played: [
    [4, 10],
    [1, 2],
  ],
  shown: [null, null],
  active: null,
  order: [],
  loading: null,
  supply: [['crate0.1'], []],
  aboard: [],
  joints: [],
} as Seen;
const say = (key: string, args: Message['args']): Message => ({ key, args });
const LOG = [
  say('riffraff.shown', { seat: 0, card: 10 }),
  say('riffraff.shown', { seat: 1, card: 1 }),
  say('riffraff.round', { round: 2 }),
  say('riffraff.shown', { seat: 0, card: 4 }),
  say('riffraff.round', { round: 3 }),
];
const promptOf = (...forms: Prompt['forms']): Prompt =>
  ({ ask: 1, must: true, task: { key: '', args: {} }, forms }) as unknown as Prompt;

test('while a piece is loaded nobody says that the ship is empty; before and after it is said', () => {
  const shipOf = (more: object): string => {
    const view = { ...SEEN, tilt: [0, 0], shown: [7, 6], ...more };
    return describe('riffraff', view as never, KIT, ['Dora', 'Emil'], 0)[1]?.lines.join(' ') ?? '';
  };
  expect(shipOf({})).toContain('The ship is empty.');
  expect(shipOf({ phase: 'load', active: 1, loading: 'crate1.1' })).toBe('Emil loads the ship.');
  const crate = { piece: 'crate0.1', area: 7, pose: [] };
  expect(shipOf({ active: 0, loading: 'crate0.1', aboard: [crate] })).toMatch(/^You load the ship\. .*7: box/);
});

test('W-70 used cards have the round of their use, as far as the log goes back', () => {
  expect([...roundsOf(LOG, 0, 3)]).toEqual([[4, 2], [10, 1]]);
  const cards = cardsOf(KIT, SEEN, 0, LOG);
  expect(cards).toHaveLength(10);
  expect(cards[3]).toEqual({ number: 4, state: 'played', round: 2 });
  expect(cards[6]).toEqual({ number: 7, state: 'mine', round: null });
  expect(cardsOf(KIT, SEEN, 0, [])[9]).toEqual({ number: 10, state: 'played', round: null });
  expect(cardsOf(KIT, { ...SEEN, my_card: 7, laid: [0] }, 0, LOG)[6]).toEqual({
    number: 7,
    state: 'laid',
    round: 3,
  });
});

test('W-70 the kind of the prompt, the supply and the seats come from the forms', () => {
  const load = promptOf(
    { say: 'load', one: [['crate0.1', 'rat0.1']] },
    { say: 'load2', one: [['crate0.1', 'rat0.1']] },
  );
  expect([askedOf(load), askedOf(promptOf({ say: 'order 1 0' })), askedOf(null)]).toEqual([
    'load',
    'order',
    null,
  ]);
  expect(supplyOf(load)).toEqual({ pieces: ['crate0.1', 'rat0.1'], hasTwo: true });
  expect(supplyOf(promptOf({ say: 'load', one: [['rat0.1']] }))).toEqual({
    pieces: ['rat0.1'],
    hasTwo: false,
  });
  expect(seatsOf(promptOf({ say: 'captain', one: [['3', '1']] }))).toEqual([1, 3]);
});

test('W-70 equal pieces are on one tile, those of another owner on a tile of their own', () => {
  expect(tilesOf(['boat0.1', 'boat0.2', 'rat0.2', 'rat1.1'])).toEqual([
    ['boat0.1', 'boat0.2'],
    ['rat0.2'],
    ['rat1.1'],
  ]);
});

test('W-70 while cards are laid, the cards of the previous round are not shown as played', () => {
  const at = (seen: object): At => ({ view: { ...SEEN, shown: [3, null], ...seen } }) as unknown as At;
  expect(riffraff.seat?.(at({}), 0).state).toBeUndefined();
  expect(riffraff.seat?.(at({ phase: 'captain' }), 0).state).toBeDefined();
});

test('the outcome of one\'s own loading comes from the log, until the next loading', () => {
  const [loads, lost] = [say('riffraff.loads', { seat: 0 }), say('riffraff.lost', { seat: 0 })];
  expect(outcomeOf([loads], 0)).toBeNull();
  expect(outcomeOf([loads, say('riffraff.falls', {}), lost, say('riffraff.round', { round: 2 })], 0)).toEqual(
    { loading: loads, said: [lost] },
  );
  // Loadings of other seats are ignored.
  expect(
    outcomeOf([loads, lost, say('riffraff.loads', { seat: 1 }), say('riffraff.rests', {})], 0)?.said,
  ).toEqual([lost]);
  expect(outcomeOf([loads, lost, say('riffraff.loads_two', { seat: 0 })], 0)).toBeNull();
  expect(outcomeOf([loads, lost], 1)).toBeNull();
});

test('W-70 ties: seats are tapped in their order', () => {
  const prompt = promptOf({ say: 'order 0 2' }, { say: 'order 2 0' });
  expect(seatsOf(prompt)).toEqual([0, 2]);
  expect(isLit(prompt, [], 'order', '2')).toBe(true);
  const chosen = ['2', '0'].reduce<Chosen[]>(
    (all, word) => toggle(prompt, all, 'order', { word, thing: word }),
    [],
  );
  expect(wholeAction(prompt, wordsOf(chosen))).toBe('order 2 0');
});

test('W-70 the highlighted area is that of the chosen card, else that of the player whose turn it is', () => {
  expect(areaOf(SEEN, ['card', '7'])).toBe(7);
  expect(areaOf({ ...SEEN, active: 1, shown: [null, 9] }, [])).toBe(9);
  expect(areaOf(SEEN, [])).toBeNull();
});

const HELD: Pose = { at: [0, 60000, 300000], turned: FLAT };
const frame = (tick: number, more: Partial<Frame>): Frame => ({
  tick,
  phase: 0,
  slow: 1,
  held: 2,
  awaitsHand: true,
  release: 1,
  falls: new Map(),
  bodies: [
    { at: [0, 0, 0], turned: FLAT },
    { at: [0, 0, 225000], turned: FLAT },
    HELD,
    { at: [0, 0, -400000], turned: FLAT },
    { at: [0, 0, 0], turned: FLAT },
  ],
  ...more,
});
const EYE = {
  plane: { right: [0, -100] as [number, number], up: [100, 0] as [number, number], rise: 100 },
  catchPoint: (x: number, y: number): [number, number] => [-x * 1000, -y * 1000],
};

test('W-73 whether a piece may be released, and why not, depends on the frame alone', () => {
  const sent: Sample[] = [];
  const helm = new Helm(KIT, 250, EYE, (sample) => sent.push(sample));
  helm.see(frame(10, {}), 1000);
  expect([helm.held.value, helm.phase.value, helm.refusal]).toEqual([
    'crate0.1',
    'hold',
    'riffraff.release_not_over',
  ]);
  helm.letGo();
  expect(helm.refused.value).toEqual({ key: 'riffraff.release_not_over', times: 1 });
  helm.letGo();
  expect(helm.refused.value?.times).toBe(2);
  helm.see(frame(15, { release: 0 }), 1020);
  expect([helm.refusal, helm.refused.value]).toEqual([null, null]);
  helm.letGo();
  helm.advance(1100);
  expect(sent.at(-1)?.grip).toBe(false);
});

test('after the release there are no buttons until the next piece', () => {
  const own = new Helm(KIT, 250, EYE, () => {});
  const at = { sim: { seat: 0 }, reader: 0, truth: SEEN } as unknown as At;
  const tones = (): string[] | undefined => riffraff.presses?.(at).map((press) => press.tone);
  helm.value = own;
  own.see(frame(10, { release: 0 }), 1000);
  expect(tones()).toEqual(['plank', 'brass']);
  own.see(frame(15, { held: -1 }), 1020);
  expect([own.phase.value, tones()]).toEqual(['settle', []]);
  own.see(frame(20, { held: -1, falls: new Map([[2, 50]]) }), 1040);
  expect([own.phase.value, tones()]).toEqual(['catch', []]);
  own.see(frame(25, { release: 0 }), 1060);
  byNumbers.value = true;
  expect(tones()).toEqual(['plank']);
  byNumbers.value = false;
  helm.value = null;
});

test('a catch request that came too late shows no error; a lost connection does', () => {
  showLostConnection(new Refusal('illegal', 'it does not fall', null));
  expect(errorMessage.value).toBeNull();
  showLostConnection(new Refusal('stopping', 'the connection was lost', null));
  expect(errorMessage.value).not.toBeNull();
  errorMessage.value = null;
});

test('W-73 a refusal of the server is shown even if the last frame allowed the release, until a frame refuses and another allows it', () => {
  const helm = new Helm(KIT, 250, EYE, () => {});
  helm.hearRefusal('riffraff.release_not_over');
  expect(helm.refused.value).toBeNull();
  helm.see(frame(10, { release: 0 }), 1000);
  helm.letGo();
  expect(helm.refused.value).toBeNull();
  helm.hearRefusal('riffraff.release_other_area');
  helm.see(frame(15, { release: 0 }), 1020);
  expect(helm.refused.value?.key).toBe('riffraff.release_other_area');
  helm.see(frame(20, { release: 2 }), 1040);
  helm.see(frame(25, { release: 0 }), 1060);
  expect(helm.refused.value).toBeNull();
});

test('the offset of the held piece from the middle of its moving area', () => {
  const helm = new Helm(KIT, 250, EYE, () => {}, 7);
  helm.see(frame(10, {}), 1000);
  expect(helm.beside.value).toEqual({ across: 3, side: 'right', along: 0, way: 'forward' });
  const half = Math.PI / 12; // 30 degrees about the ship's length: port down
  const body: Pose = { at: [0, 0, 225000], turned: [Math.cos(half) * 1e6, -Math.sin(half) * 1e6, 0, 0] };
  const middle = areaPoint(KIT.areas[0] as Area, body, [0, 0, 225000], 20, -10);
  helm.see(
    frame(15, { bodies: [{ at: [0, 0, 0], turned: FLAT }, body, { at: middle, turned: FLAT }] }),
    1020,
  );
  expect(helm.beside.value).toEqual({ across: 20, side: 'left', along: 10, way: 'back' });
  helm.see(frame(20, { held: -1 }), 1040);
  expect(helm.beside.value).toBeNull();
});

test('W-71 a touch without movement sends nothing; a drag only moves, the rope only raises', () => {
  const sent: Sample[] = [];
  const helm = new Helm(KIT, 250, EYE, (sample) => sent.push(sample));
  helm.see(frame(10, {}), 1000);
  helm.take({ t: 'down', id: 1, device: 'touch', zone: 'stage', x: 100, y: 100, at: 1000 });
  helm.advance(1050);
  expect(sent).toEqual([]);
  for (let i = 1; i <= 20; i++)
    helm.take({ t: 'move', id: 1, device: 'touch', x: 100 + i * 5, y: 100, at: 1050 + i * 10 });
  helm.advance(1300);
  const moved = sent.at(-1)?.pose.at ?? [0, 0, 0];
  expect([moved[0], moved[2]]).toEqual([0, 300000]);
  expect(moved[1]).toBeLessThan(58000);
  helm.take({ t: 'up', id: 1, at: 1300 });
  helm.take({ t: 'down', id: 2, device: 'touch', zone: 'rope', x: 10, y: 100, at: 1400 });
  for (let i = 1; i <= 20; i++)
    helm.take({ t: 'move', id: 2, device: 'touch', x: 10, y: 100 + i * 5, at: 1400 + i * 10 });
  helm.advance(1700);
  const lowered = sent.at(-1)?.pose.at ?? [0, 0, 0];
  expect(lowered[0]).toBe(0);
  expect(lowered[2]).toBeLessThan(298000);
});

test('a watcher sees the same and sends nothing', () => {
  const helm = new Helm(KIT, 250, EYE, null);
  helm.see(frame(10, {}), 1000);
  helm.take({ t: 'key', key: 'ArrowLeft', isDown: true, shift: false, at: 1000 });
  expect([helm.advance(1100), helm.wanted, helm.held.value]).toEqual([[], null, 'crate0.1']);
});

test('the target is drawn only when it has changed: while nothing moves, no frame is drawn', () => {
  const helm = new Helm(KIT, 250, EYE, () => {});
  expect(helm.newTarget()).toBeUndefined();
  helm.see(frame(10, {}), 1000);
  expect(helm.newTarget()).toEqual(HELD);
  helm.advance(1016);
  expect(helm.newTarget()).toBeUndefined();
  helm.take({ t: 'key', key: 'ArrowLeft', isDown: true, shift: false, at: 1020 });
  helm.advance(1030);
  expect(helm.newTarget()?.at).not.toEqual(HELD.at);
  helm.see(frame(20, { held: -1 }), 1040);
  expect([helm.newTarget(), helm.newTarget()]).toEqual([null, undefined]);
});

test('W-70 falling pieces: the one nearest to the water first, the bar, Tab for the next piece', () => {
  const helm = new Helm(KIT, 250, EYE, () => {});
  helm.see(frame(10, {}), 1000);
  helm.see(frame(20, { held: -1 }), 1040);
  expect(helm.phase.value).toBe('settle');
  const tab = { key: 'Tab', ctrlKey: false, metaKey: false, altKey: false };
  expect(steersWith(helm, tab, false)).toBe(false);
  helm.see(
    frame(30, {
      held: -1,
      phase: 3,
      slow: 4,
      falls: new Map([
        [2, 80],
        [3, 40],
      ]),
    }),
    1080,
  );
  expect([helm.phase.value, helm.falling.value, helm.left.value, helm.slow.value]).toEqual([
    'catch',
    ['crate1.1', 'crate0.1'],
    1,
    4,
  ]);
  expect(steersWith(helm, tab, false)).toBe(true);
  helm.take({ t: 'key', key: 'Tab', isDown: true, shift: false, at: 1090 });
  expect(helm.advance(1100)).toEqual([{ t: 'reach' }]);
  expect([helm.nextPiece(), helm.nextPiece(), helm.nextPiece()]).toEqual([
    'crate1.1',
    'crate0.1',
    'crate1.1',
  ]);
  helm.see(
    frame(40, {
      held: -1,
      phase: 3,
      slow: 4,
      falls: new Map([
        [2, 60],
        [3, 20],
      ]),
    }),
    1120,
  );
  expect(helm.left.value).toBe(0.5);
  // If it were requested again, the server's hand would restart and never get there.
  helm.see(frame(45, { held: -1, phase: 3, slow: 4, falls: new Map([[3, 10]]) }), 1140);
  expect([helm.nextPiece(), helm.nextPiece()]).toEqual([null, null]);
  helm.see(frame(46, { held: -1, phase: 3, slow: 4 }), 1144);
  helm.see(frame(47, { held: -1, phase: 3, slow: 4, falls: new Map([[3, 6]]) }), 1148);
  expect(helm.nextPiece()).toBe('crate1.1');
  helm.see(frame(50, { held: -1, phase: 1 }), 1160);
  expect([helm.phase.value, helm.isOpen.value, steersWith(helm, tab, false)]).toEqual([
    'catch',
    false,
    false,
  ]);
});

test('W-70 from the alarm on the camera is astern and keys move the open hand, whether anything falls or not', () => {
  const sent: Sample[] = [];
  const helm = new Helm(KIT, 250, EYE, (sample) => sent.push(sample));
  const left = { key: 'ArrowLeft', ctrlKey: false, metaKey: false, altKey: false };
  helm.see(frame(10, { held: -1, phase: 1 }), 1000);
  expect([helm.phase.value, steersWith(helm, left, false)]).toEqual(['settle', false]);
  helm.see(frame(20, { held: -1, phase: 2, slow: 4 }), 1040);
  expect([helm.phase.value, helm.slow.value, helm.falling.value, steersWith(helm, left, false)]).toEqual([
    'catch',
    4,
    [],
    true,
  ]);
  helm.advance(1040);
  helm.take({ t: 'key', key: 'ArrowLeft', isDown: true, shift: false, at: 1040 });
  helm.advance(1140);
  expect(sent.at(-1)?.pose.at).toEqual([0, 42000, 0]);
  // The piece touches the ship again after sliding; the view must stay.
  helm.see(frame(30, { held: -1, phase: 3, slow: 4, falls: new Map([[3, 40]]) }), 1150);
  helm.see(frame(35, { held: -1, phase: 3, slow: 4 }), 1170);
  expect([helm.phase.value, helm.isOpen.value]).toEqual(['catch', true]);
});

test('a false alarm ends soon, and an alarm while a piece is held does not change the view', () => {
  const helm = new Helm(KIT, 250, EYE, () => {});
  helm.see(frame(10, { phase: 0, slow: 4 }), 1000);
  expect(helm.phase.value).toBe('hold');
  helm.see(frame(20, { held: -1, phase: 2, slow: 4 }), 1040);
  helm.see(frame(30, { held: -1, phase: 1 }), 1080);
  expect(helm.phase.value).toBe('settle');
});


test('keys that steer: Space on a button presses the button', () => {
  const helm = new Helm(KIT, 250, EYE, () => {});
  helm.see(frame(10, {}), 1000);
  const key = (name: string, ctrlKey = false) => ({ key: name, ctrlKey, metaKey: false, altKey: false });
  expect([
    steersWith(helm, key(' '), false),
    steersWith(helm, key(' '), true),
    steersWith(helm, key('W'), true),
    steersWith(helm, key('Tab'), false),
    steersWith(helm, key('s', true), false),
  ]).toEqual([true, false, true, false, false]);
});

test('the 2D picture: outlines from astern, port on the left; pixels and positions convert both ways', () => {
  expect(hullOf([[0, 0], [2, 0], [1, 1], [2, 2], [0, 2]])).toHaveLength(4);
  const crate = outlines(KIT.bodies[2] as RiffKit['bodies'][number], HELD)[0] ?? [];
  expect(Math.max(...crate.map(([x]) => x))).toBeCloseTo(-45000);
  const ship = new FlatShip(KIT);
  ship.resize(700, 650, { top: 50, right: 100, bottom: 50, left: 100 });
  expect(ship.catchPoint(350, 325)).toEqual([0, 125000]);
  expect(ship.catchPoint(351, 325)[0]).toBeCloseTo(-1000);
  expect(ship.plane).toEqual({ right: [0, -1000], up: [1000, 0], rise: 1000 });
});

test('W-12 the 2D picture shows frames while a session runs, and the view afterwards', () => {
  const ship = new FlatShip(KIT);
  ship.show({ aboard: [], joints: [] });
  expect(ship.parts.value.map((part) => part.kind)).toEqual(['hull', 'yard']);
  ship.takeFrame(frame(10, { release: 0 }));
  expect([ship.parts.value.map((part) => part.kind), ship.isGreen.value]).toEqual([
    ['hull', 'yard', 'held'],
    true,
  ]);
  ship.want({ at: [5000, 70000, 310000], turned: FLAT });
  expect(ship.wanted.value?.above).toContainEqual([-55000, -20000]);
  expect(ship.wanted.value?.astern[0]).toContainEqual([-85000, -325000]);
  ship.want(null);
  expect(ship.wanted.value).toBeNull();
  ship.endSession();
  expect([ship.parts.value.map((part) => part.kind), ship.isGreen.value]).toEqual([['hull', 'yard'], null]);
});
