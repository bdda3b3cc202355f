// People at tables of the drawn page: set-up, links, bad networks, phrases, names that are no markup.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeTable, seedTables, sitDown } from './guest';
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
  await seedTables(host.page, '5');
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

/** Ends what moves, so that two looks at the table can be compared. */
async function settle(page: Page): Promise<void> {
  await page.keyboard.press('Shift');
  await page.waitForTimeout(300);
}

const BROKEN_FOR = process.env['WHOLE'] ? 10000 : 1200;

/** The line is cut until the page says so and for a while longer, then mended, which the browser tells the page. */
async function breakLine(page: Page, line: Line, meanwhile: () => Promise<void> = async () => {}): Promise<void> {
  const sign = page.getByText('The line is down');
  line.cut();
  await meanwhile();
  await sign.waitFor({ timeout: 10000 });
  await page.waitForTimeout(BROKEN_FOR);
  line.mend();
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await sign.waitFor({ state: 'detached', timeout: 15000 });
}

/** Which phase asks this seat, by what is on the page. */
async function phaseOf(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const has = (what: string): number => document.querySelectorAll(what).length;
    if (has('.result')) return 'end';
    if (has('.fan .card:not(:disabled)')) return 'order';
    if (has('.mug')) return 'reckoning';
    return has('.press .brass:not(:disabled)') === 2 ? 'serving' : null;
  });
}

/** Answers what is asked, with one tap or two. */
async function answer(page: Page, phase: string, turn: number): Promise<void> {
  if (phase === 'order') await page.locator('.fan .card').nth(2 + (turn % 3)).click({ timeout: 5000 });
  if (phase === 'reckoning') await page.locator('.mug').last().click({ timeout: 5000 });
  await page.locator('.press .brass:not(:disabled)').nth(phase === 'serving' && turn % 4 === 1 ? 1 : 0).click({ timeout: 5000 });
}

test('W-41 in each phase a reload gives the same table, and a cut is said, loses nothing, and play goes on', async () => {
  const line = new Line(tavern.url);
  await line.start();
  const { page, context } = await visit(browser, 'en');
  const code = await makeTable(page, line.url, { ...ORDERING, options: { barrels: 'table', goal: 40 }, seed: '5' });
  await sitDown(page, line.url, code, true);
  const survived = new Set<string>();
  for (let turn = 0; turn < 400; turn++) {
    const phase = await phaseOf(page);
    if (!phase) {
      await page.waitForTimeout(60);
      continue;
    }
    if (!survived.has(phase)) {
      survived.add(phase);
      await settle(page);
      const before = phase === 'end' ? await page.locator('main').innerText() : await tableText(page);
      const again = async (): Promise<string> => {
        await page.waitForFunction((was) => document.querySelector(was) !== null, phase === 'end' ? '.result' : '.press .brass', { timeout: 30000 });
        await settle(page);
        return phase === 'end' ? page.locator('main').innerText() : tableText(page);
      };
      await page.reload();
      expect(await again(), `${phase} after a reload`).toBe(before);
      await breakLine(page, line);
      expect(await again(), `${phase} after a cut`).toBe(before);
    }
    if (phase === 'end') break;
    await answer(page, phase, turn).catch(() => {});
  }
  expect([...survived].sort()).toEqual(['end', 'order', 'reckoning', 'serving']);
  await context.close();
  line.stop();
}, 300000);

