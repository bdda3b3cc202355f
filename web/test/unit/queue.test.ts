// The animation queue and speech, with a fake clock (W-14, W-15, W-16).
import { expect, test } from 'vitest';
import type { View } from '#made/proto';
import { landAll } from '../../src/taproom/table/keys';
import { StageQueue, type Motion, type Step } from '../../src/taproom/table/queue';
import { PAUSE, Speech } from '../../src/table/speech';
import { FakeClock } from './clock';

const view = (n: number): View => ({ n }) as unknown as View;
const step = (id: number, before = id - 1): Step => ({
  id,
  events: [],
  before: view(before),
  after: view(id),
  film: null,
});

function queueWith(plan: (one: Step) => Motion[], settings = { reduced: () => false, hidden: () => false }) {
  const clock = new FakeClock();
  const queue = new StageQueue(plan, settings, clock);
  queue.reset(view(0), 0);
  return { clock, queue };
}
const glide = (): Motion[] => [{ name: 'glide', kind: 'gesture', ms: 280 }];

test('W-16 a view is shown when its animation has ended, and never before', () => {
  const { clock, queue } = queueWith(glide);
  queue.take(step(1));
  expect(queue.shown.value).toEqual(view(0));
  expect(queue.motion.value?.name).toBe('glide');
  clock.pass(279);
  expect([queue.shown.value, queue.landed.value]).toEqual([view(0), 0]);
  clock.pass(1);
  expect([queue.shown.value, queue.landed.value, queue.isEmpty]).toEqual([view(1), 1, true]);
});

test('W-15 a tap or a key ends all animations of the queue and of style sheets, except endless ones', () => {
  const { queue } = queueWith(glide);
  queue.take(step(1));
  const ended: string[] = [];
  const moving = (name: string, endTime: number) =>
    ({
      effect: { getComputedTiming: () => ({ endTime }) },
      finish: () => ended.push(name),
    }) as unknown as Animation;
  landAll(
    { getAnimations: () => [moving('drawer', 220), moving('cup', Infinity)] } as unknown as HTMLElement,
    queue,
  );
  expect([queue.shown.value, queue.isEmpty, ended]).toEqual([view(1), true, ['drawer']]);
});

test('W-16 numbers change with the animation that shows their cause', () => {
  const { clock, queue } = queueWith(() => [
    { name: 'card', kind: 'gesture', ms: 250, shows: view(100) },
    { name: 'mug', kind: 'gesture', ms: 320 },
  ]);
  queue.take(step(1));
  clock.pass(250);
  expect(queue.shown.value).toEqual(view(100));
  clock.pass(320);
  expect(queue.shown.value).toEqual(view(1));
});

test('W-15 a gesture takes at most 400 ms; throws and bills may take longer', () => {
  const { clock, queue } = queueWith((one) =>
    one.id === 1 ? [{ name: 'slow', kind: 'gesture', ms: 5000 }] : [{ name: 'bill', kind: 'bill', ms: 9000 }],
  );
  queue.take(step(1));
  clock.pass(400);
  expect(queue.isEmpty).toBe(true);
  queue.take(step(2));
  clock.pass(3499);
  expect(queue.isEmpty).toBe(false);
  clock.pass(1);
  expect(queue.isEmpty).toBe(true);
});

test.each([
  ['drink', 900],
  ['camera', 600],
] as const)(
  'W-15 drinking together ends after 900 ms, the flight of the camera after 600: %s',
  (kind, most) => {
    const { clock, queue } = queueWith(() => [{ name: 'slow', kind, ms: 5000 }]);
    queue.take(step(1));
    clock.pass(most - 1);
    expect(queue.isEmpty).toBe(false);
    clock.pass(1);
    expect(queue.isEmpty).toBe(true);
  },
);

test('W-15 a tap ends all animations at the final view', () => {
  const { clock, queue } = queueWith(glide);
  for (const id of [1, 2, 3]) queue.take(step(id));
  queue.skip();
  expect([queue.shown.value, queue.landed.value, queue.isEmpty, queue.motion.value]).toEqual([
    view(3),
    3,
    true,
    null,
  ]);
  clock.pass(10000);
  expect(queue.shown.value).toEqual(view(3));
});

test('W-15 with reduced motion an animation takes at most 150 ms', () => {
  const { clock, queue } = queueWith(() => [{ name: 'throw', kind: 'throw', ms: 3000 }], {
    reduced: () => true,
    hidden: () => false,
  });
  queue.take(step(1));
  clock.pass(150);
  expect(queue.isEmpty).toBe(true);
});

test('animations of a hidden page, or after 4 s in the queue, are skipped', () => {
  let isHidden = true;
  const { clock, queue } = queueWith(() => [{ name: 'throw', kind: 'throw', ms: 5000 }], {
    reduced: () => false,
    hidden: () => isHidden,
  });
  queue.take(step(1));
  expect([queue.shown.value, queue.isEmpty]).toEqual([view(1), true]);
  isHidden = false;
  queue.take(step(2));
  queue.take(step(3));
  clock.pass(5000);
  expect([queue.shown.value, queue.isEmpty]).toEqual([view(3), true]);
});

