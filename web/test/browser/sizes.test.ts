// The drawn page at every size, with text as it is and twice as large: each place, and each phase of a match of
// Polterfass. (Zum Blauen Drachen: drachen.test.ts.)
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { choose, makeTable, nextPhase, sitDown } from './guest';
import { enlarge, look, lookAtLarge, watchMotions } from './looking';
import { findFaults, openBrowser, openTavern, visit } from './tavern';

const tavern = openTavern();

const ALONE = { game: 'polterfass', seats: 4, bots: { 1: 'regular', 2: 'bold', 3: 'careful' }, options: { goal: 40, barrels: 'table' } };

// One language a size here, all of them with WHOLE=1 (`script/bench web`).
const SIZES: [number, number][] = [[360, 640], [390, 844], [844, 390], [1280, 800], [1920, 1080]];
const LANGUAGES = ['fr', 'de', 'it', 'en'] as const;
const LOOKS = process.env['WHOLE']
  ? SIZES.flatMap(([width, height]) => LANGUAGES.map((language) => [language, width, height] as const))
  : SIZES.map(([width, height], i) => [LANGUAGES[i % LANGUAGES.length] as string, width, height] as const);

/** Looks, and says where something was found. */
async function lookAt(page: Page, where: string, faults: string[]): Promise<void> {
  faults.push(...(await look(page)).map((one) => `${where}: ${one}`));
}

/** The same with text of twice the size. */
async function lookLarge(page: Page, where: string, faults: string[]): Promise<void> {
  faults.push(...(await lookAtLarge(page)).map((one) => `${where} ${one}`));
}

/** The bill of the first round, opened again from the pad. */
async function lookAtBill(page: Page, faults: string[], once: (name: string) => Promise<void>): Promise<void> {
  const isWide = await page.evaluate(() => innerWidth >= 900 && innerHeight >= 480);
  if (!isWide || !(await page.locator('.pad tbody button').count())) await page.locator('#tab-pad').click();
  const row = page.locator('.pad tbody button').first();
  if (!(await row.count())) {
    if (!isWide) await page.keyboard.press('Escape');
    return;
  }
  await row.click();
  // W-15: a bill that is opened again lies there at once.
  await page.locator('.bill.again').waitFor();
  const moving = await page.locator('.bill').evaluate((bill) => bill.getAnimations({ subtree: true }).length);
  if (moving) faults.push(`${moving} parts of the bill still move`);
  const hidden = await page.locator('.bill ol').evaluate((list) => list.scrollHeight - list.clientHeight);
  if (hidden > 1) faults.push(`${hidden} pixels of the bill's lines are not seen`);
  if (!isWide) await page.keyboard.press('Escape');
  await once('bill');
  await page.locator('.bill .close').click();
}

/** Plays until each of these phases was looked at once. */
async function lookAtPhases(page: Page, faults: string[]): Promise<Set<string>> {
  const seen = new Set<string>();
  const once = async (name: string): Promise<void> => {
    if (seen.has(name)) return;
    seen.add(name);
    // Any key ends what moves.
    await page.keyboard.press('Shift');
    await lookAt(page, name, faults);
    await lookLarge(page, name, faults);
  };
  // What is chosen hangs on how much was answered, so that the match is the same each time.
  for (let turn = 0; ; turn++) {
    const phase = await nextPhase(page);
    if (phase !== 'end') await choose(page, phase, turn);
    await once(phase);
    if (phase === 'end') return seen;
    await page.locator('.press .brass:not(:disabled)').nth(phase === 'serving' && turn % 3 === 0 ? 1 : 0).click();
    if (seen.has('order') && !seen.has('bill')) await lookAtBill(page, faults, once);
  }
}

