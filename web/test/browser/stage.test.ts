// The stage in a real browser, drawn by software: what is drawn is what the server said (W-31, W-72, W-73), how
// long things last (W-15), and that nothing is drawn at rest (W-32).
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { chromium, type Browser, type Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BarrelKit } from '../../src/stage/barrels';
import type { ShipKit } from '../../src/stage/ship';
import { Recording } from '../../src/wire/recording';
import { bytesOf, linesOf } from '../unit/recordings';
import type { Bench } from './stage/main';
import { PROGRAM } from './tavern';

const HOME = 'http://stage.test/';
const CSP = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'";
const folder = mkdtempSync(join(tmpdir(), 'stage-'));
let browser: Browser;
let page: Page;
const complaints: string[] = [];

type Throw = { before: string[]; marks: string[]; bytes: string };
const throws = linesOf<Throw>('throws');

function kitOf<Kit>(game: string): Kit {
  const { stdout } = spawnSync(PROGRAM, ['engine'], { input: `{"cmd":"kit","game":"${game}"}\n`, encoding: 'utf8', maxBuffer: 1 << 24 });
  return (JSON.parse(stdout) as { kit: Kit }).kit;
}

beforeAll(async () => {
  const root = new URL('./stage/', import.meta.url).pathname;
  await build({ root, configFile: false, logLevel: 'error', build: { target: 'es2022', outDir: folder, emptyOutDir: true, chunkSizeWarningLimit: 9999 } });
  browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--no-first-run', '--disable-background-networking'],
  });
  page = await browser.newPage({ viewport: { width: 320, height: 280 } });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  await page.route(`${HOME}**`, (route) => {
    const path = new URL(route.request().url()).pathname;
    const name = path === '/' ? '/index.html' : path;
    const type = name.endsWith('.js') ? 'text/javascript' : 'text/html';
    return route.fulfill({ body: readFileSync(join(folder, name), 'utf8'), headers: { 'content-type': type, 'content-security-policy': CSP } });
  });
  await page.goto(HOME);
  await page.waitForFunction(() => 'bench' in window);
}, 400000);

afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
}, 200000);

test('W-6: both stages together are at most 150 kB', () => {
  const scripts = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.js'));
  const size = scripts.reduce((sum, name) => sum + brotliCompressSync(readFileSync(join(folder, name))).length, 0);
  expect(size).toBeGreaterThan(50000);
  expect(size).toBeLessThanOrEqual(150000);
}, 200000);

test('W-31: after each throw the ends that are up are those of the outcome, and each has its tag', async () => {
  expect(throws.length).toBe(8);
  await page.evaluate((kit) => window.bench.makeBarrels(kit, 0, true), kitOf<BarrelKit>('polterfass'));
  for (const { before, marks, bytes } of throws) {
    const after = marks.map((mark, i) => (mark === '.' ? (before[i] as string) : mark));
    const drawn = await page.evaluate(([film, was]) => {
      const { bench } = window;
      const places = was.flatMap((mark, i) => (mark === '-' ? [i + 1] : []));
      bench.barrels.show({ barrels: was, cup: places, rolling: true });
      bench.barrels.skip();
      bench.barrels.playFilm(Uint8Array.from(film));
      bench.barrels.skip();
      bench.pass(50);
      return { ends: bench.barrels.upwardEnds(), tags: bench.barrels.tags().map(({ place, mark }) => [place, mark]) };
    }, [[...bytesOf(bytes)], before] as const);
    expect(drawn.ends.map((end) => end ?? '-')).toEqual(after);
    expect(drawn.tags).toEqual(after.flatMap((mark, i) => (mark === '-' ? [] : [[i + 1, mark]])));
  }
}, 300000);

test('W-15: a film lasts as long as recorded, then what stands slides for 350 ms; a view is kept for the end', async () => {
  const { bytes } = throws[0] as Throw;
  const view = ['2', '-', '-', '-', '-', '-', '-', '-', 'd'];
  const { frames, hz } = Recording.of(bytesOf(bytes));
  const recorded = ((frames.length - 1) / hz) * 1000;
  const seen = await page.evaluate(([film, ms, barrels]) => {
    const { bench } = window;
    const seen = { film: '', end: '', done: 0 };
    bench.barrels.playFilm(Uint8Array.from(film), () => seen.done++);
    bench.pass(ms / 2, 100);
    bench.barrels.show({ barrels });
    bench.pass(ms / 2 - 50, 100);
    seen.film = `${bench.barrels.isMoving} ${bench.barrels.tags().length} ${seen.done}`;
    bench.pass(300, 100);
    seen.film += ` ${bench.barrels.isMoving} ${seen.done}`;
    bench.pass(300, 100);
    seen.end = `${seen.done}`;
    bench.pass(600, 100);
    seen.end += ` ${bench.barrels.isMoving}`;
    return { ...seen, ends: bench.barrels.upwardEnds() };
  }, [[...bytesOf(bytes)], recorded, view] as const);
  expect(seen.film).toBe('true 0 0 true 0');
  expect(seen.end).toBe('1 false');
  expect(seen.ends.map((end) => end ?? '-')).toEqual(view);
}, 300000);