test('W-42 a choice stays for its question over a cut, is dropped with it, and what is sent twice is played once', async () => {
  const line = new Line(tavern.url);
  await line.start();
  const [here, there] = [await visit(browser, 'en'), await visit(browser, 'en')];
  const { page } = here;
  const code = await makeTable(page, line.url, ORDERING);
  await sitDown(page, line.url, code, true);
  await page.getByRole('button', { name: 'Card 3' }).click({ timeout: 60000 });
  const brass = page.getByRole('button', { name: /^Order 3 mugs/ });
  await breakLine(page, line);
  await brass.waitFor({ timeout: 10000 });
  // Pressed while the line is down again: it goes out once, when the line is back.
  await breakLine(page, line, () => brass.click());
  await page.locator('#tab-log').click();
  await page.locator('.lines li', { hasText: /You have ordered/ }).first().waitFor({ timeout: 30000 });
  expect(await page.locator('.lines li', { hasText: /You have ordered/ }).count()).toBe(1);
  // The same person on another page answers first: what was chosen here belongs to no question any more.
  for (let turn = 0; (await phaseOf(page)) !== 'order' || (await brass.count()); turn++) {
    const phase = await phaseOf(page);
    if (phase && phase !== 'order') await answer(page, phase, 0).catch(() => {});
    await page.waitForTimeout(60);
    if (turn > 500) throw new Error(await page.locator('main').innerText());
  }
  await there.context.addCookies(await here.context.cookies());
  await there.page.goto(`${tavern.url}/t/${code}`);
  await there.page.locator('.fan .card:not(:disabled)').first().click({ timeout: 60000 });
  await page.locator('.fan .card:not(:disabled)').nth(1).click();
  await there.page.locator('.press .brass:not(:disabled)').click();
  await page.locator('.ribbon', { hasText: 'The table has changed' }).waitFor({ timeout: 20000 });
  expect(await page.locator('.fan .card[aria-pressed=true]').count()).toBe(0);
  await here.context.close();
  await there.context.close();
  line.stop();
}, 300000);

test('W-39 when the page is seen again, shown again or online again it asks whether the server is there', async () => {
  const { page, context } = await visit(browser, 'en');
  let pings = 0;
  page.on('websocket', (socket) => socket.on('framesent', (frame) => void (pings += String(frame.payload).includes('"ping"') ? 1 : 0)));
  await page.goto(tavern.url);
  await page.locator('article').first().waitFor({ timeout: 60000 });
  await page.waitForTimeout(500);
  const asks = async (where: 'window' | 'document', name: string): Promise<number> => {
    const before = pings;
    await page.evaluate(([target, kind]) => (target === 'window' ? window : document).dispatchEvent(new Event(kind)), [where, name] as const);
    await page.waitForTimeout(200);
    return pings - before;
  };
  expect([await asks('document', 'visibilitychange'), await asks('window', 'pageshow'), await asks('window', 'online')]).toEqual([1, 1, 1]);
  await context.close();
}, 120000);

test('W-40 a parameter that no page knows is drawn and sent', async () => {
  const { page, context } = await visit(browser, 'en');
  await page.route('**/api/games', async (route) => {
    const answer = await route.fetch();
    const known = (await answer.json()) as { games: { key: string; options: object[] }[] };
    known.games.find((game) => game.key === 'polterfass')?.options.push(
      { name: 'ghosts', help: 'ghosts in the cellar', default: 'none', values: ['none', 'few', 'many'] },
      { name: 'depth', help: 'steps down', default: 4, min: 0, max: 40 });
    await route.fulfill({ response: answer, json: known });
  });
  let made: { options: Record<string, unknown> } | null = null;
  await page.route('**/api/tables', (route) => {
    made = JSON.parse(route.request().postData() ?? 'null') as typeof made;
    return route.fulfill({ status: 400, json: { code: 'bad', reason: 'only looked at' } });
  });
  await page.goto(`${tavern.url}/new/polterfass`);
  await page.locator('button.more').click({ timeout: 60000 });
  await page.getByRole('radio', { name: 'few' }).click();
  await page.getByRole('radiogroup', { name: 'depth' }).getByRole('radio').last().click();
  await page.locator('button.make').click();
  await page.locator('.toast').waitFor({ timeout: 20000 });
  const options = (made as { options: Record<string, unknown> } | null)?.options ?? {};
  expect(options['ghosts']).toBe('few');
  expect(Number(options['depth'])).toBeGreaterThan(4);
  await context.close();
}, 120000);

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
