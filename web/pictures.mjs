// Makes the pictures of the README: a server of its own, Debian's Chromium. `script/pictures` runs it.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const [program, out] = process.argv.slice(2);
const data = mkdtempSync(join(tmpdir(), 'spelunke-'));
const server = spawn(program, ['serve', '--port', '0', '--data', data, '--test']);
const url = await new Promise((resolve) => {
  server.stdout.on('data', (bytes) => {
    const found = /listening on (http:\S+)/.exec(String(bytes));
    if (found) resolve(found[1]);
  });
});
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
});

const TABLE = { game: 'polterfass', seats: 5, bots: { 1: 'bold', 2: 'careful', 3: 'regular', 4: 'bold' }, options: { goal: 60, barrels: 'physics' }, pause: [0, 0], seed: '5' };

/** One person looks at the lobby and plays a match of Polterfass; each phase is taken once. */
async function take(name, width, height) {
  const context = await browser.newContext({ locale: 'en', viewport: { width, height } });
  const page = await context.newPage();
  page.setDefaultTimeout(60000);
  const left = new Set(['order', 'serving', 'reckoning', 'bill', 'end']);
  const shoot = async (phase) => {
    if (!left.delete(phase)) return;
    await page.waitForTimeout(1500);
    await page.screenshot({ path: join(out, `page-${phase}-${name}.png`) });
  };
  const press = (which) => page.locator(which).click({ timeout: 5000 }).catch(() => {});
  await page.goto(url);
  await page.locator('article').first().waitFor();
  await page.waitForTimeout(500);
  await page.screenshot({ path: join(out, `page-lobby-${name}.png`) });
  const code = await page.evaluate(async (body) => (await (await fetch('/api/tables', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })).json()).code, TABLE);
  await page.goto(`${url}/t/${code}?quality=5`);
  await page.locator('.stool-place').first().click();
  await page.locator('button.make:not(:disabled)').click();
  const end = Date.now() + 600000;
  while (left.size && Date.now() < end) {
    if (await page.locator('.result').count()) {
      await shoot('end');
      break;
    }
    if (await page.locator('.bill').count()) await shoot('bill');
    if (await page.locator('.fan .card').count()) {
      await press('.fan .card >> nth=3');
      await press('.fan .card >> nth=5');
      await shoot('order');
      await press('.press .brass:not(:disabled) >> nth=0');
    } else if (await page.locator('.mug').count()) {
      await press('.mug >> nth=-1');
      await shoot('reckoning');
      await press('.press .brass:not(:disabled) >> nth=0');
    } else if ((await page.locator('.press .brass').count()) === 2) {
      await shoot('serving');
      await press('.press .brass >> nth=0');
    } else await page.waitForTimeout(100);
  }
  await context.close();
}

await take('desktop', 1280, 800);
await take('phone', 390, 844);
await browser.close();
server.kill('SIGTERM');
server.on('exit', () => rmSync(data, { recursive: true, force: true }));
