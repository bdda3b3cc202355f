// W-61: the guided first round of each game. Its conditions refer to keys that the games really send, it
// can be left at each step, and its texts exist in every language. It is checked against real matches.
import { readdirSync, readFileSync } from 'node:fs';
import { signal } from '@preact/signals';
import { expect, test } from 'vitest';
import type { Prompt, Turn } from '#made/proto';
import { placeBubble, type Box } from '../../src/taproom/guide/placing';
import { COURSES, PARTS } from '../../src/taproom/guide/steps';
import { Tour } from '../../src/taproom/guide/tour';

function makeTable() {
  return {
    prompt: signal<Prompt | null>(null),
    turn: signal<Turn | null>({ kind: 'seats', seats: [1] }),
    seat: signal<number | null>(0),
    sim: signal<{ seat: number } | null>(null),
    log: signal<{ events: { key: string }[] }[]>([]),
  };
}
let asks = 0;
const question = (key: string): Prompt => ({
  ask: ++asks,
  must: true,
  task: { key, args: {} },
  forms: [{ say: 'x' }],
  presets: [],
});
const happen = (table: ReturnType<typeof makeTable>, key: string): void =>
  void (table.log.value = [...table.log.value, { events: [{ key }] }]);

function makeMemory() {
  let kept: string[] = [];
  return { read: () => kept, write: (names: string[]) => void (kept = names) };
}

test('W-61 Polterfass: each step is shown when its condition holds, and the tour ends after the last', () => {
  const table = makeTable();
  const tour = new Tour(COURSES['polterfass']!.steps, table, makeMemory());
  const now = (): string | undefined => tour.step.value?.name;
  expect(now()).toBe('seats');
  tour.next();
  expect(now()).toBeUndefined();
  happen(table, 'polterfass.first_rolled');
  expect(now()).toBe('throw');
  tour.next();
  table.prompt.value = question('polterfass.task_order');
  expect(now()).toBe('order');
  table.prompt.value = null;
  happen(table, 'polterfass.ordered');
  expect(now()).toBe('wait');
  tour.next();
  happen(table, 'polterfass.bill_enough');
  expect(now()).toBe('bill');
  tour.next();
  table.prompt.value = question('polterfass.task_serve');
  expect(now()).toBe('serve');
  tour.next();
  expect([now(), tour.isOver.value]).toEqual(['done', false]);
  tour.next();
  expect([now(), tour.isOver.value]).toEqual([undefined, true]);
});

test('W-61 a step about the order is not shown before there is an order', () => {
  const table = makeTable();
  const tour = new Tour(COURSES['polterfass']!.steps, table, {
    read: () => ['seats', 'throw'],
    write: () => {},
  });
  table.prompt.value = question('polterfass.task_order');
  happen(table, 'polterfass.ordered_cards'); // somebody else's
  tour.next();
  expect(tour.step.value?.name).toBeUndefined();
  table.prompt.value = null;
  expect(tour.step.value?.name).toBe('wait');
});

test('W-61 the tour can be left at each step and then shows nothing', () => {
  for (const course of Object.values(COURSES)) {
    for (let count = 0; count < course.steps.length; count++) {
      const table = makeTable();
      const tour = new Tour(course.steps, table, {
        read: () => course.steps.slice(0, count).map((one) => one.name),
        write: () => {},
      });
      const step = course.steps[count]!;
      if (step.when.asked) table.prompt.value = question(step.when.asked[0]!);
      if (step.when.reaction)
        [table.prompt.value, table.turn.value] = [
          question('x.y'),
          { kind: 'seats', seats: [0], reaction: true },
        ];
      if (step.when.session) table.sim.value = { seat: 0 };
      if (step.when.event) happen(table, step.when.event[0]!);
      expect(tour.step.value?.name).toBe(step.name);
      tour.leave();
      expect(tour.step.value).toBeNull();
    }
  }
});

test('W-61 an answer marks its step as read; a reload continues at the same step', () => {
  const table = makeTable();
  const memory = makeMemory();
  const tour = new Tour(COURSES['riffraff']!.steps, table, memory);
  tour.next();
  table.prompt.value = question('riffraff.task_card');
  expect(tour.step.value?.name).toBe('card');
  table.prompt.value = null;
  expect(tour.step.value).toBeNull();
  expect(new Tour(COURSES['riffraff']!.steps, makeTable(), memory).step.value).toBeNull();
  table.sim.value = { seat: 2 };
  expect(tour.step.value).toBeNull();
  table.sim.value = { seat: 0 };
  expect(tour.step.value?.name).toBe('hold');
});

