// The drawn page in a real browser: the first taps, its size, keyboard, speech, secrets, people. (How it looks at every
// size: sizes.test.ts.)
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { ServerMessage } from '#made/proto';
import { hearMessages, viewOf } from './frames';
import { callMe, makeTable, playOnce, playToEnd, seedTables, sitDown } from './guest';
import { countLines, heardOn, listen, noteSpeech, waitUntilSaid } from './hearing';
import { pressByKey, tabTo } from './keys';
import { differences, look, waitForRest, type Picture } from './looking';
import { openTavern } from './tavern';
import { alike, findWrongOnWall, pagePicture, pageText, partingOf } from './twins';

const tavern = openTavern();

const ALONE = { game: 'polterfass', seats: 4, bots: { 1: 'regular', 2: 'bold', 3: 'careful' }, options: { goal: 40, barrels: 'table' } };

test('W-20 W-13 two taps of a finger and the cards to the first sealed order; nothing comes from elsewhere (W-3)', async () => {
  const { page, complaints } = await tavern.visit('de', 390, 844, true);
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(tavern.url) && !request.url().startsWith('blob:')) foreign.push(request.url());
  });
  await seedTables(page, '5');
  await page.goto(tavern.url);
  await page.getByRole('button', { name: 'Polterfass Sofort spielen' }).tap();
  for (;;) {
    await page.locator('.press button').first().waitFor();
    const cards = page.getByRole('button', { name: /^Karte \d$/ });
    if (await cards.count()) break;
    await page.getByRole('button', { name: /^Hahn zu/ }).tap({ timeout: 5000 }).catch(() => {});
  }
  await page.getByRole('button', { name: 'Karte 3' }).tap();
  await page.getByRole('button', { name: 'Karte 5' }).tap();
  await page.getByRole('button', { name: /^8 Krüge bestellen/ }).tap();
  await page.locator('.lines, .sealed, .bill, .press').first().waitFor();
  await page.getByRole('button', { name: /Krüge bestellen/ }).waitFor({ state: 'detached' });
  expect(await page.getByRole('textbox').count()).toBe(0);
  expect([foreign, complaints]).toEqual([[], []]);
  await page.context().close();
}, 600000);

test('W-6 the first load is at most 230 kB without the 3D part, and nothing shifts', async () => {
  const { page } = await tavern.visit('fr', 390, 844);
  const sizes = new Map<string, number>();
  page.on('response', (response) => sizes.set(response.url(), Number(response.headers()['content-length'] ?? 0)));
  await page.goto(tavern.url);
  await page.locator('article').first().waitFor();
  await page.waitForTimeout(500);
  const shift = await page.evaluate(() => new Promise<number>((resolve) => {
    new PerformanceObserver((list) => resolve(list.getEntries().reduce((sum, one) => sum + (one as unknown as { value: number }).value, 0))).observe({ type: 'layout-shift', buffered: true });
    setTimeout(() => resolve(0), 500);
  }));
  const files = [...sizes].filter(([url]) => /\/assets\/|\/$/.test(url));
  expect(files.length).toBeGreaterThan(8);
  expect(files.every(([, size]) => size > 0)).toBe(true);
  expect(files.some(([url]) => url.includes('barrels'))).toBe(false);
  expect(files.reduce((sum, [, size]) => sum + size, 0)).toBeLessThan(230000);
  expect(shift).toBe(0);
  await page.context().close();
}, 600000);

/** The numbers at the seats, as they are read. */
const shownNumbers = (page: Page): Promise<number[]> => page.evaluate(() => [...document.querySelectorAll('.seats .number')].map((one) => Number(one.textContent?.replace('\u2212', '-'))));

/** What is shown once nothing moves any more is what the server told; while this seat is asked, nothing else comes. */
async function compareNumbers(page: Page, told: ServerMessage[]): Promise<void> {
  await page.keyboard.press('Shift'); // any key ends what moves
  const compared = async (): Promise<string> => {
    const [shown, known] = [await shownNumbers(page), (viewOf(told) as { totals: number[] } | null)?.totals];
    return String(shown) === String(known) ? 'equal' : `${shown} are shown, ${known} were told`;
  };
  await expect.poll(compared, { timeout: 30000 }).toBe('equal');
}

