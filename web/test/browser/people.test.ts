// People at tables of the drawn page: set-up, links, bad networks, phrases, names that are no markup.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeTable, sitDown } from './guest';
import { Line, openBrowser, Tavern, visit } from './tavern';

const tavern = new Tavern();
let browser: Browser;

beforeAll(async () => {
  await tavern.start();
  browser = await openBrowser();
}, 120000);
afterAll(async () => {
  await browser?.close();
  expect(await tavern.stop()).toBe(0);
}, 60000);

const ORDERING = { game: 'polterfass', seats: 3, bots: { 1: 'regular', 2: 'bold' }, options: { barrels: 'table', first_innkeeper: 1 }, seed: '31' };

/** What this seat sees and may do: seats, ribbon, board, hand, buttons. */
const tableText = (page: Page): Promise<string> => page.evaluate(() => ['.seats', '.ribbon', '.row', '.hand', '.press'].map((part) => document.querySelector(part)?.textContent ?? '').join('\n'));

test('W-40 a table is set up by taps, and friends come by link; the start is the host\'s', async () => {
  const host = await visit(browser, 'de', 390, 844);
  await host.page.goto(tavern.url);
  await host.page.getByRole('link', { name: 'Polterfass Mit Freunden' }).click({ timeout: 60000 });
  const stools = host.page.locator('.stool-place');
  const before = await stools.count();
  await host.page.getByRole('button', { name: 'Noch ein Stuhl' }).click();
  expect(await stools.count()).toBe(before + 1);
  const last = stools.last();
  await last.click();
  expect(await last.innerText()).toContain('Stammgast');
  for (let i = 0; i < 6 && (await stools.count()) > before; i++) await last.click();
  expect(await stools.count()).toBe(before);
  await host.page.getByRole('radio', { name: '100' }).click();
  await host.page.getByRole('button', { name: /^Tisch für/ }).click();
  const code = await host.page.locator('.invitation .code').innerText({ timeout: 30000 });
  expect(code).toMatch(/^[0-9a-z]{4}-[0-9a-z]{4}$/);
  expect(await host.page.locator('.invitation img').evaluate((one: HTMLImageElement) => one.decode().then(() => one.naturalWidth > 0))).toBe(true);
  const settings = await host.page.evaluate(async (word) => {
    const answer = (await (await fetch(`/api/codes/${word.replace('-', '')}`)).json()) as { info: { settings: { options: Record<string, unknown> } } };
    return answer.info.settings.options['goal'];
  }, code);
  expect(settings).toBe(100);
  const friend = await visit(browser, 'en', 844, 390);
  await friend.page.goto(tavern.url);
  await friend.page.getByRole('textbox', { name: 'Code or link' }).fill(code.toUpperCase(), { timeout: 60000 });
  await friend.page.getByRole('button', { name: 'Join' }).click();
  await friend.page.locator('.stool-place:has(.free)').first().click({ timeout: 30000 });
  await host.page.locator('button.make:not(:disabled)').click({ timeout: 30000 });
  for (const one of [host, friend]) await one.page.locator('.table .seats').waitFor({ timeout: 30000 });
  expect([...host.complaints, ...friend.complaints]).toEqual([]);
  await host.context.close();
  await friend.context.close();
}, 200000);

test('W-41 W-42 a reload shows the same table; a cut is said, loses nothing, and a choice stays for its question', async () => {
  const line = new Line(tavern.url);
  await line.start();
  const { page, context } = await visit(browser, 'en');
  const code = await makeTable(page, line.url, ORDERING);
  await sitDown(page, line.url, code, true);
  await page.getByRole('button', { name: 'Card 3' }).waitFor({ timeout: 60000 });
  await page.keyboard.press('Shift');
  await page.waitForTimeout(300);
  const before = await tableText(page);
  await page.reload();
  await page.getByRole('button', { name: 'Card 3' }).waitFor({ timeout: 30000 });
  await page.waitForTimeout(300);
  expect(await tableText(page)).toBe(before);
  await page.getByRole('button', { name: 'Card 3' }).click();
  line.cut();
  await page.getByText('The line is down').waitFor({ timeout: 10000 });
  await page.waitForTimeout(process.env['WHOLE'] ? 10000 : 1500);
  line.mend();
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await page.getByText('The line is down').waitFor({ state: 'detached', timeout: 15000 });
  // Pressed while the line is down again: it goes out once, when the line is back.
  const brass = page.getByRole('button', { name: /^Order 3 mugs/ });
  await brass.waitFor({ timeout: 10000 });
  line.cut();
  await brass.click();
  await page.getByText('The line is down').waitFor({ timeout: 10000 });
  line.mend();
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await page.locator('#tab-log').click();
  await page.locator('.lines li', { hasText: /You have ordered/ }).first().waitFor({ timeout: 30000 });
  expect(await page.locator('.lines li', { hasText: /You have ordered/ }).count()).toBe(1);
  await context.close();
  line.stop();
}, 200000);

