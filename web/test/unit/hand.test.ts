// W-70, W-71: what each control of the hand does, and that it does only that.
import { expect, test } from 'vitest';
import { Hand } from '../../src/hand/hand';
import { notchesOf, type HandCommand } from '../../src/hand/input';
import { SampleClock } from '../../src/hand/sample_clock';
import { Reach } from '../../src/hand/reach';
import { Filter, gainAt } from '../../src/hand/stroke';
import { readTurn, Turning } from '../../src/hand/turning';
import { turnPose } from '../../src/table/lower';
import { circle, frameOf, holding, line, PER_PIXEL, PLANE, Play, SETTING, START, STERN } from './hand_play';

type State = { x: number; y: number; z: number; degrees: number; pose: number };

function stateOf(play: Play): State {
  const [x, y, z] = (play.hand.wanted ?? START).at;
  return { x, y, z, degrees: play.hand.degrees, pose: play.hand.pose };
}

/** The parts of the pose that have changed. */
function changed(play: Play, before: State): Partial<State> {
  const now = stateOf(play);
  return Object.fromEntries(
    Object.entries(now).filter(([name, value]) => value !== before[name as keyof State]),
  );
}

function lookOf(wishes: HandCommand[]): [number, number] {
  return wishes.reduce<[number, number]>(
    (sum, one) => (one.t === 'look' ? [sum[0] + one.around, sum[1] + one.up] : sum),
    [0, 0],
  );
}

test('gain is 0.4 under 40 px/s and rises to 1 at 300 px/s', () => {
  expect([0, 40, 170, 300, 2000].map(gainAt)).toEqual([0.4, 0.4, 0.7, 1, 1]);
});

test('the filter is a 1 euro filter of 1.2 Hz and 0.02', () => {
  // Nothing moves: after one time constant of 1.2 Hz a jump by 1 px has gone by 1 - 1/(1 + 1).
  const slow = new Filter([0, 0]);
  const constant = 1 / (2 * Math.PI * 1.2);
  expect(slow.next([1e-6, 0], constant)[0]).toBeCloseTo(0.5e-6, 9);
  // 600 px/s for a second: the cut-off is near 1.2 + 12 Hz, so the lag is 600 / (2 pi 13.2) = 7.2 px.
  const fast = new Filter([0, 0]);
  for (let i = 1; i <= 2000; i++) fast.next([0.6 * i, 0], 0.001);
  expect(1200 - fast.at[0]).toBeGreaterThan(6.5);
  expect(1200 - fast.at[0]).toBeLessThan(8);
});

test('a finger that trembles by 1 px moves the piece by less than 0.1 mm', () => {
  const play = holding();
  play.stroke(1, 'stage', [100, 300], [140, 300], 200);
  play.down(1, 'stage', [100, 300]);
  play.move([{ id: 1, path: line([100, 300], [104, 300]) }], 50);
  play.wait(1000);
  const before = stateOf(play);
  play.move([{ id: 1, path: (share) => [104 + Math.sin(share * 100), 300] }], 1000);
  play.wait(1000);
  expect(Math.abs(stateOf(play).y - before.y)).toBeLessThan(100);
});

test.each(['stage', 'rope', 'wheel', 'hub'] as const)(
  'a touch of the %s without movement moves nothing',
  (zone) => {
    const play = holding();
    const before = stateOf(play);
    play.down(1, zone, [300, 600], { centre: [250, 600] });
    play.wait(500);
    play.move([{ id: 1, path: line([300, 600], [302, 601]) }], 100);
    if (zone !== 'hub') play.up(1);
    play.wait(500);
    expect(changed(play, before)).toEqual({});
    expect(play.hand.drain()).toEqual([]);
    expect(play.hand.sample(play.at)).toBeNull();
  },
);

test('one finger on the stage moves along the screen, relative, at the same height', () => {
  const play = holding();
  const before = stateOf(play);
  play.stroke(1, 'stage', [300, 700], [380, 700], 200);
  expect(Object.keys(changed(play, before))).toEqual(['y']);
  const way = (before.y - stateOf(play).y) / PER_PIXEL;
  expect(way).toBeGreaterThan(40);
  expect(way).toBeLessThan(80);
  play.stroke(1, 'stage', [10, 100], [10, 60], 200);
  expect(changed(play, before)).toHaveProperty('x');
  expect(stateOf(play).x).toBeGreaterThan(before.x);
});

