// Makes the pictures of Polterfass, lobby and television for the README: a server of its own, Debian's Chromium. `script/pictures` runs it.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const [program, out] = process.argv.slice(2);
const data = mkdtempSync(join(tmpdir(), 'spelunke-'));
const server = spawn(program, ['serve', '--port', '0', '--data', data, '--test']);
process.on('exit', () => server.kill('SIGKILL'));
const url = await new Promise((resolve) => {
  server.stdout.on('data', (bytes) => {
    const found = /listening on (http:\S+)/.exec(String(bytes));
    if (found) resolve(found[1]);
  });
});
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--use-angle=swiftshader',
    '--enable-unsafe-swiftshader',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
});

const TABLE = {
  game: 'polterfass',
  seats: 5,
  bots: { 1: 'bold', 2: 'careful', 3: 'regular', 4: 'bold' },
  options: { goal: 40, barrels: 'physics', first_innkeeper: 0 },
  pause: [0, 0],
};
/** One match may end without a reckoning; the next ones have other dice. */
const SEEDS = ['5', '7', '11', '13'];
const PATIENCE = 300000;

/** One person looks at lobby, set-up and waiting room and plays Polterfass; each phase is taken once. */
async function take(name, width, height) {
  const context = await browser.newContext({ locale: 'en', viewport: { width, height } });
  const page = await context.newPage();
  page.setDefaultTimeout(60000);
  const left = new Set([
    'lobby',
    'setup',
    'waiting',
    'throw',
    'serving',
    'reckoning',
    'bill',
    'order',
    'end',
  ]);
  const shoot = async (phase, wait = 1500) => {
    if (!left.delete(phase)) return;
    await page.waitForTimeout(wait);
    await page.screenshot({ path: join(out, `page-${phase}-${name}.jpg`), type: 'jpeg', quality: 82 });
  };
  await page.goto(url);
  await page.locator('article').first().waitFor();
  await shoot('lobby', 500);
  await page.goto(`${url}/new/polterfass`);
  await page.locator('.stool-place').first().waitFor();
  await shoot('setup', 500);
  for (const seed of SEEDS) if (left.size) await playMatch(page, seed, left, shoot, name === 'desktop');
  if (left.size) console.error(`${name}: not seen: ${[...left].join(', ')}`);
  await context.close();
  return left.size;
}

async function playMatch(page, seed, left, shoot, isDesktop) {
  const press = (which) =>
    page
      .locator(which)
      .click({ timeout: 5000 })
      .catch(() => {});
  const code = await page.evaluate(
    async (body) =>
      (
        await (
          await fetch('/api/tables', {
            method: 'POST',
            headers: { 'Content-Type': 'application/json' },
            body: JSON.stringify(body),
          })
        ).json()
      ).code,
    { ...TABLE, seed },
  );
  await page.goto(`${url}/t/${code}?quality=3`);
  await page.locator('.stool-place').first().click();
  await page.locator('button.make:not(:disabled)').waitFor();
  await shoot('waiting', 500);
  await page.locator('button.make').click();
  const end = Date.now() + PATIENCE;
  for (let turn = 0; left.size && Date.now() < end; ) {
    if (await page.locator('.result').count()) {
      await shoot('end');
      return;
    }
    if (await page.locator('.bill').count()) await shoot('bill', 1200);
    if (await page.locator('.fan .card').count()) {
      await press('.fan .card >> nth=3');
      await press('.fan .card >> nth=5');
      await page.keyboard.press('Shift');
      if (left.has('order') && isDesktop) await takeTelevision(page.context(), code);
      await shoot('order');
      await press('.press .brass:not(:disabled) >> nth=0');
    } else if (await page.locator('.mug').count()) {
      await press('.mug >> nth=-1');
      await shoot('reckoning');
      await press('.press .brass:not(:disabled) >> nth=0');
    } else if ((await page.locator('.press .brass').count()) === 2) {
      await page.keyboard.press('Shift');
      await shoot('serving');
      // A special barrel has to stand for a reckoning, which takes a throw or two more.
      const again = left.has('throw') || (left.has('reckoning') && turn++ % 3 < 2);
      await press(`.press .brass >> nth=${again ? 1 : 0}`);
      if (again) await shoot('throw', 700);
    } else await page.waitForTimeout(100);
  }
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

const SIZES = [['desktop', 1280, 800], ['phone', 390, 844]];
let missing = 0;
for (const size of SIZES) missing += await take(...size);
await browser.close();
server.kill('SIGTERM');
server.on('exit', () => {
  rmSync(data, { recursive: true, force: true });
  process.exit(missing ? 1 : 0);
});