test('W-44 a phrase is two taps and is read in each language; names are no markup; who is muted is not read', async () => {
  const host = await visit(browser, 'de', 390, 844);
  const friend = await visit(browser, 'en', 1280, 800);
  const code = await makeTable(host.page, tavern.url, { game: 'polterfass', seats: 3, bots: { 2: 'regular' }, options: { barrels: 'table' }, seed: '8', pause: [60000, 60000] });
  await sitDown(host.page, tavern.url, code, false);
  await friend.page.goto(tavern.url);
  await friend.page.locator('article').first().waitFor({ timeout: 60000 });
  await friend.page.evaluate(() => fetch('/api/me', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ name: '<b>&"שלום' }) }));
  await sitDown(friend.page, tavern.url, code, false);
  await host.page.locator('button.make:not(:disabled)').click({ timeout: 30000 });
  await host.page.locator('#tab-chat').click({ timeout: 60000 });
  await host.page.locator('.phrases button').first().click();
  await friend.page.locator('#tab-chat').click({ timeout: 60000 });
  const [said, heard] = [host.page.locator('.chat .said').first(), friend.page.locator('.chat .said').first()];
  await said.waitFor({ timeout: 20000 });
  await heard.waitFor({ timeout: 20000 });
  expect(await said.innerText()).not.toBe(await heard.innerText());
  const place = await host.page.locator('.seats li').first().boundingBox();
  await friend.page.getByRole('textbox', { name: 'Say something' }).fill('<b>&"אבג');
  await friend.page.locator('form.say button').click();
  await host.page.locator('.chat .said', { hasText: '<b>&"' }).first().waitFor({ timeout: 20000 });
  expect(await host.page.locator('.chat .said b, .seats b').count()).toBe(0);
  expect(await host.page.locator('.seats li').first().boundingBox()).toEqual(place);
  await host.page.getByRole('button', { name: /stumm schalten/ }).last().click();
  expect(await host.page.locator('.chat .said', { hasText: '<b>&"' }).count()).toBe(0);
  await friend.page.locator('.phrases button').nth(1).click();
  await friend.page.locator('.chat .said').nth(2).waitFor({ timeout: 20000 });
  await host.page.waitForTimeout(300);
  expect(await host.page.locator('.chat .said').count()).toBe(1);
  expect([...host.complaints, ...friend.complaints]).toEqual([]);
  await host.context.close();
  await friend.context.close();
}, 200000);

test('W-39 from an insecure origin everything works; sharing copies the link', async () => {
  const inn = new Tavern();
  await inn.start('--name', 'tavern.test');
  const outside = await openBrowser('--host-resolver-rules=MAP tavern.test 127.0.0.1');
  const { page, complaints } = await visit(outside, 'en');
  const url = `http://tavern.test:${new URL(inn.url).port}`;
  const code = await makeTable(page, url, ORDERING);
  expect(await page.evaluate(() => window.isSecureContext)).toBe(false);
  await page.goto(`${url}/t/${code}`);
  await page.getByRole('button', { name: 'Invite' }).click({ timeout: 30000 });
  await page.getByText('Copied').waitFor({ timeout: 10000 });
  await sitDown(page, url, code, true);
  await page.getByRole('button', { name: 'Card 2' }).click({ timeout: 60000 });
  await page.getByRole('button', { name: /^Order 2 mugs/ }).click({ timeout: 20000 });
  await page.locator('.sealed, .bill, .card').first().waitFor({ timeout: 20000 });
  expect(complaints).toEqual([]);
  await outside.close();
  expect(await inn.stop()).toBe(0);
}, 200000);