test('W-32: with shadows and ink there are at most 120 draw calls, and nothing is drawn at rest', async () => {
  const calls = await page.evaluate(async (kit) => {
    const { bench } = window;
    bench.makeBarrels(kit, 4, false);
    bench.barrels.show({ barrels: ['9', '3', '8', '4', '-', '-', '5', 'x', 'd'] });
    bench.barrels.mark({ 8: '#ffd36b', 9: '#ffd36b' });
    return bench.barrels.counters;
  }, kitOf<BarrelKit>('polterfass'));
  expect(calls.isRunning).toBe(true);
  await page.waitForFunction(() => !window.bench.barrels.counters.isRunning, null, { timeout: 200000 });
  // Letters may still come, and are drawn once.
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.waitForTimeout(500);
  await page.waitForFunction(() => !window.bench.barrels.counters.isRunning, null, { timeout: 200000 });
  const before = await page.evaluate(() => window.bench.barrels.counters);
  await page.waitForTimeout(5000);
  const after = await page.evaluate(() => window.bench.barrels.counters);
  expect(after.frames).toBe(before.frames);
  expect(after.calls).toBeGreaterThan(10);
  expect(after.calls).toBeLessThanOrEqual(120);
}, 300000);

type Kit = ShipKit & { shapes: Record<string, unknown> };

/** A frame with a piece held over area 7, another one in the air, and the open hand. */
function frameOf(kit: Kit, tick: number, heldAt: [number, number, number], release: number): Parameters<Bench['ship']['takeFrame']>[0] {
  const gone = { at: [0, 0, -900000] as [number, number, number], turned: [1000000, 0, 0, 0] as [number, number, number, number] };
  const bodies = kit.bodies.map(() => gone);
  const set = (name: string, at: [number, number, number]): number => {
    const body = kit.bodies.findIndex((one) => one.name === name);
    bodies[body] = { ...gone, at };
    return body;
  };
  set('ship', [0, 0, 0]);
  for (const { body, at } of kit.yards) set(body, at as [number, number, number]);
  const held = set('crate0.1', heldAt);
  // 30 pieces aboard, so that draw calls are those of a full ship.
  kit.bodies.slice(5, 35).forEach(({ name }, i) => set(name, [(i % 10) * 20000 - 90000, Math.floor(i / 10) * 30000 - 30000, 60000]));
  const fallen = set('rat1.1', [0, -150000, 50000]);
  set('hand', [0, -140000, 40000]);
  set('crate0.1', heldAt);
  return { tick, phase: 0, slow: 1, held, awaitsHand: false, release, falls: new Map([[fallen, 60]]), bodies };
}

test('W-72, W-73: the held piece is where the server says, and its footprint has the server\'s word', async () => {
  const kit = kitOf<Kit>('riffraff');
  await page.evaluate((given) => window.bench.makeShip(given, 4), kit);
  for (const [n, release] of [[1, 0], [2, 3], [3, 0]] as const) {
    const at: [number, number, number] = [5000 * n, 60000, 250000];
    const frame = frameOf(kit, n * 100, at, release);
    const drawn = await page.evaluate(([{ falls, ...rest }, list]) => {
      const { bench } = window;
      bench.ship.light(7);
      bench.ship.look('hold');
      bench.ship.porthole({ x: 200, y: 20, size: 80 });
      bench.ship.takeFrame({ ...rest, falls: new Map(list) });
      bench.pass(700, 350);
      bench.pass(700, 350);
      const held = bench.ship.drawnAt('crate0.1');
      return { at: held?.at.toArray() ?? [], fits: bench.ship.footprintFits, height: bench.ship.height(), calls: bench.ship.counters.calls, isRunning: bench.ship.counters.isRunning };
    }, [frame, [...frame.falls]] as const);
    expect(drawn.at.map((number) => Math.round(number * 1e6))).toEqual([at[0], at[2], -at[1]]);
    expect(drawn.fits).toBe(release === 0);
    expect(drawn.height).toBeCloseTo(0.25 - 0.013 - 0.228, 4);
    expect(drawn.calls).toBeLessThanOrEqual(120);
    expect(drawn.isRunning).toBe(false);
  }
}, 400000);

test('the catch: places of the plane and of the screen are the same', async () => {
  const found = await page.evaluate(() => {
    const { ship } = window.bench;
    ship.look('catch');
    window.bench.pass(2000, 500);
    const places = [[0, 0], [-200000, 300000], [150000, -100000]] as const;
    const back = places.map(([y, z]) => {
      const pixel = ship.catchPixel(y, z);
      const drawn = ship.onScreen([0, y, z]);
      return [...ship.catchPoint(pixel.x, pixel.y), Math.hypot(pixel.x - drawn.x, pixel.y - drawn.y)];
    });
    const deep = [ship.onScreen([-100000, 100000, 100000]), ship.onScreen([100000, 100000, 100000])] as const;
    return { back, shift: Math.hypot(deep[0].x - deep[1].x, deep[0].y - deep[1].y), falls: ship.falls().map(({ piece, ticks }) => [piece, ticks]) };
  });
  expect(found.back.map((pair) => pair.map((number) => Math.round(number) || 0))).toEqual([[0, 0, 0], [-200000, 300000, 0], [150000, -100000, 0]]);
  expect(found.shift).toBeLessThan(2);
  expect(found.falls).toEqual([['rat1.1', 60]]);
  expect(complaints).toEqual([]);
}, 200000);