test('queued animations are skipped when the page is hidden', () => {
  let isHidden = false;
  const { clock, queue } = queueWith(glide, { reduced: () => false, hidden: () => isHidden });
  for (const id of [1, 2, 3]) queue.take(step(id));
  isHidden = true;
  clock.pass(280);
  expect([queue.shown.value, queue.landed.value, queue.isEmpty]).toEqual([view(3), 3, true]);
});

test('after a film that ended early the next step has its full duration', () => {
  const { clock, queue } = queueWith((one) =>
    one.id === 1 ? [{ name: 'throw', kind: 'throw', ms: 300 }] : glide(),
  );
  queue.take(step(1));
  queue.take(step(2));
  clock.pass(200);
  queue.finish();
  clock.pass(279);
  expect([queue.shown.value, queue.motion.value?.name]).toEqual([view(1), 'glide']);
  clock.pass(1);
  expect(queue.shown.value).toEqual(view(2));
});

test('a film that ends early shows its view at once', () => {
  const { queue } = queueWith(() => [{ name: 'throw', kind: 'throw', ms: 8000 }]);
  queue.take(step(1));
  queue.finish();
  expect([queue.shown.value, queue.isEmpty]).toEqual([view(1), true]);
});

test('a new state clears the queue', () => {
  const { clock, queue } = queueWith(glide);
  queue.take(step(1));
  queue.reset(view(9), 9);
  clock.pass(1000);
  expect([queue.shown.value, queue.landed.value]).toEqual([view(9), 9]);
});

/** Every text of the live regions, with its time. */
function listen(): { clock: FakeClock; speech: Speech; heard: { at: number; text: string }[] } {
  const clock = new FakeClock();
  clock.time = 1000;
  const speech = new Speech(clock);
  const heard: { at: number; text: string }[] = [];
  speech.lines.subscribe((text) => text && heard.push({ at: clock.time, text }));
  speech.question.subscribe((text) => text && heard.push({ at: clock.time, text }));
  return { clock, speech, heard };
}

test('W-14 each line is announced once and in order, bursts are joined, 600 ms apart', () => {
  const { clock, speech, heard } = listen();
  const lines = Array.from({ length: 40 }, (_unused, i) => `line ${i}.`);
  lines.forEach((line, i) => {
    speech.say(line);
    clock.pass((i * 97) % 250);
  });
  clock.pass(2000);
  expect(heard.map((one) => one.text.replace('\u200b', '')).join(' ')).toBe(lines.join(' '));
  for (let i = 1; i < heard.length; i++)
    expect((heard[i]?.at ?? 0) - (heard[i - 1]?.at ?? 0)).toBeGreaterThanOrEqual(PAUSE);
});

test('W-14 a repeated line is announced again', () => {
  const { clock, speech, heard } = listen();
  for (let i = 0; i < 3; i++) {
    speech.say('Eve passes.');
    clock.pass(PAUSE);
  }
  expect(heard.filter((one) => one.text.includes('Eve passes.')).length).toBe(3);
});

test('W-14 a question is announced at once, also with the same text as before', () => {
  const { clock, speech, heard } = listen();
  speech.say('a line.');
  clock.pass(10);
  speech.ask('Which card?');
  expect(heard.at(-1)).toEqual({ at: 1010, text: 'Which card?' });
  speech.say('another.');
  clock.pass(PAUSE - 1);
  expect(heard.length).toBe(2);
  clock.pass(1);
  expect(heard.at(-1)?.text).toBe('another.');
  speech.ask('Which card?');
  expect(heard.at(-1)?.text).not.toBe('');
  expect(heard.length).toBe(4);
});

test('W-14 with answers faster than 600 ms every line is announced before the question that follows it, also the last ones', () => {
  const { clock, speech, heard } = listen();
  const expected: string[] = [];
  for (let turn = 0; turn < 30; turn++) {
    for (let i = 0; i <= turn % 3; i++) {
      expected.push(`line ${turn}.${i}.`);
      speech.say(`line ${turn}.${i}.`);
      clock.pass((turn * 61) % 140);
    }
    expected.push(`question ${turn}?`);
    speech.ask(`question ${turn}?`);
    expect(heard.at(-1)).toMatchObject({ at: clock.time });
    expect(heard.at(-1)?.text.endsWith(`question ${turn}?`)).toBe(true);
    clock.pass(50 + ((turn * 37) % 200));
    speech.hush();
  }
  for (const line of ['the bill.', 'the end.']) {
    expected.push(line);
    speech.say(line);
  }
  clock.pass(PAUSE);
  expect(heard.map((one) => one.text).join(' ')).toBe(expected.join(' '));
  // Only a question may come sooner than 600 ms after another text.
  heard.forEach((one, i) => {
    if (i && !one.text.includes('question'))
      expect(one.at - (heard[i - 1]?.at ?? 0)).toBeGreaterThanOrEqual(PAUSE);
  });
});
