// Riff Raff on the drawn page, against the real server: a card, a piece, and a loading by mouse and by touch, seen
// flat, in a browser without WebGL.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeTable, sitDown } from './guest';
import { look } from './looking';
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

/** Pictures for the eye, if a folder for them is named. */
async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env['PICTURES'];
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
}

const brass = (page: Page) => page.locator('.press .brass');

/** Plays the card that loads first, and takes the first piece. */
async function take(page: Page, card: number, name: string): Promise<string[]> {
  await page.getByRole('button', { name: `Card ${card}`, exact: true }).click({ timeout: PATIENCE });
  await shoot(page, `${name}-card`);
  const faults = await look(page);
  await page.getByRole('button', { name: `Lay the ${card} face down` }).click({ timeout: PATIENCE });
  await page.locator('.cargo').first().click({ timeout: PATIENCE });
  await shoot(page, `${name}-piece`);
  faults.push(...(await look(page)));
  await brass(page).click({ timeout: PATIENCE });
  await page.getByRole('button', { name: /^Let go/ }).waitFor({ timeout: PATIENCE }).catch(async () => {
    throw new Error(`nothing to let go: ${await page.locator('main').innerText()}`);
  });
  await page.locator('.flat-ship .held').first().waitFor({ timeout: PATIENCE });
  return [...faults, ...(await look(page))];
}

type Box = { x: number; y: number; width: number; height: number };
const heldBox = async (page: Page): Promise<Box> => (await page.locator('.flat-ship .held').first().boundingBox()) as Box;

/** A pixel from above is so many of a slow stroke. */
const ENLARGED = 4;

type Stroke = (right: number, down: number) => Promise<void>;

/** Strokes until the piece is over its area, as seen from above: the gain hangs on the speed, so each one looks again. */
async function bringOver(page: Page, stroke: Stroke): Promise<void> {
  const ways: [number, number][] = [];
  for (let i = 0; i < 8; i++) {
    await page.waitForTimeout(700);
    const [held, area] = await Promise.all(['.held', '.over'].map((name) => page.locator(`.flat-above ${name}`).boundingBox())) as [Box, Box];
    const [right, down] = [area.x - held.x + (area.width - held.width) / 2, area.y - held.y + (area.height - held.height) / 2];
    ways.push([Math.round(right), Math.round(down)]);
    if (Math.abs(right) < area.width / 4 && Math.abs(down) < 1.5) return;
    await stroke(right * ENLARGED, down * ENLARGED);
  }
  throw new Error(`the piece does not come over its area: ${JSON.stringify(ways)}`);
}

/** Lowers step by step until the server would let go; the eye sees nothing but the picture and the button. */
async function lower(page: Page, step: () => Promise<void>): Promise<void> {
  for (let i = 0; i < 60; i++) {
    if (await page.locator('.plumb.fits').count()) return;
    await step();
    await page.waitForTimeout(120);
  }
  throw new Error(`never fits: ${await page.locator('.plumb').innerText()}`);
}

test('W-70, W-71, W-73 by mouse: a drag moves, the wheel lowers, green is let go', async () => {
  const { page, complaints } = await visit(browser, 'en', 1280, 800);
  const code = await makeTable(page, tavern.url, { game: 'riffraff', seats: 2, bots: { 1: 'random' }, seed: '5' });
  await sitDown(page, tavern.url, code, true);
  await page.goto(`${tavern.url}/t/${code}?quality=0`);
  expect(await take(page, 10, 'desk')).toEqual([]);
  await page.getByRole('button', { name: 'By numbers' }).click();
  await page.getByRole('button', { name: 'Load it here' }).waitFor({ timeout: PATIENCE });
  await page.getByRole('button', { name: 'By hand' }).click();
  await page.getByRole('button', { name: /^Let go/ }).waitFor({ timeout: PATIENCE });
  await page.locator('.flat-ship .held').first().waitFor({ timeout: PATIENCE });
  const board = (await page.locator('.touch').boundingBox()) as Box;
  const middle = [board.x + board.width / 2, board.y + board.height / 2] as const;
  const before = await heldBox(page);
  const drag: Stroke = async (right, down) => {
    await page.mouse.move(...middle);
    await page.mouse.down();
    await page.mouse.move(middle[0] + right, middle[1] + down, { steps: 6 });
    await page.mouse.up();
  };
  await drag(-60, 0);
  await expect.poll(async () => (await heldBox(page)).x, { timeout: 10000 }).toBeLessThan(before.x - 8);
  expect(Math.abs((await heldBox(page)).y - before.y)).toBeLessThan(3);
  expect(await page.locator('.plumb.refused').count()).toBe(1);
  await shoot(page, 'desk-hold');
  await page.getByRole('button', { name: /^Let go/ }).click();
  expect(await page.locator('.plumb [aria-live]').innerText()).toMatch(/^Do not let go yet/);
  expect(await page.locator('.flat-ship .held').count()).toBeGreaterThan(0);
  await bringOver(page, drag);
  await lower(page, () => page.mouse.wheel(0, 60));
  await shoot(page, 'desk-fits');
  await page.getByRole('button', { name: /^Let go/ }).click();
  await page.locator('.flat-ship .held').first().waitFor({ state: 'detached', timeout: PATIENCE });
  await page.locator('.touch').waitFor({ state: 'detached', timeout: PATIENCE });
  expect(complaints).toEqual([]);
  await page.context().close();
}, 240000);

test('W-70, W-71 by touch on a phone: a touch without movement moves nothing, the rope lowers', async () => {
  const { page, complaints } = await visit(browser, 'en', 390, 844);
  const code = await makeTable(page, tavern.url, { game: 'riffraff', seats: 2, bots: { 1: 'random' }, seed: '5' });
  await sitDown(page, tavern.url, code, true);
  await page.goto(`${tavern.url}/t/${code}?quality=0`);
  expect(await take(page, 10, 'phone')).toEqual([]);
  const wire = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) => wire.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
  const at = async (name: string): Promise<[number, number]> => {
    const box = (await page.locator(name).boundingBox()) as Box;
    return [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)];
  };
  const before = await heldBox(page);
  await touch('touchStart', ...(await at('.touch')));
  await page.waitForTimeout(300);
  await touch('touchEnd');
  expect(Math.abs((await heldBox(page)).x - before.x)).toBeLessThan(3);
  await shoot(page, 'phone-hold');
  const [left, top] = await at('.touch');
  await bringOver(page, async (right, down) => {
    await touch('touchStart', left, top);
    for (let i = 1; i <= 8; i++) await touch('touchMove', left + (right * i) / 8, top + (down * i) / 8);
    await touch('touchEnd');
  });
  const [x, y] = await at('.rope .line');
  await lower(page, async () => {
    await touch('touchStart', x, y);
    for (let i = 1; i <= 5; i++) await touch('touchMove', x, y + 4 * i);
    await touch('touchEnd');
  });
  await page.getByRole('button', { name: /^Let go/ }).click();
  await page.locator('.flat-ship .held').first().waitFor({ state: 'detached', timeout: PATIENCE });
  expect(complaints).toEqual([]);
  await page.context().close();
}, 240000);
