// Replays (W-62) of finished matches of computer players, opened by somebody with nothing but the link: forwards,
// backwards and from any entry, all cards open, the dice checked. (Polterfass: evening.test.ts.)
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { playOut } from './crowd';
import { look } from './looking';
import { findFaults, openTavern } from './tavern';

const PATIENCE = 60000;
const tavern = openTavern();

/** What is drawn and said at an entry, without what still fades. */
const pictureOf = async (page: Page): Promise<string> =>
  page.evaluate(() => ['.ribbon', '.seats', '.board', '.open-cards'].map((part) => document.querySelector(part)?.textContent ?? '').join('\n'));

async function windTo(page: Page, entry: number): Promise<void> {
  await page.getByRole('slider').fill(String(entry));
  await page.waitForFunction((wanted) => location.hash === (wanted ? `#${wanted}` : ''), entry, { timeout: PATIENCE });
}

/** Winds by keys, and waits until the address names the entry. */
async function press(page: Page, key: string, entry: number): Promise<string> {
  await page.keyboard.press(key);
  await page.waitForFunction((wanted) => location.hash === (wanted ? `#${wanted}` : ''), entry, { timeout: PATIENCE });
  return pictureOf(page);
}

/** Forwards, backwards, from any entry and by itself; every entry looks the same, whichever way one comes there. */
async function checkWinding(page: Page, table: string, first: number): Promise<number> {
  await page.goto(`${tavern.url}/r/${table}?quality=0#${first}`);
  const slider = page.getByRole('slider');
  await slider.waitFor({ timeout: PATIENCE });
  await page.waitForFunction((wanted) => document.querySelector<HTMLInputElement>('.winding')?.value === String(wanted), first, { timeout: PATIENCE });
  const last = Number(await slider.getAttribute('max'));
  await page.locator('#tab-cards').click();
  await slider.focus();
  const there = await pictureOf(page);
  const forwards: string[] = [];
  for (let entry = first + 1; entry <= first + 4; entry++) forwards.push(await press(page, 'ArrowRight', entry));
  for (let entry = first + 3; entry > first; entry--) expect(await press(page, 'ArrowLeft', entry)).toBe(forwards[entry - first - 1]);
  expect(await press(page, 'ArrowLeft', first)).toBe(there);
  await press(page, 'End', last);
  expect(await press(page, 'Home', 0)).not.toBe(there);
  await windTo(page, first);
  expect(await pictureOf(page)).toBe(there);
  await page.keyboard.press(' ');
  await page.waitForFunction((wanted) => Number(document.querySelector<HTMLInputElement>('.winding')?.value) > wanted, first, { timeout: PATIENCE });
  await page.keyboard.press(' ');
  return last;
}

async function checkDice(page: Page, verdict: RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Check the dice' }).click({ timeout: PATIENCE });
  await page.getByRole('status').filter({ hasText: verdict }).waitFor({ timeout: PATIENCE });
  await page.keyboard.press('Escape');
}

test('W-62 Zum Blauen Drachen: wound in every way, all hands open, the dice checked', async () => {
  const table = await playOut(tavern.url, { game: 'drachen', seats: 3, bots: { 0: 'random', 1: 'tippler', 2: 'random' }, seed: '5', options: { start_gold: 8, start_drinks: 3 } });
  const { page, context, complaints } = await tavern.visit('en', 1280, 800);
  const last = await checkWinding(page, table, 20);
  // A hand of each seat lies open, and each of its cards can be read.
  const rows = page.locator('.open-cards > li');
  expect(await rows.count()).toBe(3);
  for (const row of await rows.all()) expect(await row.getByRole('button').count()).toBeGreaterThan(3);
  await rows.first().getByRole('button').first().click();
  await page.getByRole('dialog').locator('.text').waitFor({ timeout: PATIENCE });
  await page.keyboard.press('Escape');
  const faults = [...(await look(page)), ...(await findFaults(page))];
  await page.setViewportSize({ width: 390, height: 844 });
  await windTo(page, Math.floor(last / 2));
  faults.push(...(await look(page)));
  await checkDice(page, /All is well/);
  expect([faults, complaints]).toEqual([[], []]);
  await context.close();
}, 300000);

// A voyage takes its time, nearly three minutes: `script/bench web` sails it.
test.runIf(process.env['WHOLE'])('W-62 Riff Raff: wound in every way, all cards open, the dice checked', async () => {
  const table = await playOut(tavern.url, { game: 'riffraff', seats: 2, bots: { 0: 'random', 1: 'random' }, seed: '5' });
  const { page, context, complaints } = await tavern.visit('en', 1280, 800);
  const last = await checkWinding(page, table, 12);
  expect(await page.locator('.open-cards > li').count()).toBe(2);
  expect(await page.locator('.open-cards .mini-card').count()).toBeGreaterThan(5);
  const faults = [...(await look(page)), ...(await findFaults(page))];
  await page.setViewportSize({ width: 390, height: 844 });
  await windTo(page, Math.floor(last / 2));
  faults.push(...(await look(page)));
  await checkDice(page, /All is well|Nothing speaks against it/);
  expect([faults, complaints]).toEqual([[], []]);
  await context.close();
}, 900000);
