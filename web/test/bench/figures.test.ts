// What the page weighs and how long it takes (`script/bench web`): prints CSV, and fails where the issue names a
// limit. Times are those of this machine, drawn by software: compare runs with each other only.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { makeTable, playToEnd, sitDown } from '../browser/guest';
import { Line, openBrowser, openTavern, visit } from '../browser/tavern';

const tavern = openTavern();
beforeAll(() => console.log('figure,value,unit,limit'));

/** Prints a figure; one with a limit must keep it. */
function tell(figure: string, value: number, unit: string, limit?: number): void {
  console.log(`${figure},${Math.round(value * 10) / 10},${unit},${limit ?? ''}`);
  if (limit !== undefined) expect(value, figure).toBeLessThanOrEqual(limit);
}

/** The newest page that a build has made. */
function builtPage(): string {
  const cache = new URL('../../.cache/', import.meta.url).pathname;
  const folders = readdirSync(cache).map((name) => join(cache, name)).filter((path) => statSync(path).isDirectory());
  return folders.sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)[0] as string;
}

test('size of each part, brotli', () => {
  const root = builtPage();
  const weights = readdirSync(join(root, 'assets')).map((name): [string, number] => {
    const bytes = readFileSync(join(root, 'assets', name));
    return [name, name.endsWith('.woff2') ? bytes.length : brotliCompressSync(bytes).length];
  });
  const sum = (which: RegExp): number => weights.filter(([name]) => which.test(name)).reduce((total, [, size]) => total + size, 0) / 1000;
  tell('typefaces (latin)', sum(/-latin-\d.*woff2$/), 'kB');
  tell('typefaces (latin-ext, when needed)', sum(/-latin-ext-.*woff2$/), 'kB');
  for (const language of ['de', 'en', 'fr', 'it']) tell(`words ${language}`, sum(new RegExp(`^words\\.${language}-`)), 'kB');
  for (const [name, size] of weights.filter(([one]) => /\.(js|css)$/.test(one) && !one.startsWith('words.'))) tell(name.replace(/-[\w-]{8}\./, '.'), size / 1000, 'kB');
  tell('three dimensions', sum(/^(viewport|barrels|ship)-.*js$/), 'kB', 150);
}, 120000);

test('first picture, playable table, and from arrival to pressable', async () => {
  const { page, context } = await tavern.visit('en', 390, 844);
  const start = Date.now();
  await page.goto(tavern.url);
  await page.locator('article').first().waitFor({ timeout: 60000 });
  const paint = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0);
  tell('first picture', paint, 'ms');
  tell('lobby can be pressed', Date.now() - start, 'ms');
  // Arrivals are timed in the page: when a question came, and when a thing of it could be pressed.
  await page.addInitScript(() => {
    const took: number[] = [];
    let came = 0;
    const look = (): void => {
      if (!came || !document.querySelector('.fan .card:not(:disabled), .press .brass:not(:disabled), .mug:not(:disabled)')) return;
      took.push(performance.now() - came);
      came = 0;
    };
    const Plain = WebSocket;
    class Timed extends Plain {
      constructor(url: string, protocol?: string) {
        super(url, protocol);
        this.addEventListener('message', (event) => {
          if (typeof event.data === 'string' && event.data.includes('"forms":[{')) came = performance.now();
        });
      }
    }
    Object.assign(window, { WebSocket: Timed, took });
    new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true });
  });
  const code = await makeTable(page, tavern.url, { game: 'polterfass', seats: 3, bots: { 1: 'regular', 2: 'bold' }, options: { goal: 60, barrels: 'table' }, seed: '9' });
  const opened = Date.now();
  await sitDown(page, tavern.url, `${code}?quality=0`, true);
  await page.locator('.press button').first().waitFor({ timeout: 60000 });
  tell('from the address of a table to its first question', Date.now() - opened, 'ms');
  await playToEnd([{ page }], 240000);
  const took = (await page.evaluate(() => (window as unknown as { took: number[] }).took)).sort((a, b) => a - b);
  expect(took.length).toBeGreaterThan(1);
  tell('arrival to pressable (median)', took[Math.floor(took.length / 2)] ?? 0, 'ms', 100);
  tell('arrival to pressable (worst)', took.at(-1) ?? 0, 'ms');
  await context.close();
}, 300000);

