// What the screen of Polterfass says is what the server says: range, chances, totals, bill, chart. (How it looks at every
// size: sizes.test.ts.)
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { Crowd, Person } from './crowd';
import { answer, choose, nextPhase, phaseOf } from './guest';
import { waitForRest } from './looking';
import { openTavern } from './tavern';

const tavern = openTavern();

const ALONE = { game: 'polterfass', seats: 4, bots: { 1: 'regular', 2: 'bold', 3: 'careful' }, options: { goal: 40, barrels: 'table' }, seed: '5' };

type Seen = { barrels: string[]; range: [number, number] | null; rolling: boolean; totals: number[]; pad: { totals: number[] }[] };
const seenBy = (person: Person): Seen => person.view as unknown as Seen;

/** One more match of this person against computer players; the page of the same person is not there yet. */
async function begin(person: Person, settings: object): Promise<string> {
  const { table, code } = await person.make({ ...ALONE, ...settings });
  await person.sit(table, code, 0);
  await person.wire.request({ t: 'start', table });
  return code;
}

const numbersIn = (text: string | null): number[] => (text?.match(/\d+/g) ?? []).map(Number);

/** The plate of sums: the barrels it names, and the range. */
const sumsOf = async (page: Page): Promise<[number[], number[]]> => [numbersIn(await page.locator('.worth .stand').textContent()), numbersIn(await page.locator('.worth > :not(.stand)').textContent())];

async function checkSums(page: Page, person: Person): Promise<void> {
  const { barrels, range } = seenBy(person);
  const standing = barrels.filter((mark) => /^\d$/.test(mark)).map(Number);
  await expect.poll(() => sumsOf(page)).toEqual([standing, [...new Set(range)]]);
}

/** A share in percent as the page says it: one that is hardly any is "less than 1". */
const percentOf = (thousandths: number): number => (thousandths > 0 && thousandths < 10 ? 1 : Math.round(thousandths / 10));

/** The bar says how often it fails, the columns of the pad how many stand then. */
async function checkChances(page: Page, person: Person, isDeciding: boolean): Promise<void> {
  const { says = [] } = await person.wire.request({ t: 'odds', table: person.table?.table ?? '' });
  const one = says.find((said) => 'fail' in said.args && !(said.args['specials'] as number[]).length)?.args as { fail: number; barrels: number };
  const columns = says.find((said) => Array.isArray(said.args['standing']) && said.args['barrels'] === one.barrels)?.args['standing'] as number[];
  await expect.poll(async () => (await page.locator('.chances li span').allInnerTexts()).flatMap(numbersIn)).toEqual(columns.map(percentOf));
  if (!isDeciding) return;
  expect(numbersIn(await page.locator('.odds').innerText())).toEqual([one.barrels, percentOf(one.fail)]);
  expect(await page.locator('.odds-bar i').evaluate((bar) => parseFloat(bar.style.width))).toBeCloseTo(100 - one.fail / 10, 3);
}

/** Each line of the chart ends at its seat's total, and the higher the more. */
async function checkChart(page: Page, { totals, pad }: Seen): Promise<void> {
  const paths = await page.locator('.chart .seat-line').evaluateAll((lines) => lines.map((line) => line.getAttribute('d') ?? ''));
  expect(paths.map((path) => path.split('L').length)).toEqual(totals.map(() => pad.length + 1));
  const ends = paths.map((path) => Number(path.split(' ').at(-1)));
  const order = [...totals.keys()].sort((a, b) => (totals[b] as number) - (totals[a] as number));
  expect(order).toEqual([...totals.keys()].sort((a, b) => (ends[a] as number) - (ends[b] as number) || order.indexOf(a) - order.indexOf(b)));
  const labels = await page.locator('.chart .mark').evaluateAll((marks) => marks.map((mark) => [mark.getAttribute('data-mark'), mark.textContent?.replace('−', '-')]));
  expect(labels.sort()).toEqual(totals.map((total, seat) => [String(seat), String(total)]).sort());
}

