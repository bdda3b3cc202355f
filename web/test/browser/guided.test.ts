// Guided first rounds of Zum Blauen Drachen and Riff Raff (W-61), as somebody sees them who has never played: every
// slip is read, every question answered, until the match goes on without a guide. (Polterfass: evening.test.ts.)
import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Drinker } from './drinker';
import { look } from './looking';
import { findFaults, openBrowser, Tavern, visit } from './tavern';

const PATIENCE = 60000;
const tavern = new Tavern();
let browser: Browser;

beforeAll(async () => {
  await tavern.start();
  browser = await openBrowser('--disable-3d-apis');
}, 120000);
afterAll(async () => {
  await browser?.close();
  expect(await tavern.stop()).toBe(0);
}, 60000);

/** Presses "Teach me". The table is the page's own, but for a seed and computer players that do not pause. */
async function teach(page: Page, game: string, seed: string): Promise<void> {
  await page.route('**/api/tables', async (route) => {
    const request = route.request();
    const asked = request.method() === 'POST' ? (request.postDataJSON() as object) : null;
    await (asked ? route.continue({ postData: JSON.stringify({ ...asked, pause: [0, 0], reaction: [0, 0], seed }) }) : route.continue());
  });
  await page.goto(`${tavern.url}/?quality=0`);
  await page.locator(`#teach-${game}`).click({ timeout: PATIENCE });
  await page.locator('.guide').waitFor({ timeout: PATIENCE });
}

/** The words of a guide, by the names of its steps. */
function wordsOf(game: string, language: string): Map<string, string> {
  const { words } = JSON.parse(readFileSync(`made/words.${language}.json`, 'utf8')) as { words: Record<string, string> };
  const start = `page.guide.${game}.`;
  return new Map(Object.entries(words).filter(([key]) => key.startsWith(start)).map(([key, text]) => [text, key.slice(start.length)]));
}

/** The step that is shown; null: none. */
async function stepOf(page: Page, names: Map<string, string>): Promise<string | null> {
  const said = await page.locator('.guide p').allTextContents();
  return said[0] === undefined ? null : names.get(said[0]) ?? said[0];
}

/** Reads the slip that is shown: it can be left unless it is the last one, it hides nothing, and it goes on. */
async function read(page: Page, step: string, faults: string[]): Promise<void> {
  const slip = page.locator('.guide');
  const isLast = step === 'done';
  if ((await slip.getByRole('button', { name: 'Go on without' }).count()) !== (isLast ? 0 : 1)) faults.push(`${step}: cannot be left`);
  faults.push(...(await look(page)).map((fault) => `${step}: ${fault}`));
  // A question may have been answered meanwhile, and its slip be gone.
  await slip.filter({ hasText: (await slip.locator('p').allTextContents())[0] ?? '' }).getByRole('button', { name: isLast ? 'Play on' : 'Next' }).click({ timeout: 3000 }).catch(() => {});
}

test('W-61 Zum Blauen Drachen: a guided first turn, every step of it, that ends in a match', async () => {
  const { page, context, complaints } = await visit(browser, 'en', 390, 844);
  await teach(page, 'drachen', '6');
  const names = wordsOf('drachen', 'en');
  const guest = new Drinker(page, 6, 2);
  const steps = new Set<string>();
  const faults: string[] = [];
  while (!steps.has('done') || (await page.locator('.guide').count())) {
    const step = await stepOf(page, names);
    if (step === 'seats') faults.push(...(await findFaults(page)));
    if (step) {
      steps.add(step);
      await read(page, step, faults);
    } else if ((await guest.act()) === 'waits') await page.waitForTimeout(30);
  }
  expect(faults).toEqual([]);
  // What nobody does need not be explained: an answer may not be asked for in one turn.
  expect([...steps].filter((one) => one !== 'answer')).toEqual(['seats', 'hand', 'action', 'buy', 'drink', 'discard', 'done']);
  await expect.poll(() => page.url(), { timeout: PATIENCE }).not.toContain('#');
  for (const before = guest.did.length; guest.did.length === before;) await guest.act();
  expect(complaints).toEqual([]);
  await context.close();
}, 300000);

test('W-61 Riff Raff: left at the first card, and the match goes on', async () => {
  const { page, context, complaints } = await visit(browser, 'en', 390, 844);
  await teach(page, 'riffraff', '6');
  const names = wordsOf('riffraff', 'en');
  const faults: string[] = [];
  await read(page, 'ship', faults);
  await expect.poll(() => stepOf(page, names), { timeout: PATIENCE }).toBe('card');
  faults.push(...(await look(page)), ...(await findFaults(page)));
  await page.locator('.guide').getByRole('button', { name: 'Go on without' }).click({ timeout: PATIENCE });
  await page.locator('.guide').waitFor({ state: 'detached', timeout: PATIENCE });
  await expect.poll(() => page.url(), { timeout: PATIENCE }).not.toContain('#');
  await page.getByRole('button', { name: /^Card 4/ }).first().click({ timeout: PATIENCE });
  await page.locator('.press .brass:not(:disabled)').click({ timeout: PATIENCE });
  await page.getByRole('tab', { name: 'Log' }).click({ timeout: PATIENCE });
  await page.getByText(/captain/).first().waitFor({ timeout: PATIENCE });
  expect([await page.locator('.guide').count(), faults, complaints]).toEqual([0, [], []]);
  await context.close();
}, 300000);