/** A question as it is spoken: what is asked, what fits, and the time. */
const QUESTION = /(How many mugs do you order\? Choose one or two cards\.|turn off the tap or roll on\? Turn off the tap, or roll on\.|how many mugs do you serve\? Possible: [^.]+\.) \d+ minutes left/g;

test('W-12 W-13 W-14 W-16 a match by keyboard alone; what is spoken is the log, each line once, and the whole questions', async () => {
  const { page, complaints } = await tavern.visit('en');
  const code = await makeTable(page, tavern.url, { ...ALONE, options: { ...ALONE.options, goal: 25 }, seed: '9', clock: { decide: 3600000 } });
  const sent: string[] = [];
  const told = hearMessages(page);
  page.on('websocket', (socket) => socket.on('framesent', (frame) => {
    const text = String(frame.payload);
    if (text.includes('"t":"act"')) sent.push(text);
  }));
  await noteSpeech(page);
  await sitDown(page, tavern.url, code, true);
  await page.locator('.press').first().waitFor();
  await page.keyboard.press('l');
  await page.locator('.lines').first().waitFor();
  const end = Date.now() + 200000;
  let presses = 0;
  let lines: string[] = [];
  while (Date.now() < end && !(await page.locator('.result').count())) {
    const state = await page.evaluate(() => ({
      lines: [...document.querySelectorAll('.lines li')].map((one) => one.textContent ?? ''),
      cards: document.querySelectorAll('.fan .card:not(:disabled)').length, mugs: document.querySelectorAll('.mug').length, brass: document.querySelectorAll('.press .brass').length,
    }));
    lines = state.lines.length ? state.lines : lines;
    const before = sent.length;
    if (state.cards || state.mugs || state.brass === 2) await compareNumbers(page, told);
    if (state.cards) {
      await page.keyboard.press('3');
      await page.locator('.fan .card.up:focus-visible').waitFor();
      expect(sent.length).toBe(before);
      await page.keyboard.press('Escape');
      await page.keyboard.press('2');
      await pressByKey(page, page.locator('.press .brass'));
      presses++;
    } else if (state.mugs) {
      await tabTo(page, page.locator('.mug').first());
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('Enter');
      await pressByKey(page, page.locator('.press .brass:not(:disabled)'));
      presses++;
    } else if (state.brass === 2) {
      await pressByKey(page, page.locator('.press .brass').first());
      presses++;
    }
    await page.waitForTimeout(40);
    // Focus comes back by itself, at the next picture; the end has no ribbon.
    if (presses) await page.waitForFunction(() => document.activeElement !== document.body || !document.querySelector('.table'));
  }
  expect(presses).toBeGreaterThan(2);
  // The last lines are spoken while the end is shown.
  await expect.poll(async () => listen(await heardOn(page), lines).unheard, { timeout: 60000 }).toEqual([]);
  const { besides } = listen(await heardOn(page), lines);
  expect(lines.length).toBeGreaterThan(10);
  // What is left are the questions, each with what fits; no line comes twice.
  expect(lines.filter((line) => besides.includes(line))).toEqual([]);
  const answered = new Set(sent.map((text) => (JSON.parse(text) as { ask: number }).ask));
  expect(besides.match(QUESTION)?.length, besides).toBe(answered.size);
  expect(complaints).toEqual([]);
  await page.context().close();
}, 600000);

