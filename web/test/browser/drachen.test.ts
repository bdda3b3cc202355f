// Zum Blauen Drachen on the drawn page, against the real server: own turns and answers by tapping cards, targets
// and buttons, and every card can be read.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeTable, sitDown } from './guest';
import { findColoursAlone, findOverlaps, findTightPlaces, findWeakTexts } from './looking';
import { openBrowser, Tavern, visit } from './tavern';

const PATIENCE = 40000;
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

async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env['PICTURES'];
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
}

const look = async (page: Page): Promise<string[]> =>
  [...(await findTightPlaces(page)), ...(await findOverlaps(page)), ...(await findWeakTexts(page)), ...(await findColoursAlone(page))];

async function open(language: string, width: number, height: number): Promise<{ page: Page; complaints: string[] }> {
  const { page, complaints } = await visit(browser, language, width, height);
  await page.addInitScript(() => {
    const counted = window as unknown as { contexts: number };
    counted.contexts = 0;
    window.AudioContext = class extends AudioContext {
      constructor() {
        super();
        counted.contexts++;
      }
    };
  });
  const code = await makeTable(page, tavern.url, { game: 'drachen', seats: 4, bots: { 1: 'tippler', 2: 'tippler', 3: 'random' }, seed: '11' });
  await sitDown(page, tavern.url, code, true);
  await page.goto(`${tavern.url}/t/${code}?quality=0`);
  return { page, complaints };
}

/** Answers what is asked with two taps and the button; what was done. */
async function answer(page: Page): Promise<'played' | 'gave' | 'passed'> {
  await page.locator('.press button:not(:disabled), .dragon-hand .lit, .target').first().waitFor({ timeout: PATIENCE });
  const card = page.locator('.dragon-hand .lit[aria-pressed=false]').first();
  const isCard = (await card.count()) > 0;
  if (isCard) await card.click({ timeout: 4000 });
  for (let i = 0; i < 3 && (await page.locator('.press .brass:not(:disabled)').count()) === 0; i++) {
    const target = page.locator('.target[aria-pressed=false]').last();
    if (!(await target.count())) break;
    await target.click({ timeout: 4000 });
  }
  const brass = page.locator('.press .brass:not(:disabled)').first();
  const isWhole = (await brass.count()) > 0;
  const ribbon = await page.locator('#ribbon').innerText();
  await (isWhole ? brass : page.locator('.press .plank:not(:disabled)').first()).click({ timeout: 4000 });
  await expect.poll(async () => (await page.locator('#ribbon').innerText()) !== ribbon || (await page.locator('.press button:not(:disabled)').count()) === 0, { timeout: PATIENCE }).toBe(true);
  return isWhole ? (isCard ? 'played' : 'gave') : 'passed';
}

/** So many answers; a question that is over before the finger comes down does not count. */
async function answerSome(page: Page, count: number): Promise<string[]> {
  const done: string[] = [];
  for (let tries = 0; done.length < count && tries < 3 * count; tries++) {
    try {
      done.push(await answer(page));
    } catch {
      await page.keyboard.press('Escape');
    }
  }
  return done;
}

test('W-50 own turn and answers by cards, targets and buttons; nothing is cut or weak', async () => {
  const { page, complaints } = await open('en', 1280, 800);
  await page.locator('.dragon-hand .dragon-card').first().waitFor({ timeout: PATIENCE });
  const faults = await look(page);
  await shoot(page, 'drachen-desk');
  const done = await answerSome(page, 4);
  expect(done.length).toBe(4);
  expect(done).toContain('played');
  expect(faults).toEqual([]);
  expect(complaints).toEqual([]);
  await page.context().close();
}, 300000);

const contexts = (page: Page): Promise<number> => page.evaluate(() => (window as unknown as { contexts: number }).contexts);

test('W-60 no audio context before the first tap, and the sliders are kept', async () => {
  const { page, complaints } = await open('fr', 390, 844);
  const menu = page.locator('.bar .icon-button').last();
  await page.locator('.dragon-hand .dragon-card').first().waitFor({ timeout: PATIENCE });
  expect(await contexts(page)).toBe(0);
  await menu.click();
  expect(await contexts(page)).toBe(1);
  const slider = page.locator('.sound-levels input').first();
  await slider.fill('0.2');
  await page.reload();
  await menu.click({ timeout: PATIENCE });
  expect(await slider.inputValue()).toBe('0.2');
  expect(complaints).toEqual([]);
  await page.context().close();
}, 120000);

test('W-51 on a phone every card of the hand can be read at 18 px in one tap or key', async () => {
  const { page, complaints } = await open('de', 390, 844);
  const cards = page.locator('.dragon-hand .dragon-card');
  await cards.first().waitFor({ timeout: PATIENCE });
  await shoot(page, 'drachen-phone');
  expect(await look(page)).toEqual([]);
  const count = await cards.count();
  expect(count).toBeGreaterThan(0);
  for (let i = 0; i < count; i++) {
    const name = await cards.nth(i).locator('.title').innerText();
    await cards.nth(i).focus();
    await page.keyboard.press('i');
    const text = page.getByRole('dialog', { name, exact: true }).locator('.text');
    await text.waitFor({ timeout: PATIENCE });
    expect(await text.evaluate((one) => parseFloat(getComputedStyle(one).fontSize))).toBeGreaterThanOrEqual(18);
    await page.keyboard.press('Escape');
    await text.waitFor({ state: 'detached', timeout: PATIENCE });
  }
  expect(complaints).toEqual([]);
  await page.context().close();
}, 240000);