test('W-61 Riff Raff: the captain step is shown also if the captain stays; `catch` follows a loading', () => {
  const table = makeTable();
  const tour = new Tour(COURSES['riffraff']!.steps, table, makeMemory());
  const now = (): string | undefined => tour.step.value?.name;
  tour.next();
  happen(table, 'riffraff.captain_stays');
  expect(now()).toBe('captain');
  tour.next();
  happen(table, 'riffraff.rests');
  table.sim.value = { seat: 0 };
  expect(now()).toBe('hold');
  // A player who has loaded a piece without reading knows how.
  table.sim.value = null;
  expect(now()).toBe('catch');
  tour.next();
  expect(now()).toBe('done');
});

test('W-61 Riff Raff: the step `catch` is not shown while a piece is held', () => {
  const table = makeTable();
  const tour = new Tour(COURSES['riffraff']!.steps, table, makeMemory());
  tour.next();
  happen(table, 'riffraff.rests');
  table.sim.value = { seat: 0 };
  tour.next();
  expect(tour.step.value).toBeNull();
  table.sim.value = { seat: 1 };
  expect(tour.step.value?.name).toBe('catch');
});

const CATALOGUES = ['de', 'en', 'fr', 'it'].map(
  (language) =>
    JSON.parse(readFileSync(`made/words.${language}.json`, 'utf8')) as { words: Record<string, string> },
);

test('W-61 each game has a tour with a last step and texts in four languages', () => {
  const played = readdirSync('../rules')
    .filter((name) => name.endsWith('.en.md'))
    .map((name) => name.split('.')[0]);
  expect(Object.keys(COURSES).sort()).toEqual(played.sort());
  for (const [game, { steps }] of Object.entries(COURSES)) {
    expect(steps.filter((one) => one.isLast).map((one) => one.name)).toEqual([steps.at(-1)?.name]);
    for (const step of steps) {
      expect(Object.keys(PARTS)).toContain(step.at);
      for (const { words } of CATALOGUES)
        expect(words[`page.guide.${game}.${step.name}`], `${game} ${step.name}`).toBeTruthy();
    }
  }
});

test('W-61 the games really send the keys in the conditions of steps', () => {
  for (const [game, { steps }] of Object.entries(COURSES)) {
    const code = readdirSync(`../src/games/${game}`)
      .filter((name) => name.endsWith('.c'))
      .map((name) => readFileSync(`../src/games/${game}/${name}`, 'utf8'))
      .join('');
    for (const key of steps.flatMap((one) => [...(one.when.asked ?? []), ...(one.when.event ?? [])]))
      expect(code, key).toContain(`"${key}"`);
    for (const name of steps.flatMap((one) => one.when.after ?? []))
      expect(
        steps.some((one) => one.name === name),
        name,
      ).toBe(true);
  }
});

test('W-61 the bubble stays in the window and covers neither question nor hand nor button if there is room', () => {
  const room = { width: 390, height: 844 };
  const ribbon: Box = { left: 10, top: 155, right: 380, bottom: 214 };
  const hand: Box = { left: 0, top: 580, right: 390, bottom: 718 };
  const press: Box = { left: 0, top: 718, right: 390, bottom: 790 };
  const meets = (a: Box, b: Box): boolean =>
    a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  for (const target of [
    ribbon,
    hand,
    press,
    { left: 6, top: 52, right: 384, bottom: 144 },
    { left: 0, top: 214, right: 390, bottom: 580 },
  ]) {
    const placed = placeBubble(target, { width: 374, height: 170 }, room, [ribbon, hand, press]);
    const box = { left: placed.left, top: placed.top, right: placed.left + 374, bottom: placed.top + 170 };
    for (const needed of [ribbon, hand, press])
      expect(meets(box, needed), JSON.stringify({ target, placed })).toBe(false);
    expect(box.left >= 0 && box.top >= 0 && box.right <= room.width && box.bottom <= room.height).toBe(true);
  }
});

test('W-61 a step that was replaced by an earlier one is not marked as read while its question is open', () => {
  const table = makeTable();
  const steps = [
    { name: 'early', at: 'board', when: { event: ['x.happened'] } },
    { name: 'question', at: 'hand', when: { asked: ['x.task'] } },
  ] as const;
  const tour = new Tour(steps, table, makeMemory());
  table.prompt.value = question('x.task');
  expect(tour.step.value?.name).toBe('question');
  happen(table, 'x.happened');
  expect(tour.step.value?.name).toBe('early');
  tour.next();
  expect(tour.step.value?.name).toBe('question');
  tour.dispose();
});

test('W-61 the bubble does not cover its target if there is room next to it', () => {
  const target: Box = { left: 100, top: 300, right: 290, bottom: 700 };
  const placed = placeBubble(target, { width: 300, height: 170 }, { width: 390, height: 844 }, []);
  expect(placed.top + 170).toBeLessThanOrEqual(target.top);
});