test('a slow stroke of the same length moves the piece 0.4 times as far', () => {
  const play = holding();
  const before = stateOf(play);
  play.down(1, 'stage', [300, 700]);
  play.move([{ id: 1, path: line([300, 700], [363, 700]) }], 2000);
  play.wait(2000);
  expect((before.y - stateOf(play).y) / PER_PIXEL).toBeCloseTo(0.4 * 60, 0);
});

test('mouse: the left button drags, the right one moves the camera, the middle one changes the pose', () => {
  const play = holding();
  const before = stateOf(play);
  play.stroke(1, 'stage', [100, 100], [140, 100], 200, { device: 'mouse', button: 0 });
  expect(Object.keys(changed(play, before))).toEqual(['y']);
  const moved = stateOf(play);
  play.stroke(1, 'stage', [100, 100], [140, 100], 200, { device: 'mouse', button: 2 });
  expect(changed(play, moved)).toEqual({});
  expect(lookOf(play.hand.drain())[0]).toBeCloseTo(-14, 5);
  play.stroke(1, 'stage', [100, 100], [100, 100], 50, { device: 'mouse', button: 1 });
  expect(changed(play, moved)).toEqual({ pose: 2 });
});

test('moving the mouse without a button moves nothing', () => {
  const play = holding();
  const before = stateOf(play);
  play.move([{ id: 1, path: line([0, 0], [300, 300]) }], 300, 'mouse');
  expect(changed(play, before)).toEqual({});
});

test('the rope raises and lowers, relative to where it is grabbed', () => {
  const play = holding();
  const before = stateOf(play);
  play.stroke(1, 'rope', [350, 700], [330, 740], 300);
  expect(Object.keys(changed(play, before))).toEqual(['z']);
  expect(stateOf(play).z).toBeLessThan(before.z - 10 * PER_PIXEL);
  const low = stateOf(play);
  play.stroke(1, 'rope', [350, 500], [350, 460], 300);
  expect(stateOf(play).z).toBeGreaterThan(low.z);
});

test('the wheel turns the piece by its own angle, and its hub changes the pose', () => {
  const play = holding();
  const before = stateOf(play);
  play.down(1, 'wheel', [155, 700], { centre: [100, 700] });
  play.move([{ id: 1, path: circle([100, 700], 55, 0, 95) }], 600);
  play.up(1);
  expect(changed(play, before)).toEqual({ degrees: -90 });
  play.stroke(1, 'hub', [100, 700], [102, 700], 60);
  expect(changed(play, before)).toEqual({ degrees: -90, pose: 2 });
  play.stroke(1, 'hub', [100, 700], [130, 700], 60);
  expect(stateOf(play).pose).toBe(2);
});

test('two fingers that twist only turn the piece, however far they are dragged afterwards', () => {
  const play = holding();
  const before = stateOf(play);
  play.down(1, 'stage', [150, 450]);
  play.down(2, 'stage', [250, 450]);
  play.move(
    [
      { id: 1, path: circle([200, 450], 50, 180, 230) },
      { id: 2, path: circle([200, 450], 50, 0, 50) },
    ],
    400,
  );
  expect(Object.keys(changed(play, before))).toEqual(['degrees']);
  expect(stateOf(play).degrees).toBe(-45);
  const dragged = [circle([200, 450], 50, 230, 230)(1), circle([200, 450], 50, 50, 50)(1)] as const;
  play.move(dragged.map((at, i) => ({ id: i + 1, path: line(at, [at[0] + 90, at[1]]) })), 300);
  play.up(2);
  play.move([{ id: 1, path: line([250, 450], [350, 500]) }], 300);
  play.up(1);
  expect(Object.keys(changed(play, before))).toEqual(['degrees']);
  expect(stateOf(play).degrees).toBe(-45);
  expect(play.hand.drain()).toEqual([]);
});

