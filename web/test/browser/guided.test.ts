// Guided first rounds of Zum Blauen Drachen and Riff Raff (W-61), as somebody sees them who has never played: every
// slip is read, every question answered, until the match goes on without a guide. (Polterfass: evening.test.ts.)
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { drawing } from './crowd';
import { Drinker } from './drinker';
import { look } from './looking';
import { act, byTouch } from './mate';
import { collect } from './sailor';
import { findFaults, openTavern } from './tavern';

const PATIENCE = 60000;
const tavern = openTavern();

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

/** The step that is shown, and whether one can go on without a guide; null: none. One look, as it may change meanwhile. */
async function slipOf(page: Page, names: Map<string, string>): Promise<{ step: string; canLeave: boolean } | null> {
  const seen = await page.evaluate(() => {
    const slip = document.querySelector('.guide');
    const said = slip?.querySelector('p')?.textContent;
    return said ? { said, buttons: Array.from(slip!.querySelectorAll('button'), (button) => (button.textContent ?? '').trim()) } : null;
  });
  return seen && { step: names.get(seen.said) ?? seen.said, canLeave: seen.buttons.includes('Go on without') };
}

async function stepOf(page: Page, names: Map<string, string>): Promise<string | null> {
  return (await slipOf(page, names))?.step ?? null;
}

/** Reads the slip that is shown: it can be left unless it is the last one, it hides nothing, and it goes on. */
async function read(page: Page, names: Map<string, string>, step: string, faults: string[]): Promise<void> {
  const slip = page.locator('.guide');
  const isLast = step === 'done';
  const seen = await slipOf(page, names);
  // The match may have gone on meanwhile, and another slip or none be shown.
  if (seen?.step === step && seen.canLeave === isLast) faults.push(`${step}: cannot be left`);
  faults.push(...(await look(page)).map((fault) => `${step}: ${fault}`));
  // A question may have been answered meanwhile, and its slip be gone.
  await slip.filter({ hasText: (await slip.locator('p').allTextContents())[0] ?? '' }).getByRole('button', { name: isLast ? 'Play on' : 'Next' }).click({ timeout: 3000 }).catch(() => {});
}

test('W-61 Zum Blauen Drachen: a guided first turn, every step of it, that ends in a match', async () => {
  const { page, context, complaints } = await tavern.visit('en', 390, 844);
  // A question may be answered before this test has seen its slip.
  const slips = await collect(page, '.guide p');
  await teach(page, 'drachen', '6');
  const names = wordsOf('drachen', 'en');
  const guest = new Drinker(page, 6, 2);
  const steps = async (): Promise<(string | undefined)[]> => (await slips()).map((text) => names.get(text));
  const faults: string[] = [];
  while (!(await steps()).includes('done') || (await page.locator('.guide').count())) {
    const step = await stepOf(page, names);
    if (step === 'seats') faults.push(...(await findFaults(page)));
    if (step) await read(page, names, step, faults);
    else if ((await guest.act()) === 'waits') await page.waitForTimeout(30);
  }
  expect(faults).toEqual([]);
  // What nobody does need not be explained: an answer may not be asked for in one turn.
  expect((await steps()).filter((one) => one !== 'answer')).toEqual(['seats', 'hand', 'action', 'buy', 'drink', 'discard', 'done']);
  await expect.poll(() => page.url(), { timeout: PATIENCE }).not.toContain('#');
  for (const before = guest.did.length; guest.did.length === before;) await guest.act();
  expect(complaints).toEqual([]);
  await context.close();
}, 300000);

test('W-61 Riff Raff: a guided first round, every step of it, that ends in a match', async () => {
  const { page, context, complaints } = await tavern.visit('en', 390, 844, true);
  // A finger that still steers may tap a slip away that has just come.
  const slips = await collect(page, '.guide p');
  await teach(page, 'riffraff', '6');
  const names = wordsOf('riffraff', 'en');
  const [way, draw] = [await byTouch(page), drawing(6)];
  const steps = async (): Promise<(string | undefined)[]> => (await slips()).map((text) => names.get(text));
  const faults: string[] = [];
  while (!(await steps()).includes('done') || (await page.locator('.guide').count())) {
    const step = await stepOf(page, names);
    if (step) await read(page, names, step, faults);
    else if ((await act(page, way, draw)) === 'waits') await page.waitForTimeout(30);
  }
  expect(faults).toEqual([]);
  expect(await steps()).toEqual(['ship', 'card', 'captain', 'piece', 'hold', 'catch', 'done']);
  await expect.poll(() => page.url(), { timeout: PATIENCE }).not.toContain('#');
  while ((await act(page, way, draw)) === 'waits') await page.waitForTimeout(30);
  expect(complaints).toEqual([]);
  await context.close();
}, 300000);

test('W-61 Riff Raff: left at the first card, and the match goes on', async () => {
  const { page, context, complaints } = await tavern.visit('en', 390, 844);
  await teach(page, 'riffraff', '6');
  const names = wordsOf('riffraff', 'en');
  const faults: string[] = [];
  await read(page, names, 'ship', faults);
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