test('reload and the return of the network', async () => {
  const line = new Line(tavern.url);
  await line.start();
  const { page, context } = await tavern.visit('en');
  const code = await makeTable(page, line.url, { game: 'polterfass', seats: 3, bots: { 1: 'regular', 2: 'bold' }, options: { barrels: 'table', first_innkeeper: 1 }, seed: '31' });
  await sitDown(page, line.url, code, true);
  const card = page.locator('.fan .card:not(:disabled)').first();
  await card.waitFor({ timeout: 60000 });
  const reloaded = Date.now();
  await page.reload();
  await card.waitFor({ timeout: 30000 });
  tell('reload to the same table', Date.now() - reloaded, 'ms', 1000);
  const sign = page.getByText('The line is down');
  const cut = Date.now();
  line.cut();
  await sign.waitFor({ timeout: 10000 });
  // The sign comes a second after the cut; what is over that is the page's.
  tell('cut to its sign', Date.now() - cut, 'ms', 1500);
  await page.waitForTimeout(10000);
  line.mend();
  const mended = Date.now();
  // Browsers say so; this one knows nothing of a line behind it.
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await sign.waitFor({ state: 'detached', timeout: 15000 });
  tell('network back to play', Date.now() - mended, 'ms', 1000);
  await context.close();
  line.stop();
}, 120000);

type Drawn = { frames: number; calls: number; most: number };

/** Counts frames and draw calls of every WebGL context of a page. */
async function countDrawing(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const drawn = { frames: 0, calls: 0, most: 0 };
    let inFrame = 0;
    const count = (): void => {
      if (!inFrame++) queueMicrotask(() => {
        drawn.frames++;
        drawn.most = Math.max(drawn.most, inFrame);
        inFrame = 0;
      });
      drawn.calls++;
    };
    const gl = WebGL2RenderingContext.prototype as unknown as Record<string, (...args: unknown[]) => unknown>;
    for (const name of ['drawElements', 'drawArrays', 'drawElementsInstanced', 'drawArraysInstanced']) {
      const plain = gl[name] as (...args: unknown[]) => unknown;
      gl[name] = function (this: unknown, ...args: unknown[]) {
        count();
        return plain.apply(this, args);
      };
    }
    Object.assign(window, { drawn });
  });
}

test('draw calls and frames in a throw, and at rest', async () => {
  const drawer = await openBrowser('--use-angle=swiftshader', '--enable-unsafe-swiftshader');
  const { page } = await visit(drawer, 'en', 900, 560);
  await countDrawing(page);
  const code = await makeTable(page, tavern.url, { game: 'polterfass', seats: 3, bots: { 1: 'regular', 2: 'bold' }, options: { barrels: 'physics', first_innkeeper: 0 }, seed: '3' });
  await sitDown(page, tavern.url, `${code}?quality=3`, true);
  const drawn = (): Promise<Drawn> => page.evaluate(() => ({ ...(window as unknown as { drawn: Drawn }).drawn }));
  await page.locator('.press .brass').nth(1).waitFor({ timeout: 120000 });
  await page.keyboard.press('Shift');
  const rest = async (): Promise<Drawn> => {
    for (let last = await drawn(); ; ) {
      await page.waitForTimeout(1500);
      const now = await drawn();
      if (now.frames === last.frames) return now;
      last = now;
    }
  };
  const before = await rest();
  await page.waitForTimeout(5000);
  tell('frames in 5 s at rest', (await drawn()).frames - before.frames, 'frames', 0);
  const start = Date.now();
  await page.locator('.press .brass').nth(1).click();
  await page.waitForFunction((was) => (window as unknown as { drawn: Drawn }).drawn.frames > was + 5, before.frames, { timeout: 60000 });
  const after = await rest();
  tell('frames in a throw', after.frames - before.frames, 'frames');
  tell('frames a second in a throw', ((after.frames - before.frames) * 1000) / (Date.now() - start - 1500), 'frames');
  tell('draw calls in a frame (most)', after.most, 'calls', 120);
  await drawer.close();
}, 300000);

test('heap after ten matches in one page', async () => {
  const { page, context } = await tavern.visit('en');
  const tools = await context.newCDPSession(page);
  const heap = async (): Promise<number> => {
    await tools.send('HeapProfiler.collectGarbage');
    return (await tools.send('Runtime.getHeapUsage')).usedSize / 1e6;
  };
  const settings = { game: 'polterfass', seats: 3, bots: { 1: 'regular', 2: 'bold' }, options: { goal: 25, barrels: 'table' }, pause: [0, 0], reaction: [0, 0] };
  await page.goto(tavern.url);
  await page.locator('article').first().waitFor({ timeout: 60000 });
  tell('heap in the lobby', await heap(), 'MB');
  for (let match = 1; match <= 10; match++) {
    await page.evaluate(async ([body, seed]) => {
      const answer = await fetch('/api/tables', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ ...body, seed }) });
      history.pushState(null, '', `/t/${((await answer.json()) as { code: string }).code}?quality=0`);
      window.dispatchEvent(new PopStateEvent('popstate'));
    }, [settings, String(match)] as const);
    await page.locator('.stool-place:has(.free)').first().click({ timeout: 30000 });
    await page.locator('button.make:not(:disabled)').click({ timeout: 30000 });
    await playToEnd([{ page }], 240000);
    if (match === 1) tell('heap after a match', await heap(), 'MB');
  }
  tell('heap after ten matches', await heap(), 'MB', 120);
  await context.close();
}, 400000);