test('two fingers side by side only move the camera, however far they twist afterwards', () => {
  const play = holding();
  const before = stateOf(play);
  play.down(1, 'stage', [150, 450]);
  play.down(2, 'stage', [250, 450]);
  play.move(
    [
      { id: 1, path: line([150, 450], [250, 450]) },
      { id: 2, path: line([250, 450], [350, 450]) },
    ],
    400,
  );
  play.move(
    [
      { id: 1, path: circle([300, 450], 50, 180, 240) },
      { id: 2, path: circle([300, 450], 50, 0, 60) },
    ],
    400,
  );
  play.up(1);
  play.up(2);
  expect(changed(play, before)).toEqual({});
  const [around] = lookOf(play.hand.drain());
  expect(around).toBeLessThan(-0.35 * 75);
  expect(around).toBeGreaterThan(-0.35 * 90);
});

test('two fingers become a twist at 6 degrees or a camera movement at 18 px', () => {
  const small = holding();
  small.down(1, 'stage', [150, 450]);
  small.down(2, 'stage', [250, 450]);
  small.move(
    [
      { id: 1, path: circle([200, 450], 50, 180, 185.5) },
      { id: 2, path: circle([200, 450], 50, 0, 5.5) },
    ],
    200,
  );
  small.move(
    [
      { id: 1, path: line([150, 450], [167, 450]) },
      { id: 2, path: line([250, 450], [267, 450]) },
    ],
    200,
  );
  expect(small.hand.drain()).toEqual([]);
  expect(small.hand.degrees).toBe(0);
  small.move(
    [
      { id: 1, path: line([167, 450], [179, 450]) },
      { id: 2, path: line([267, 450], [279, 450]) },
    ],
    200,
  );
  expect(small.hand.drain().length).toBeGreaterThan(0);
});

test('two thumbs at once: one moves the piece while the other uses the rope or the wheel', () => {
  const play = holding();
  const before = stateOf(play);
  play.down(1, 'stage', [120, 500]);
  play.down(2, 'rope', [350, 560]);
  play.move(
    [
      { id: 1, path: line([120, 500], [180, 500]) },
      { id: 2, path: line([350, 560], [350, 600]) },
    ],
    250,
  );
  play.up(1);
  play.up(2);
  expect(Object.keys(changed(play, before)).sort()).toEqual(['y', 'z']);
  play.down(1, 'wheel', [155, 700], { centre: [100, 700] });
  play.down(2, 'stage', [300, 300]);
  play.move(
    [
      { id: 1, path: circle([100, 700], 55, 0, 40) },
      { id: 2, path: line([300, 300], [300, 260]) },
    ],
    250,
  );
  expect(Object.keys(changed(play, before)).sort()).toEqual(['degrees', 'x', 'y', 'z']);
});

test('a pointer that the system cancels stops at once', () => {
  const play = holding();
  play.down(1, 'stage', [100, 300]);
  play.move([{ id: 1, path: line([100, 300], [150, 300]) }], 100);
  play.take({ t: 'cancel', id: 1 });
  const before = stateOf(play);
  play.wait(500);
  expect(changed(play, before)).toEqual({});
});

test('a second `down` of the same pointer starts again', () => {
  const play = holding();
  play.down(1, 'stage', [150, 450]);
  play.down(2, 'stage', [250, 450]);
  play.down(1, 'stage', [150, 450]);
  const before = stateOf(play);
  play.move([{ id: 1, path: line([150, 450], [190, 450]) }], 200);
  expect(Object.keys(changed(play, before))).toEqual(['y']);
});

test('W-71 near its hub the wheel does not turn the piece', () => {
  const play = holding();
  const before = stateOf(play);
  play.down(1, 'wheel', [255, 600], { centre: [250, 600] });
  play.move([{ id: 1, path: line([255, 600], [245, 605]) }], 200);
  expect(changed(play, before)).toEqual({});
});

test('a key or notch turns from the shown angle, also after snapping', () => {
  const turning = new Turning();
  turning.turn(13, false);
  turning.step(3, true);
  expect(turning.degrees).toBe(18);
});

test('the ticks of samples increase, also after a late frame', () => {
  const pace = new SampleClock(250);
  pace.see(100, 0);
  const before = pace.next(300);
  pace.see(110, 310);
  expect([before, pace.next(340)]).toEqual([175, 176]);
});

