// The plain page in a real browser: a newcomer, friends, whole matches, the four languages, phones.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedTables } from './guest';
import { findFaults, findTightPlaces, openBrowser, PROGRAM, Tavern, visit } from './tavern';

const tavern = new Tavern();
let browser: Browser;

beforeAll(async () => {
  await tavern.start();
  browser = await openBrowser();
}, 600000);
afterAll(async () => {
  await browser?.close();
  expect(await tavern.stop()).toBe(0);
}, 600000);

/** Presses whatever can be pressed in the prompt, by what the page offers alone; false: nothing is asked. */
async function answer(page: Page, turn: number): Promise<boolean> {
  return page.evaluate((count) => {
    const prompt = document.querySelector('section.prompt');
    if (!prompt) return false;
    const forms = [...prompt.querySelectorAll<HTMLElement>('.form')];
    const form = forms[count % forms.length] ?? prompt.querySelector<HTMLElement>('form');
    if (!form) return false;
    for (const group of form.querySelectorAll('[role=radiogroup]')) {
      const radios = [...group.querySelectorAll<HTMLInputElement>('input')];
      radios[count % radios.length]?.click();
    }
    const isPlace = Boolean(form.querySelector('input[type=number]'));
    if (isPlace) return true;
    const boxes = [...form.querySelectorAll<HTMLInputElement>('input[type=checkbox]')];
    if (boxes.length && !boxes.some((box) => box.checked)) boxes[count % boxes.length]?.click();
    return true;
  }, turn).then(async (isAsked) => {
    if (!isAsked) return false;
    return page.evaluate((count) => {
      const forms = [...document.querySelectorAll<HTMLElement>('section.prompt .form')];
      const form = forms[count % forms.length] ?? document.querySelector<HTMLElement>('section.prompt form');
      const button = form?.querySelector<HTMLButtonElement>('button.main:not(:disabled), button:not(:disabled)');
      button?.click();
      return Boolean(button);
    }, turn);
  });
}

async function playToEnd(page: Page, patience: number): Promise<void> {
  const end = Date.now() + patience;
  for (let turn = 0; Date.now() < end; turn++) {
    if (await page.locator('#result').count()) return;
    await answer(page, turn);
    await page.waitForTimeout(40);
  }
  throw new Error(`no end: ${await page.locator('main').innerText()}`);
}

test('a newcomer plays at once: one press to the match, and the first order is sealed', async () => {
  const { page, complaints } = await visit(browser);
  await seedTables(page, '5');
  await page.goto(tavern.plain);
  await page.getByRole('button', { name: 'Play Polterfass now' }).click();
  await page.getByRole('heading', { name: /How many mugs do you order|turn off the tap/ }).waitFor();
  expect(await findFaults(page)).toEqual([]);
  // Who is innkeeper first turns the tap off before it is his turn to order.
  const sealed = page.locator('ol.log li', { hasText: 'You have ordered with' });
  for (let turn = 0; !(await sealed.count()); turn++) {
    await answer(page, turn);
    await page.waitForTimeout(100);
  }
  expect(complaints).toEqual([]);
}, 600000);