test('W-13 lobby, set-up and waiting room by keys alone', async () => {
  const { page, complaints } = await tavern.visit('en');
  await seedTables(page, '5');
  await page.goto(tavern.url);
  await pressByKey(page, page.getByRole('link', { name: 'Polterfass With friends' }));
  const stools = page.locator('.stool-place');
  await stools.first().waitFor();
  const before = await stools.count();
  await pressByKey(page, page.getByRole('button', { name: 'One more stool' }));
  expect(await stools.count()).toBe(before + 1);
  await pressByKey(page, stools.last());
  expect(await stools.last().innerText()).toContain('old hand');
  // Pressed on, the last stool goes away, and the focus is on the one that is the last now.
  for (let i = 0; i < 6 && (await stools.count()) > before; i++) await page.keyboard.press('Enter');
  await expect.poll(() => stools.count()).toBe(before);
  expect(await stools.last().evaluate((one) => one === document.activeElement)).toBe(true);
  await tabTo(page, page.getByRole('radiogroup', { name: 'Play to' }).getByRole('radio', { checked: true }));
  await page.keyboard.press('ArrowRight');
  await pressByKey(page, page.getByRole('button', { name: /^Set a table/ }));
  // The set-up has free stools as well, and is there until the table is made.
  await page.getByRole('textbox', { name: 'Link' }).waitFor();
  const free = page.getByRole('button', { name: /^free/ });
  expect(await free.count()).toBeGreaterThan(0);
  for (let left = await free.count(); left > 0; left--) {
    await pressByKey(page, free.first());
    await pressByKey(page, page.getByRole('dialog').getByRole('button', { name: /^Computer/ }).first());
    await expect.poll(() => free.count()).toBe(left - 1);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  await pressByKey(page, page.getByRole('button', { name: 'Start the match', disabled: false }));
  await page.locator('.table .press button').first().waitFor();
  expect(complaints).toEqual([]);
  await page.context().close();
}, 600000);

test('W-12 no key is lost: a digit as soon as the cards are there, Enter on a brass button while something moves', async () => {
  const { page, complaints } = await tavern.visit('en');
  const code = await makeTable(page, tavern.url, { ...ALONE, options: { ...ALONE.options, first_innkeeper: 1 }, seed: '9' });
  await page.addInitScript(() => {
    const watch = new MutationObserver(() => {
      if (!document.querySelector('.fan .card:not(:disabled)')) return;
      watch.disconnect();
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '3', bubbles: true }));
    });
    watch.observe(document, { childList: true, subtree: true, attributes: true });
  });
  await sitDown(page, tavern.url, code, true);
  await page.locator('.fan .card.up[data-thing="3"]').waitFor({ timeout: 20000 });
  const sent: string[] = [];
  page.on('websocket', (socket) => socket.on('framesent', (frame) => void (String(frame.payload).includes('"t":"act"') && sent.push(String(frame.payload)))));
  await page.reload();
  await page.locator('.fan .card.up[data-thing="3"]').waitFor({ timeout: 20000 });
  await page.locator('.press .brass:not(:disabled)').focus();
  // Something moves that a key ends, and what is drawn then has another button in the place of this one.
  await page.evaluate(() => {
    const brass = document.querySelector('.press .brass') as HTMLButtonElement;
    const motion = brass.animate([{ opacity: 1 }, { opacity: 0.9 }], 60000);
    void motion.finished.then(() => (brass.disabled = true));
  });
  await page.keyboard.press('Enter');
  await expect.poll(() => sent.length, { timeout: 20000 }).toBe(1);
  expect(complaints).toEqual([]);
  await page.context().close();
}, 120000);

