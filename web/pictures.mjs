// Makes the pictures of the README: a server of its own, Debian's Chromium. `script/pictures` runs it.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const [program, out, only] = process.argv.slice(2);
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
  args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
});

const TABLE = { game: 'polterfass', seats: 5, bots: { 1: 'bold', 2: 'careful', 3: 'regular', 4: 'bold' }, options: { goal: 40, barrels: 'physics', first_innkeeper: 0 }, pause: [0, 0] };
/** One match may end without a reckoning; the next ones have other dice. */
const SEEDS = ['5', '7', '11', '13'];
const PATIENCE = 300000;

/** One person looks at lobby, set-up and waiting room and plays Polterfass; each phase is taken once. */
async function take(name, width, height) {
  const context = await browser.newContext({ locale: 'en', viewport: { width, height } });
  const page = await context.newPage();
  page.setDefaultTimeout(60000);
  const left = new Set(['lobby', 'setup', 'waiting', 'throw', 'serving', 'reckoning', 'bill', 'order', 'end']);
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
  const press = (which) => page.locator(which).click({ timeout: 5000 }).catch(() => {});
  const code = await page.evaluate(async (body) => (await (await fetch('/api/tables', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })).json()).code, { ...TABLE, seed });
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

const SHIP = { game: 'riffraff', seats: 3, bots: { 1: 'regular', 2: 'regular' }, options: { slow_motion: 8 }, seed: '4', pause: [0, 0] };
/** By numbers each on another place of its area, until the ship has some cargo; the last one is let go at the end of a yard. */
const LOADED = 3;
const YARD_CARDS = [5, 6];

/** A card, a piece in the hand over a loaded ship, and a fall. */
async function takeShip(name, width, height) {
  const context = await browser.newContext({ locale: 'en', viewport: { width, height }, hasTouch: name === 'phone', isMobile: name === 'phone' });
  const page = await context.newPage();
  page.setDefaultTimeout(60000);
  const shoot = async (phase, wait) => {
    await page.waitForTimeout(wait);
    await page.screenshot({ path: join(out, `page-${phase}-${name}.jpg`), type: 'jpeg', quality: 82 });
  };
  await page.goto(url);
  await page.locator('article').first().waitFor();
  const code = await page.evaluate(async (body) => (await (await fetch('/api/tables', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })).json()).code, SHIP);
  await page.goto(`${url}/t/${code}?quality=3`);
  await page.locator('.stool-place').first().click();
  await page.locator('button.make:not(:disabled)').click();
  // What was there a moment ago may be gone, as the table goes on by itself.
  const press = (which) => page.locator(which).first().click({ timeout: 5000 }).catch(() => {});
  for (let loaded = 0, tries = 0; loaded <= LOADED; ) {
    if (await page.locator('.area-card:enabled').count()) {
      const isLast = loaded >= LOADED;
      const cards = await page.locator('.area-card:enabled').evaluateAll((all) => all.map((one) => Number(one.dataset.thing)));
      const card = isLast ? cards.find((one) => YARD_CARDS.includes(one)) : cards.filter((one) => !YARD_CARDS.includes(one))[loaded % 3];
      await press(`.area-card[data-thing="${card ?? cards[0]}"]`);
      if (isLast) await shoot('ship-card', 2500);
      await press('.press .brass:not(:disabled)');
    } else if (await page.locator('.cargo:enabled').count()) {
      await press(`.cargo:enabled >> nth=${loaded % 3}`);
      await press('.press .brass:not(:disabled)');
    } else if (await page.locator('.tied .target').count()) {
      for (const seat of await page.locator('.tied .target').all()) await seat.click({ timeout: 5000 }).catch(() => {});
      await press('.press .brass:not(:disabled)');
    } else if (await page.locator('.by-numbers button.main:enabled').count()) {
      if (loaded >= LOADED) await press('.press .plank');
      else {
        // Where there is no room, the next try is beside it.
        await page.locator('.by-numbers input').first().fill(String([0, 25, -25, 40, -40][tries++ % 5])).catch(() => {});
        await press('.by-numbers button.main');
        await page.locator('.by-numbers form').waitFor({ state: 'detached', timeout: 25000 }).then(() => loaded++).catch(() => {});
      }
    } else if (await page.locator('.beside').count()) {
      if (loaded < LOADED) await press('.press .plank');
      else {
        loaded++;
        await dropAtTheEnd(page, shoot);
      }
    } else await page.waitForTimeout(200);
  }
  await context.close();
}

/** By keys, as the page says where the piece is; the server stands still while the fall is taken. */
async function dropAtTheEnd(page, shoot) {
  const place = async () => {
    const found = /(\d+) mm (left|right), (\d+) mm (forward|back)/.exec(await page.locator('.beside').innerText());
    return found ? [Number(found[1]) * (found[2] === 'right' ? 1 : -1), Number(found[3]) * (found[4] === 'forward' ? 1 : -1)] : [0, 0];
  };
  const press = async (key, times) => { for (let i = 0; i < times; i++) await page.keyboard.press(key); };
  await press('ArrowUp', 3);
  await shoot('ship-hold', 2500);
  const side = (await page.locator('.ribbon').innerText()).includes('5') ? -1 : 1;
  for (let i = 0; i < 6; i++) {
    const [right, forward] = await place();
    await press(right < 82 * side ? 'ArrowRight' : 'ArrowLeft', Math.round(Math.abs(82 * side - right) / 2));
    await press(forward < 0 ? 'ArrowUp' : 'ArrowDown', Math.round(Math.abs(forward) / 2));
    await page.waitForTimeout(1500);
  }
  for (let i = 0; i < 30 && !(await page.locator('.plumb.fits').count()); i++) {
    await page.keyboard.press('s');
    await page.waitForTimeout(300);
  }
  await page.keyboard.press('Space');
  await page.locator('.ship-stage.catch .water .plate').nth(1).waitFor();
  server.kill('SIGSTOP');
  await shoot('ship-catch', 2500);
  server.kill('SIGCONT');
}

const SIZES = [['desktop', 1280, 800], ['phone', 390, 844]];
let missing = 0;
if (only !== 'polterfass') for (const size of SIZES) await takeShip(...size);
if (only !== 'riffraff') for (const size of SIZES) missing += await take(...size);
await browser.close();
server.kill('SIGTERM');
server.on('exit', () => {
  rmSync(data, { recursive: true, force: true });
  process.exit(missing ? 1 : 0);
});
