// W-52: the boxes of the presets show at once what was ticked, build on each other, and take back what is refused.
import { signal } from '@preact/signals';
import { beforeEach, expect, test, vi } from 'vitest';
import { setHold, togglePreset } from '../../src/common/presets';
import type { Table } from '../../src/table/table';
import type { Done, Request } from '../../src/wire/connection';

const sent: { request: Request; answer(done: Done | null): void }[] = [];
vi.mock('../../src/common/state', () => ({
  ask: (request: Request) => new Promise<Done | null>((answer) => void sent.push({ request, answer })),
}));
beforeEach(() => void sent.splice(0));

const DONE = { t: 'done', n: 1 } as unknown as Done;

function setUp(chosen: string[]): Table {
  return { table: 'k3v9', presets: signal(chosen), hold: signal(false) } as unknown as Table;
}

async function answerAll(...done: (Done | null)[]): Promise<void> {
  for (const [i, one] of done.entries()) {
    sent[i]?.answer(one);
    await new Promise((resolve) => setTimeout(resolve));
  }
}

test('a second box that is ticked before the first answer has come keeps the first', async () => {
  const table = setUp(['own']);
  void togglePreset(table, 'drink');
  expect(table.presets.value).toEqual(['own', 'drink']);
  void togglePreset(table, 'gold');
  void togglePreset(table, 'own');
  expect(sent.map(({ request }) => (request as { keys: string[] }).keys)).toEqual([
    ['own', 'drink'],
    ['own', 'drink', 'gold'],
    ['drink', 'gold'],
  ]);
  await answerAll(DONE, DONE, DONE);
  expect(table.presets.value).toEqual(['drink', 'gold']);
});

test('what is refused is not ticked any more', async () => {
  const table = setUp(['own']);
  void togglePreset(table, 'drink');
  void togglePreset(table, 'gold');
  await answerAll(DONE, null);
  expect(table.presets.value).toEqual(['own', 'drink']);
  sent.splice(0);
  void togglePreset(table, 'gold');
  void togglePreset(table, 'bet');
  await answerAll(null, null);
  expect(table.presets.value).toEqual(['own', 'drink']);
});

test('the request for time is shown at once, and taken back if it is refused', async () => {
  const table = setUp([]);
  void setHold(table, true);
  expect(table.hold.value).toBe(true);
  void setHold(table, false);
  await answerAll(null, null);
  expect(table.hold.value).toBe(false);
  sent.splice(0);
  void setHold(table, true);
  await answerAll(DONE);
  expect(table.hold.value).toBe(true);
});