test.each(LOOKS)('W-10 W-11 W-15 W-17 %s at %ix%i: lobby, set-up, waiting room, a whole match', async (language, width, height) => {
  const { page, complaints } = await tavern.visit(language, width, height);
  const longMotions = await watchMotions(page);
  const faults: string[] = [];
  const code = await makeTable(page, tavern.url, { ...ALONE, seed: '5' });
  await lookAt(page, 'lobby', faults);
  await lookLarge(page, 'lobby', faults);
  faults.push(...(await findFaults(page)).map((one) => `lobby: ${one}`));
  await page.goto(`${tavern.url}/new/polterfass`);
  await page.locator('.stool-place').first().waitFor();
  await lookAt(page, 'set-up', faults);
  await lookLarge(page, 'set-up', faults);
  await page.goto(`${tavern.url}/t/${code}`);
  await page.locator('.stool-place').first().waitFor();
  await lookAt(page, 'waiting', faults);
  await lookLarge(page, 'waiting', faults);
  await sitDown(page, tavern.url, code, true);
  await page.locator('.press button, .bill').first().waitFor();
  faults.push(...(await findFaults(page)).map((one) => `table: ${one}`));
  for (const tab of ['log', 'chat', 'rules']) {
    await page.locator(`#tab-${tab}`).click();
    await lookAt(page, tab, faults);
    await page.keyboard.press('Escape');
  }
  const seen = await lookAtPhases(page, faults);
  faults.push(...(await findFaults(page)).map((one) => `end: ${one}`));
  if (faults.length) console.error(faults.join('\n'));
  expect(faults).toEqual([]);
  expect([...seen].sort()).toEqual(['bill', 'end', 'order', 'reckoning', 'serving']);
  expect(await longMotions()).toEqual([]);
  expect(complaints).toEqual([]);
  await page.context().close();
}, 600000);

// Where phones have the least room for what is drawn in three dimensions.
test.each([['it', 360, 640], ['fr', 844, 390]] as const)('W-10 W-11 %s at %ix%i in three dimensions: no tag lies on another or under the sums', async (language, width, height) => {
  const browser = await openBrowser('--use-angle=swiftshader', '--enable-unsafe-swiftshader');
  try {
    const { page, complaints } = await visit(browser, language, width, height);
    const code = await makeTable(page, tavern.url, { ...ALONE, seed: '5' });
    await sitDown(page, tavern.url, code, true);
    await page.goto(`${tavern.url}/t/${code}?quality=0`);
    await page.locator('.barrels.deep').waitFor();
    const faults: string[] = [];
    const most = new Map<string, number>();
    for (let turn = 0; ; turn++) {
      const phase = await nextPhase(page);
      if (phase === 'end') break;
      await choose(page, phase, turn);
      await page.keyboard.press('Shift');
      const tags = await page.locator('.deep .tag').count();
      // A look at each phase, and another one where more barrels stand than before.
      if (tags > (most.get(phase) ?? 0)) {
        most.set(phase, tags);
        await lookAt(page, `${phase}, ${tags} stand`, faults);
      }
      await page.locator('.press .brass:not(:disabled)').nth(phase === 'serving' && turn % 3 === 0 ? 1 : 0).click();
    }
    expect(faults).toEqual([]);
    expect([...most.keys()].sort()).toEqual(['order', 'reckoning', 'serving']);
    expect(Math.max(...most.values())).toBeGreaterThan(4);
    expect(complaints).toEqual([]);
  } finally {
    await browser.close();
  }
}, 600000);

test('W-10 text of twice the size on a phone with WebGL: the tray is drawn flat, and nothing scrolls sideways', async () => {
  const browser = await openBrowser('--use-angle=swiftshader', '--enable-unsafe-swiftshader');
  try {
    const { page, complaints } = await visit(browser, 'de', 390, 844);
    const code = await makeTable(page, tavern.url, { ...ALONE, seed: '5' });
    await sitDown(page, tavern.url, code, true);
    await page.goto(`${tavern.url}/t/${code}?quality=0`);
    await page.locator('.barrels.deep').waitFor();
    await enlarge(page, true);
    await page.locator('.barrels.flat .stands svg.barrel').first().waitFor();
    await choose(page, await nextPhase(page), 0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await enlarge(page, false);
    await page.locator('.barrels.deep').waitFor();
    expect(complaints).toEqual([]);
  } finally {
    await browser.close();
  }
}, 600000);