test('the open hand stops when the window loses the focus, whatever was pressed', () => {
  const [BUTTONS, HELD] = [Array.from({ length: 16 }, () => 0), Array.from({ length: 2 }, () => 1)];
  for (const input of [
    { t: 'pad', axes: HELD, buttons: BUTTONS, at: 1 },
    { t: 'key', key: 'ArrowLeft', isDown: true, shift: false, at: 1 },
  ] as const) {
    const reach = new Reach(SETTING.catchPlane, STERN, () => undefined);
    Object.assign(reach, { hand: [0, 0, 0], speed: 100000 });
    reach.take(input);
    reach.advance(100);
    const { at } = reach;
    expect(at).not.toBeNull();
    reach.take({ t: 'leave' });
    reach.advance(1000);
    expect(reach.at).toEqual(at);
  }
});

test('turning snaps to multiples of 15 degrees within 3, and not with Shift', () => {
  const turning = new Turning();
  const seen: number[] = [];
  for (let i = 0; i < 20; i++) {
    turning.turn(1, false);
    seen.push(turning.degrees);
  }
  expect(seen).toEqual([0, 0, 0, 4, 5, 6, 7, 8, 9, 10, 11, 15, 15, 15, 15, 15, 15, 15, 19, 20]);
  turning.step(-4, true);
  expect(turning.degrees).toBe(16);
  turning.begin();
  turning.turn(0.5, true);
  expect(turning.degrees).toBe(16.5);
  turning.turn(0.5, false);
  expect(turning.degrees).toBe(15);
});

test('arrow keys move by 2 mm, with Shift 0.5 mm, along the screen', () => {
  const play = holding();
  const before = stateOf(play);
  play.key('ArrowRight');
  expect(changed(play, before)).toEqual({ y: before.y - 2000 });
  play.key('ArrowUp', 40, true);
  expect(changed(play, before)).toEqual({ y: before.y - 2000, x: before.x + 500 });
  play.key('ArrowLeft');
  play.key('ArrowDown', 40, true);
  expect(changed(play, before)).toEqual({});
});

test('a held key repeats after a pause and accelerates; key repeats of the system are ignored', () => {
  const play = holding();
  const ways = [0, 300, 600, 900].map((ms) => {
    const start = stateOf(play).y;
    play.key('ArrowLeft', ms + 8);
    return stateOf(play).y - start;
  });
  expect(ways[0]).toBe(2000);
  expect(ways[2]! - ways[1]!).toBeGreaterThan(5000);
  expect(ways[3]! - ways[2]!).toBeGreaterThan(1.5 * (ways[2]! - ways[1]!));
  const start = stateOf(play).y;
  for (let i = 0; i < 5; i++)
    play.take({ t: 'key', key: 'ArrowRight', isDown: true, shift: false, at: play.at });
  expect(stateOf(play).y).toBe(start - 2000);
});

test('the keys for height, turning, pose, view and release do only that', () => {
  const play = holding();
  const before = stateOf(play);
  for (const key of ['w', 'PageUp']) play.key(key);
  expect(changed(play, before)).toEqual({ z: before.z + 4000 });
  for (const key of ['s', 'PageDown']) play.key(key);
  play.key('q');
  expect(changed(play, before)).toEqual({ degrees: 15 });
  play.key('E', 40, true);
  expect(changed(play, before)).toEqual({ degrees: 12 });
  play.key('e');
  expect(changed(play, before)).toEqual({});
  play.key('r');
  expect(changed(play, before)).toEqual({ pose: 2 });
  play.key('r');
  play.key('d');
  play.key('v');
  expect(play.hand.drain()).toEqual([{ t: 'look', around: 5, up: 0 }, { t: 'view' }]);
  expect(changed(play, before)).toEqual({});
  play.key(' ');
  expect(play.hand.sample(play.at)).toMatchObject({ grip: false, pose: play.hand.wanted });
});