test('W-13 the menu takes the keys and gives the focus back; none of them reaches the table', async () => {
  const { page, complaints } = await tavern.visit('en', 360, 640);
  const code = await makeTable(page, tavern.url, { ...ALONE, options: { ...ALONE.options, first_innkeeper: 1 }, seed: '9' });
  await sitDown(page, tavern.url, code, true);
  await page.locator('.fan .card:not(:disabled)').first().waitFor();
  const menu = page.getByRole('button', { name: 'Menu' });
  const open = page.getByRole('dialog', { name: 'Menu' });
  for (const closes of ['Escape', 'Enter']) {
    await menu.focus();
    await page.keyboard.press('Enter');
    await open.getByRole('button', { name: 'Play on' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('3');
    await page.keyboard.press('Tab');
    expect(await open.locator(':focus').count()).toBe(1);
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press(closes);
    await open.waitFor({ state: 'detached' });
    expect(await menu.evaluate((one) => one === document.activeElement)).toBe(true);
  }
  expect(await page.locator('.fan .card.up').count()).toBe(0);
  expect(complaints).toEqual([]);
  await page.context().close();
}, 600000);

test('W-23 three people, a computer player and a television play to the end by the accessibility tree', async () => {
  const people = [];
  // One of them has nothing but a finger (W-13).
  for (const taps of [false, false, true]) people.push({ taps, ...(await tavern.visit('en', taps ? 390 : 1280, taps ? 844 : 800, taps)) });
  const host = people[0] as (typeof people)[number];
  const code = await makeTable(host.page, tavern.url, { game: 'polterfass', seats: 4, bots: { 3: 'regular' }, options: { goal: 25, barrels: 'table' }, seed: '7' });
  for (const one of people.slice(1)) await sitDown(one.page, tavern.url, code, false);
  const wall = await tavern.visit('en', 1280, 720);
  await wall.page.goto(`${tavern.url}/t/${code}?tv`);
  await sitDown(host.page, tavern.url, code, true);
  await wall.page.locator('.tv-seats').waitFor();
  await playOnce(host, 0);
  await waitForRest(wall.page);
  // W-43: no hand, no sealed choice, nothing under 17 px, nothing that wants to be pressed.
  expect(await findWrongOnWall(wall.page)).toEqual([]);
  expect(await look(wall.page)).toEqual([]);
  await wall.page.evaluate(() => {
    const shown = { bills: 0, buttons: 0 };
    Object.assign(window, { shown });
    new MutationObserver(() => {
      shown.bills = Math.max(shown.bills, document.querySelectorAll('.bill').length);
      shown.buttons = Math.max(shown.buttons, document.querySelectorAll('main button').length);
    }).observe(document.body, { childList: true, subtree: true });
  });
  await playToEnd(people, 240000);
  await wall.page.locator('.ribbon', { hasText: /win/ }).waitFor();
  expect(await wall.page.evaluate(() => (window as unknown as { shown: object }).shown)).toEqual({ bills: 1, buttons: 0 });
  for (const one of people) expect(one.complaints).toEqual([]);
  for (const one of [...people, wall]) await one.context.close();
}, 600000);

test('W-18 W-22 twin matches that differ in another seat\'s secret give this seat equal pages and messages; a sealed order is its owner\'s', async () => {
  const pages: string[] = [];
  const spoken: string[] = [];
  const messages: string[][] = [];
  const pictures: Picture[] = [];
  for (const cards of [['Card 1', 'Card 6'], ['Card 3', 'Card 5']]) {
    const host = await tavern.visit('en', 1280, 800);
    const friend = await tavern.visit('en', 1280, 800);
    const code = await makeTable(host.page, tavern.url, { game: 'polterfass', seats: 3, bots: { 2: 'random' }, options: { barrels: 'table', first_innkeeper: 2 }, seed: '21', pause: [60000, 60000] });
    await callMe(friend.page, tavern.url, 'Otter');
    await callMe(host.page, tavern.url, 'Ada');
    const heard = hearMessages(friend.page);
    await noteSpeech(friend.page);
    await sitDown(friend.page, tavern.url, code, false);
    await sitDown(host.page, tavern.url, code, true);
    await host.page.getByRole('button', { name: cards[0] as string }).click();
    await host.page.getByRole('button', { name: cards[1] as string }).click();
    await host.page.getByRole('button', { name: /^Order/ }).click();
    await friend.page.locator('.badge.done').first().waitFor();
    await waitForRest(friend.page);
    await countLines(friend.page);
    spoken.push(await waitUntilSaid(friend.page, 0));
    await waitForRest(friend.page);
    pages.push(await pageText(friend.page, code));
    pictures.push(await pagePicture(friend.page));
    messages.push(alike(heard));
    expect([await host.page.locator('.sealed-cards .card').count(), await friend.page.locator('.sealed-cards').count()]).toEqual([2, 0]);
    expect(await host.page.locator('.fan, .press .brass').count()).toBe(0);
    await host.context.close();
    await friend.context.close();
  }
  expect(partingOf(pages[0] ?? '', pages[1] ?? '')).toBe('');
  expect(spoken[0]).toBe(spoken[1]);
  expect(spoken[0]).toMatch(/ordered/);
  expect(messages[0]).toEqual(messages[1]);
  expect(messages[0]?.filter((one) => one.includes('"t":"step"')).length).toBeGreaterThan(1);
  expect(differences(pictures[0] as Picture, pictures[1] as Picture)).toBe(0);
  expect(pages[0]?.length).toBeGreaterThan(3000);
}, 600000);
