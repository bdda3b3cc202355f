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

const TABLE = { game: 'polterfass', seats: 5, bots: { 1: 'bold', 2: 'careful', 3: 'regular', 4: 'bold' }, options: { goal: 40, barrels: 'physics', first_innkeeper: 0 }, pause: [0, 0], seed: '5' };
const PATIENCE = 420000;

/** One person looks at lobby, set-up and waiting room and plays a match of Polterfass; each phase is taken once. */
async function take(name, width, height) {
  const context = await browser.newContext({ locale: 'en', viewport: { width, height } });
  const page = await context.newPage();
  page.setDefaultTimeout(60000);
  const left = new Set(['throw', 'serving', 'reckoning', 'bill', 'order', 'end']);
  const picture = (of, what) => of.screenshot({ path: join(out, `page-${what}-${name}.jpg`), type: 'jpeg', quality: 82 });
  const shoot = async (phase, wait = 1500) => {
    if (!left.delete(phase)) return;
    await page.waitForTimeout(wait);
    await picture(page, phase);
  };
  const press = (which) => page.locator(which).click({ timeout: 5000 }).catch(() => {});
  await page.goto(url);
  await page.locator('article').first().waitFor();
  await page.waitForTimeout(500);
  await picture(page, 'lobby');
  await page.goto(`${url}/new/polterfass`);
  await page.locator('.stool-place').first().waitFor();
  await page.waitForTimeout(500);
  await picture(page, 'setup');
  const code = await page.evaluate(async (body) => (await (await fetch('/api/tables', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })).json()).code, TABLE);
  await page.goto(`${url}/t/${code}?quality=3`);
  await page.locator('.stool-place').first().click();
  await page.locator('button.make:not(:disabled)').waitFor();
  await page.waitForTimeout(500);
  await picture(page, 'waiting');
  await page.locator('button.make').click();
  const end = Date.now() + PATIENCE;
  for (let turn = 0; left.size && Date.now() < end; ) {
    if (await page.locator('.result').count()) {
      await shoot('end');
      break;
    }
    if (await page.locator('.bill').count()) await shoot('bill', 2600);
    if (await page.locator('.fan .card').count()) {
      await press('.fan .card >> nth=3');
      await press('.fan .card >> nth=5');
      await page.keyboard.press('Shift');
      if (left.has('order') && name === 'desktop') await takeTelevision(context, code);
      await shoot('order');
      await press('.press .brass:not(:disabled) >> nth=0');
    } else if (await page.locator('.mug').count()) {
      await press('.mug >> nth=-1');
      await shoot('reckoning');
      await press('.press .brass:not(:disabled) >> nth=0');
    } else if ((await page.locator('.press .brass').count()) === 2) {
      await page.keyboard.press('Shift');
      await shoot('serving');
      // Now and then once more: special barrels have to stand for a reckoning.
      const again = left.has('throw') || (left.has('reckoning') && turn++ % 2 === 0);
      await press(`.press .brass >> nth=${again ? 1 : 0}`);
      if (again) await shoot('throw', 700);
    } else await page.waitForTimeout(100);
  }
  if (left.size) console.error(`${name}: not seen: ${[...left].join(', ')}`);
  await context.close();
  return left.size;
}

async function takeTelevision(context, code) {
  const wall = await context.newPage();
  await wall.setViewportSize({ width: 1280, height: 720 });
  await wall.goto(`${url}/t/${code}?tv&quality=3`);
  await wall.locator('.tv-seats').waitFor();
  await wall.waitForTimeout(4000);
  await wall.screenshot({ path: join(out, 'page-television.jpg'), type: 'jpeg', quality: 82 });
  await wall.close();
}

const missing = (await take('desktop', 1280, 800)) + (await take('phone', 390, 844));
await browser.close();
server.kill('SIGTERM');
server.on('exit', () => {
  rmSync(data, { recursive: true, force: true });
  process.exit(missing ? 1 : 0);
});