test('a notch of the mouse wheel raises by 4 mm, with Shift it turns by 5 degrees', () => {
  const play = holding();
  const before = stateOf(play);
  play.take({ t: 'scroll', notches: -1, shift: false });
  expect(changed(play, before)).toEqual({ z: before.z + 4000 });
  play.take({ t: 'scroll', notches: 1, shift: false });
  play.take({ t: 'scroll', notches: 1, shift: true });
  expect(changed(play, before)).toEqual({ degrees: -5 });
  expect(notchesOf({ deltaX: 0, deltaY: 100, deltaMode: 0 })).toBe(1);
  expect(notchesOf({ deltaX: -100, deltaY: 0, deltaMode: 0 })).toBe(-1);
  expect(notchesOf({ deltaX: 0, deltaY: 3, deltaMode: 1 })).toBe(1);
});

test('gamepad: sticks and triggers set speeds with a cubic curve, X changes the pose, A releases, bumpers move the camera', () => {
  const play = holding();
  const before = stateOf(play);
  const buttons = (...down: number[]): number[] =>
    Array.from({ length: 16 }, (_unused, i) => Number(down.includes(i)));
  const hold = (axes: number[], down: number[], ms: number): void => {
    play.take({ t: 'pad', axes, buttons: buttons(...down), at: play.at });
    play.wait(ms);
    play.take({ t: 'pad', axes: [0, 0, 0, 0], buttons: buttons(), at: play.at });
  };
  play.wait(8);
  hold([0.1, -0.1, 0.1, 0.1], [], 1000);
  expect(changed(play, before)).toEqual({});
  hold([0.56, 0, 0, 0], [], 1000);
  const half = before.y - stateOf(play).y;
  hold([-1, 0, 0, 0], [], 1000);
  const full = stateOf(play).y - before.y + half;
  expect(full / half).toBeCloseTo(8, 1);
  expect(Object.keys(changed(play, before))).toEqual(['y']);
  const moved = stateOf(play);
  hold([0, -1, 0, 0], [], 100);
  expect(changed(play, moved)).toEqual({ x: moved.x + 16000 });
  hold([0, 1, 0, 0], [], 100);
  hold([0, 0, 0, 0], [7], 100);
  expect(changed(play, moved)).toEqual({ z: moved.z + 12000 });
  hold([0, 0, 0, 0], [6], 100);
  hold([0, 0, 1, 0], [], 400);
  expect(changed(play, moved)).toEqual({ degrees: -60 });
  hold([0, 0, -1, 0], [], 400);
  hold([0, 0, 0, 0], [2], 300);
  expect(changed(play, moved)).toEqual({ pose: 2 });
  expect(play.hand.drain()).toEqual([]);
  hold([0, 0, 0, 0], [5], 500);
  expect(lookOf(play.hand.drain())[0]).toBeCloseTo(30, 5);
  hold([0, 0, 0, 0], [0], 100);
  expect(play.hand.sample(play.at)).toMatchObject({ grip: false });
});

test('when the window loses the focus nothing is pressed any more', () => {
  const play = holding();
  play.take({ t: 'key', key: 'ArrowLeft', isDown: true, shift: false, at: play.at });
  play.down(1, 'stage', [100, 100]);
  play.take({ t: 'leave' });
  const before = stateOf(play);
  play.move([{ id: 1, path: line([100, 100], [300, 100]) }], 500);
  play.wait(1000);
  expect(changed(play, before)).toEqual({});
});

test('the target is clamped to the reach of the hand', () => {
  const play = holding();
  play.key('ArrowLeft', 20000);
  play.key('w', 20000);
  expect(play.hand.wanted?.at.slice(1)).toEqual([380000, 590000]);
  play.key('ArrowRight');
  expect(play.hand.wanted?.at[1]).toBe(378000);
  play.key('ArrowRight', 20000);
  play.key('s', 20000);
  expect(play.hand.wanted?.at.slice(1)).toEqual([-390000, -130000]);
});

test('a piece that is already turned keeps its pose', () => {
  const poses = SETTING.poses(0);
  for (const [pose, degrees] of [[0, 0], [0, 40], [2, -75], [2, 180]] as const) {
    const turned = turnPose(poses[pose]!.turned, degrees);
    const read = readTurn(poses, turned);
    expect(read.pose).toBe(pose);
    expect(Math.abs(Math.round(read.degrees - degrees)) % 360).toBe(0);
  }
});