test('W-21 range, chances, totals of mugs and chart are the server\'s; a chosen card changes no chance', async () => {
  const person = await Person.called('Dora', tavern.url);
  const code = await begin(person, {});
  const { page, context, complaints } = await tavern.visit('en', 1280, 800);
  await person.lend(context);
  await page.goto(`${tavern.url}/t/${code}`);
  const seen = new Set<string>();
  for (let turn = 0; ; turn++) {
    const phase = await nextPhase(page);
    seen.add(phase);
    if (phase === 'end') break;
    await page.keyboard.press('Shift');
    await expect.poll(() => person.table?.prompt.value?.forms.length ?? 0).toBeGreaterThan(0);
    if (phase !== 'serving') await checkSums(page, person);
    if (phase !== 'reckoning') await checkChances(page, person, phase === 'serving');
    await choose(page, phase, turn);
    if (phase === 'order') await checkChances(page, person, false);
    if (phase === 'reckoning') {
      const totals = person.table?.prompt.value?.task.args['totals'] as number[];
      expect(numbersIn((await page.locator('.mug').allTextContents()).join(' '))).toEqual([...totals].sort((a, b) => a - b));
    }
    await page.locator('.press .brass:not(:disabled)').nth(phase === 'serving' && turn % 3 === 0 ? 1 : 0).click();
  }
  expect([...seen].sort()).toEqual(['end', 'order', 'reckoning', 'serving']);
  await checkChart(page, seenBy(person));
  // The round that decided is what is seen of the pad.
  const newest = await page.locator('.ending-pad .newest').boundingBox();
  const pad = await page.locator('.ending-pad').boundingBox();
  if (!newest || !pad) throw new Error('no pad');
  expect(newest.y).toBeGreaterThanOrEqual(pad.y);
  expect(newest.y + newest.height).toBeLessThanOrEqual(Math.min(800, pad.y + pad.height + 4));
  expect(complaints).toEqual([]);
  person.leave();
  await context.close();
}, 600000);

test('W-21 a bill that lies open is put away by an answer, and belongs to its own match', async () => {
  const person = await Person.called('Dora', tavern.url);
  const [first, second] = [await begin(person, {}), await begin(person, { seed: '9', options: { ...ALONE.options, first_innkeeper: 0 } })];
  const { page, context } = await tavern.visit('en', 1280, 800);
  await person.lend(context);
  await page.goto(`${tavern.url}/t/${first}`);
  const round = page.locator('.pad tbody button');
  for (let turn = 0; !(await round.count()); turn++) await answer(page, await nextPhase(page), turn);
  const open = async (): Promise<void> => {
    await page.keyboard.press('Shift');
    await round.first().click();
    await page.locator('.bill.again').waitFor();
  };
  await nextPhase(page);
  await open();
  await answer(page, await nextPhase(page), 0);
  await page.keyboard.press('Shift');
  await page.locator('.bill.again').waitFor({ state: 'detached' });
  await nextPhase(page);
  await open();
  await page.getByRole('button', { name: /lobby/i }).first().click();
  await page.locator('article').first().waitFor();
  await page.evaluate((code) => {
    history.pushState(null, '', `/t/${code}`);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, second);
  expect(await nextPhase(page)).toBe('serving');
  await page.locator('.odds, .worth').waitFor();
  expect(await page.locator('.bill').count()).toBe(0);
  person.leave();
  await context.close();
}, 600000);

test('W-21 with a second person at the table there are no chances; on a phone a sealed order leaves the stage its room', async () => {
  const crowd = await Crowd.at(tavern.url, { game: 'polterfass', seats: 3, bots: { 2: 'regular' }, options: { barrels: 'table', first_innkeeper: 0 }, seed: '5', pause: [60000, 60000] });
  const [keeper, guest] = crowd.people as [Person, Person];
  const host = await tavern.visit('en', 1280, 800);
  await keeper.lend(host.context);
  await host.page.goto(`${tavern.url}/t/${crowd.code}`);
  const friend = await tavern.visit('it', 360, 640);
  await guest.lend(friend.context);
  await friend.page.goto(`${tavern.url}/t/${crowd.code}`);
  expect(await nextPhase(friend.page)).toBe('order');
  await answer(friend.page, 'order', 0);
  const phrases = friend.page.locator('.sealed-phrases button');
  await phrases.first().waitFor();
  await waitForRest(friend.page);
  expect(new Set(await phrases.evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)))).size).toBe(1);
  expect((await friend.page.locator('.board').boundingBox())?.height).toBeGreaterThan(190);
  expect(await phaseOf(host.page)).not.toBe('order');
  expect(await host.page.locator('.odds, .chances').count()).toBe(0);
  crowd.leave();
  for (const one of [host, friend]) await one.context.close();
}, 600000);