/** A table for one person and quick computer players, made without the form. */
async function makeTable(page: Page, settings: object): Promise<string> {
  await page.goto(tavern.plain);
  await page.locator('article').first().waitFor();
  return page.evaluate(async (body) => {
    const answer = await fetch('/api/tables', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
    return ((await answer.json()) as { code: string }).code;
  }, { pause: [0, 0], reaction: [0, 0], ...settings });
}

// A whole match of Riff Raff takes minutes, because ship and hand move in real time: `script/bench web` plays it.
const LOADINGS = process.env['WHOLE'] ? 1000 : 1;
const MATCHES: [string, object][] = [
  ['Polterfass', { game: 'polterfass', seats: 3, bots: { 1: 'regular', 2: 'bold' }, options: { goal: 30, barrels: 'table' }, seed: '3' }],
  ['Zum Blauen Drachen', { game: 'drachen', seats: 2, bots: { 1: 'tippler' }, seed: '4' }],
];

test.each(MATCHES)('W-19 a whole match of %s against computer players', async (_title, settings) => {
  const { page, complaints } = await visit(browser);
  const code = await makeTable(page, settings);
  await page.goto(`${tavern.plain}/t/${code}`);
  await page.getByRole('button', { name: 'Sit down' }).first().click();
  await page.getByRole('button', { name: 'Start the match' }).click();
  await page.locator('#state').waitFor();
  await playToEnd(page, 240000);
  expect(await page.locator('ol.log li').count()).toBeGreaterThan(5);
  await page.getByRole('link', { name: 'Read the match again' }).click();
  await page.locator('main ol li').first().waitFor();
  expect(complaints).toEqual([]);
}, 600000);

/** What became of each loading, in the words of the log; '' for one that was told without its outcome. The last may still run. */
function outcomes(lines: string[]): string[] {
  const begins = lines.flatMap((line, i) => (/ (loads?|announces? two pieces and first loads?) (a|an) /.test(line) ? [i] : []));
  return begins.slice(0, -1).map((from, n) => /stays aboard|falls off the ship|takes? it back/.exec(lines.slice(from, begins[n + 1]).join(' '))?.[0] ?? '');
}

test('W-19, W-75 Riff Raff: cards, pieces, and loadings by numbers, each outcome in words', async () => {
  const { page, complaints } = await visit(browser);
  const code = await makeTable(page, { game: 'riffraff', seats: 2, bots: { 1: 'random' }, seed: '5' });
  await page.goto(`${tavern.plain}/t/${code}`);
  await page.getByRole('button', { name: 'Sit down' }).first().click();
  await page.getByRole('button', { name: 'Start the match' }).click();
  await page.locator('#state').waitFor();
  const end = Date.now() + (process.env['WHOLE'] ? 1500000 : 150000);
  const mine = page.locator('ol.log li', { hasText: 'You load' });
  for (let turn = 0; Date.now() < end; turn++) {
    if ((await page.locator('#result').count()) || (await mine.count()) > LOADINGS) break;
    await answer(page, turn);
    await page.waitForTimeout(300);
  }
  if (!(await page.locator('#result').count()) && (await mine.count()) <= LOADINGS) throw new Error(await page.locator('main').innerText());
  const told = outcomes((await page.locator('ol.log li').allInnerTexts()).reverse());
  expect(told.length).toBeGreaterThanOrEqual(process.env['WHOLE'] ? 20 : LOADINGS);
  expect(told.filter((one) => !one)).toEqual([]);
  if (process.env['WHOLE']) console.log(`loadings of a whole match by numbers: ${told.length}, of them aboard ${told.filter((one) => one === 'stays aboard').length}`);
  expect(complaints).toEqual([]);
}, 1600000);

test('a table is set up by the form', async () => {
  const { page } = await visit(browser);
  await page.goto(`${tavern.plain}/new/polterfass`);
  await page.getByLabel('How many?').fill('4');
  for (const select of await page.locator('fieldset').first().locator('select').all()) await select.selectOption({ index: 1 });
  await page.locator('fieldset').first().locator('select').first().selectOption('');
  await page.getByRole('button', { name: 'Make the table' }).click();
  await page.getByRole('button', { name: 'Sit down' }).click();
  await page.getByRole('button', { name: 'Start the match' }).click();
  await page.locator('#state').waitFor();
}, 600000);

/** A third person, at a terminal; what ends it. */
function joinAtTerminal(link: string, name: string): () => Promise<void> {
  const state = mkdtempSync(join(tmpdir(), 'spelunke-join-'));
  const child = spawn(PROGRAM, ['join', link, '--plain', '--name', name], { env: { ...process.env, XDG_STATE_HOME: state } });
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()));
  return async () => {
    child.kill('SIGTERM');
    await ended;
    rmSync(state, { recursive: true, force: true });
  };
}

test('a friend joins by the link, a third at the terminal, and all see each other and what is said', async () => {
  const host = await visit(browser, 'de');
  const friend = await visit(browser, 'fr');
  await host.page.goto(`${tavern.plain}/new/drachen`);
  await host.page.getByLabel('Wie viele?').fill('3');
  await host.page.getByRole('button', { name: 'Tisch einrichten' }).click();
  await host.page.getByRole('button', { name: 'Hinsetzen' }).first().click();
  const link = await host.page.locator('input[readonly]').inputValue();
  await friend.page.goto(link.replace('/t/', '/plain/t/')); // the link itself leads to the drawn page
  await friend.page.getByRole('button', { name: 'S\'asseoir' }).first().click();
  await friend.page.getByRole('button', { name: 'Se lever' }).waitFor();
  const leave = joinAtTerminal(link, 'Cem');
  await host.page.locator('#stools ~ ol li', { hasText: 'Cem' }).waitFor();
  await host.page.getByRole('button', { name: 'Los geht\'s' }).click();
  await friend.page.locator('#state').waitFor();
  await host.page.getByLabel('Sag etwas').fill('<b>&"hallo');
  await host.page.getByRole('button', { name: 'Sagen' }).click();
  await friend.page.getByText('<b>&"hallo').waitFor();
  await leave();
  expect([...host.complaints, ...friend.complaints]).toEqual([]);
}, 600000);

test('who is forgotten begins anew on the plain page', async () => {
  const { page } = await visit(browser);
  await page.goto(`${tavern.plain}/#me`);
  await page.getByLabel('Yes, really').check();
  await page.getByRole('button', { name: 'Forget me' }).click();
  await page.locator('article').first().waitFor();
  expect(new URL(page.url()).pathname).toBe('/plain/');
}, 600000);

test.each([['de', 360, 640], ['en', 844, 390], ['fr', 390, 844], ['it', 1920, 1080]] as const)('%s at %ix%i: nothing is cut, every control can be pressed', async (language, width, height) => {
  const { page } = await visit(browser, language, width, height);
  for (const place of ['/', '/new/drachen', '/rules/riffraff', '/#me']) {
    await page.goto(tavern.plain + place);
    await page.locator('h1').waitFor();
    await page.locator('article, form, h2').first().waitFor();
    expect(await findTightPlaces(page)).toEqual([]);
    // What axe-core looks for hangs on the place, not on the language.
    if (width === 390) expect(await findFaults(page)).toEqual([]);
  }
}, 600000);

test('a reload in the middle of a match shows the same question', async () => {
  const { page } = await visit(browser);
  await seedTables(page, '5');
  await page.goto(tavern.plain);
  await page.getByRole('button', { name: 'Play Polterfass now' }).click();
  await page.locator('section.prompt h2').waitFor();
  const question = await page.locator('section.prompt h2').innerText();
  await page.reload();
  await page.locator('section.prompt h2').waitFor();
  expect(await page.locator('section.prompt h2').innerText()).toBe(question);
}, 600000);