test('samples: 30 per second with increasing ticks while it moves; an unchanged one is repeated', () => {
  const sent: { at: number; tick: number }[] = [];
  const hand = new Hand(SETTING, PLANE, STERN);
  hand.see(frameOf(500, START), 1000);
  const play = new Play(hand, (at) => {
    const sample = hand.sample(at);
    if (sample) sent.push({ at, tick: sample.tick });
  });
  play.wait(2000);
  expect(sent).toEqual([]);
  hand.see(frameOf(1000, START), play.at);
  const begin = play.at;
  play.down(1, 'stage', [100, 300]);
  play.move([{ id: 1, path: line([100, 300], [160, 300]) }], 1000);
  play.up(1);
  const moving = sent.length;
  expect(moving).toBeGreaterThanOrEqual(28);
  expect(moving).toBeLessThanOrEqual(31);
  sent.forEach(({ at, tick }, i) => {
    expect(tick).toBeLessThanOrEqual(1000 + ((at - begin) * 250) / 1000);
    expect(tick).toBeGreaterThan(1000 + ((at - begin) * 250) / 1000 - 2);
    if (i) expect(tick).toBeGreaterThan(sent[i - 1]!.tick);
  });
  play.wait(2000);
  expect(sent.length - moving).toBeGreaterThanOrEqual(4);
  expect(sent.length - moving).toBeLessThanOrEqual(6);
});

test('a release is sent once; while the server still holds the piece the hand continues', () => {
  const play = holding();
  play.hand.letGo();
  expect(play.hand.sample(play.at)?.grip).toBe(false);
  play.wait(50);
  expect(play.hand.sample(play.at)?.grip).toBe(true);
  play.key('ArrowLeft');
  expect(play.hand.sample(play.at)).toMatchObject({ grip: true, pose: { at: [10000, 22000, 100000] } });
});

function catching(): Play {
  const play = holding();
  play.hand.see(frameOf(10, START, { held: -1, phase: 2, slow: 4 }), play.at);
  return play;
}

test('the open hand is 60 px above a finger or at the mouse pointer, and has no target before', () => {
  const play = catching();
  play.wait(100);
  expect(play.hand.sample(play.at)).toBeNull();
  play.down(1, 'stage', [195, 422]);
  expect(play.hand.wanted?.at.slice(1)).toEqual([0, 60000]);
  play.move([{ id: 1, path: line([195, 422], [295, 322]) }], 8);
  expect(play.hand.wanted?.at.slice(1)).toEqual([-100000, 160000]);
  play.move([{ id: 7, path: line([0, 0], [195, 422]) }], 8, 'mouse');
  expect(play.hand.sample(play.at)).toMatchObject({
    grip: false,
    pose: { at: [0, 0, 0], turned: [1000000, 0, 0, 0] },
  });
  play.move([{ id: 7, path: line([0, 0], [195, 5000]) }], 8, 'mouse');
  expect(play.hand.wanted?.at[2]).toBe(-150000);
});

test('before the alarm the position of the open hand is unknown, so a stick sets no target', () => {
  const play = holding();
  play.hand.see(frameOf(10, START, { held: -1, phase: 1 }), play.at);
  play.take({ t: 'pad', axes: [1, 0, 0, 0], buttons: [], at: play.at });
  play.wait(100);
  expect(play.hand.wanted).toBeNull();
});

test('keys and stick move the open hand at its full speed from its position; Tab reaches for the next piece', () => {
  const play = catching();
  play.wait(8);
  play.key('ArrowRight', 200);
  expect(play.hand.wanted?.at.slice(1)).toEqual([-84000, 0]);
  play.wait(100);
  play.key('ArrowUp', 100);
  expect(play.hand.wanted?.at.slice(1)).toEqual([-84000, 42000]);
  play.take({ t: 'pad', axes: [-1, 0, 0, 0], buttons: [], at: play.at });
  play.wait(200);
  play.take({ t: 'pad', axes: [], buttons: [], at: play.at });
  expect(play.hand.wanted?.at.slice(1)).toEqual([0, 42000]);
  play.key('Tab');
  expect(play.hand.drain()).toEqual([{ t: 'reach' }]);
});
