// People at tables of the drawn page: set-up, links, bad networks, phrases, names that are no markup.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { answer, callMe, makeTable, phaseOf, playToEnd, seedTables, sitDown } from './guest';
import { Table } from '../../src/table/table';
import { Person } from './crowd';
import { look, lookAtLarge, waitForRest } from './looking';
import { findFaults, Line, openBrowser, openTavern, Tavern, visit } from './tavern';

const tavern = openTavern();

const ORDERING = { game: 'polterfass', seats: 3, bots: { 1: 'regular', 2: 'bold' }, options: { barrels: 'table', first_innkeeper: 1 }, seed: '31' };

/** What this seat sees and may do: seats, ribbon, board, hand, buttons. */
const tableText = (page: Page): Promise<string> => page.evaluate(() => ['.seats', '.ribbon', '.row', '.hand', '.press'].map((part) => document.querySelector(part)?.textContent ?? '').join('\n'));

test('W-40 a table is set up by taps, and friends come by link; the start is the host\'s', async () => {
  const host = await tavern.visit('de', 390, 844, true);
  await seedTables(host.page, '5');
  await host.page.goto(tavern.url);
  await host.page.getByRole('link', { name: 'Polterfass Mit Freunden' }).tap();
  const stools = host.page.locator('.stool-place');
  const before = await stools.count();
  await host.page.getByRole('button', { name: 'Noch ein Stuhl' }).tap();
  expect(await stools.count()).toBe(before + 1);
  const last = stools.last();
  await last.tap();
  expect(await last.innerText()).toContain('Stammgast');
  for (let i = 0; i < 6 && (await stools.count()) > before; i++) await last.tap();
  expect(await stools.count()).toBe(before);
  await host.page.getByRole('radio', { name: '100' }).tap();
  await host.page.getByRole('button', { name: /^Tisch für/ }).tap();
  const code = await host.page.locator('.invitation .code').innerText();
  expect(code).toMatch(/^[0-9a-z]{4}-[0-9a-z]{4}$/);
  expect(await host.page.locator('.invitation img').evaluate((one: HTMLImageElement) => one.decode().then(() => one.naturalWidth > 0))).toBe(true);
  const settings = await host.page.evaluate(async (word) => {
    const answer = (await (await fetch(`/api/codes/${word.replace('-', '')}`)).json()) as { info: { settings: { options: Record<string, unknown> } } };
    return answer.info.settings.options['goal'];
  }, code);
  expect(settings).toBe(100);
  const friend = await tavern.visit('en', 844, 390);
  await friend.page.goto(tavern.url);
  await friend.page.getByRole('textbox', { name: 'Code or link' }).fill(code.toUpperCase());
  await friend.page.getByRole('button', { name: 'Join' }).click();
  const free = host.page.getByRole('button', { name: /^frei/ });
  const freeBefore = await free.count();
  await friend.page.getByRole('button', { name: /^free/ }).first().click();
  await expect.poll(() => free.count()).toBe(freeBefore - 1);
  // The host gives what is free to computer players, and takes one of them away; how many stools there are stays.
  for (let left = freeBefore - 1; left > 0; left--) {
    await free.first().tap();
    await host.page.getByRole('dialog').getByRole('button', { name: /^Computer/ }).first().tap();
    await expect.poll(() => free.count()).toBe(left - 1);
  }
  const computer = host.page.getByRole('button', { name: /Stammgast$/ });
  await computer.last().tap();
  await host.page.getByRole('dialog').getByRole('button', { name: 'Frei für Freunde' }).tap();
  await expect.poll(() => free.count()).toBe(1);
  await free.first().tap();
  expect(await host.page.getByRole('dialog').getByRole('button').allInnerTexts()).toEqual([...['Stammgast', 'vorsichtig', 'kühn', 'wahllos'].map((bot) => `Computer: ${bot}`), 'So lassen']);
  expect(await host.page.locator('.stools-help').innerText()).toBe('Tipp einen Stuhl an: frei oder Computergast.');
  await host.page.getByRole('button', { name: /^Computer/ }).first().tap();
  await host.page.getByRole('button', { name: /^Los/, disabled: false }).tap();
  for (const one of [host, friend]) await one.page.locator('.table .seats').waitFor();
  expect([...host.complaints, ...friend.complaints]).toEqual([]);
  await host.context.close();
  await friend.context.close();
}, 600000);

test.each([['de', 360, 640, 'Hinsetzen', 'Dein Name'], ['it', 844, 390, 'Siediti', 'Il tuo nome'], ['fr', 390, 844, 'S\'asseoir', 'Ton nom'], ['en', 1280, 800, 'Sit down', 'Your name']] as const)('W-40 in %s at %ix%i who comes by an invitation gives a name and sits down by the one brass button, by keys or by a stool', async (language, width, height, button, label) => {
  const host = await Person.called('Dora', tavern.url);
  const { table, code } = await host.make({ game: 'riffraff', seats: 4, seed: '4' });
  await host.sit(table, code, 0);
  const names = (): (string | undefined)[] => host.table?.info.value?.seats.map((one) => one?.name) ?? [];
  const guests = [await tavern.visit(language, width, height), await tavern.visit(language, width, height)];
  for (const [i, { page, complaints }] of guests.entries()) {
    await page.goto(`${tavern.url}/t/${code}`);
    const field = page.getByRole('textbox', { name: label });
    await field.fill(i ? 'Uhu' : 'Otter');
    expect([...(await look(page)), ...(await lookAtLarge(page)), ...(await findFaults(page)), ...complaints]).toEqual([]);
    expect(await page.locator('.brass').filter({ visible: true }).allInnerTexts()).toEqual([button]);
    if (i) await page.locator('.stool-place').nth(3).click();
    else await field.press('Enter');
    await expect.poll(names).toEqual(['Dora', 'Otter', ...(i ? [undefined, 'Uhu'] : [undefined, undefined])]);
    await field.waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe('stool-place');
  }
  host.leave();
  for (const { context } of guests) await context.close();
}, 120000);

test.each([['de', 360, 640, /führt zu keinem Tisch/], ['fr', 844, 390, /ne mène à aucune table/]] as const)('W-40 in %s at %ix%i a wrong or ended invitation says so, and another one can be typed', async (language, width, height, words) => {
  const host = await Person.called('Dora', tavern.url);
  const { code } = await host.make({ game: 'riffraff', seats: 2 });
  const ended = await host.make({ game: 'riffraff', seats: 2 });
  await host.wire.request({ t: 'close', table: ended.table });
  const { page, context } = await tavern.visit(language, width, height);
  for (const wrong of ['zzzzzzzz', 'nonsense', ended.code]) {
    await page.goto(`${tavern.url}/t/${wrong}`);
    await page.getByRole('alert').filter({ hasText: words }).waitFor();
  }
  expect([...(await look(page)), ...(await lookAtLarge(page)), ...(await findFaults(page))]).toEqual([]);
  await page.getByRole('textbox', { name: /^Code o/ }).fill(code);
  await page.keyboard.press('Enter');
  await page.locator('.stool-place').first().waitFor();
  host.leave();
  await context.close();
}, 120000);

/** Ends what moves, so that two looks at the table can be compared. */
async function settle(page: Page): Promise<void> {
  await page.keyboard.press('Shift');
  await waitForRest(page);
}

const BROKEN_FOR = process.env['WHOLE'] ? 10000 : 200;

/** The line is cut until the page says so and for a while longer, then mended. Browsers tell their pages when the
 * network is back; this one knows nothing of a line behind it, so that the test tells it, or else leaves the page to
 * find out by itself (`isTold`). */
async function breakLine(page: Page, line: Line, meanwhile: () => Promise<void> = async () => {}, isTold = true): Promise<void> {
  const sign = page.getByText('The line is down');
  line.cut();
  await meanwhile();
  await sign.waitFor();
  await page.waitForTimeout(BROKEN_FOR);
  line.mend();
  if (isTold) await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await sign.waitFor({ state: 'detached' });
}

/** The line is cut while something moves: afterwards the page shows what one that was loaded anew shows. */
async function cutWhileMoving(page: Page, line: Line, what: string): Promise<void> {
  await breakLine(page, line);
  await page.waitForFunction(() => document.querySelector('.press .brass:not(:disabled), .fan .card:not(:disabled), .mug, .result'));
  await settle(page);
  const after = await page.locator('.result').count() ? '' : await tableText(page);
  await page.reload();
  await page.locator('.press .brass, .result').first().waitFor();
  await page.keyboard.press('Shift');
  if (after) await expect.poll(() => tableText(page), { timeout: 30000, message: `cut during the ${what}` }).toBe(after);
}

test('W-41 in each phase a reload gives the same table, and a cut is said, loses nothing, and play goes on', async () => {
  const line = new Line(tavern.url);
  await line.start();
  const { page, context } = await tavern.visit('en');
  const code = await makeTable(page, line.url, { ...ORDERING, options: { barrels: 'table', goal: 40 }, seed: '5' });
  await sitDown(page, line.url, code, true);
  const survived = new Set<string>();
  const end = Date.now() + 500000;
  for (let turn = 0; Date.now() < end;) {
    // A look at both at once: the bill lies over the next question.
    const [isBilling, phase] = await Promise.all([page.locator('.bill').count(), phaseOf(page)]);
    if (isBilling && phase !== 'end' && !survived.has('bill')) {
      survived.add('bill');
      await cutWhileMoving(page, line, 'bill');
      continue;
    }
    if (!phase) {
      await page.waitForTimeout(60);
      continue;
    }
    if (!survived.has(phase)) {
      survived.add(phase);
      await settle(page);
      const read = (): Promise<string> => (phase === 'end' ? page.locator('main').innerText() : tableText(page));
      const before = await read();
      /** What an action brings is asked for and comes a moment later than the buttons. */
      const comesBack = async (why: string): Promise<void> => {
        await page.waitForFunction((was) => document.querySelector(was) !== null, phase === 'end' ? '.result' : '.press .brass');
        await page.keyboard.press('Shift');
        await expect.poll(read, { timeout: 30000, message: `${phase} ${why}` }).toBe(before);
      };
      await page.reload();
      await comesBack('after a reload');
      await breakLine(page, line);
      await comesBack('after a cut');
    }
    if (phase === 'end') break;
    const isThrow = phase === 'serving' && !survived.has('throw');
    const isAnswered = await answer(page, phase, turn, isThrow).then(() => true, () => false);
    if (!isAnswered) continue;
    turn++;
    if (!isThrow) continue;
    survived.add('throw');
    await cutWhileMoving(page, line, 'throw');
  }
  expect([...survived].sort()).toEqual(['bill', 'end', 'order', 'reckoning', 'serving', 'throw']);
  await context.close();
  line.stop();
}, 600000);

test('W-42 a choice stays for its question over a cut, is dropped with it, and what is sent twice is played once', async () => {
  const line = new Line(tavern.url);
  await line.start();
  const [here, there] = [await tavern.visit('en'), await tavern.visit('en')];
  const { page } = here;
  const code = await makeTable(page, line.url, ORDERING);
  await sitDown(page, line.url, code, true);
  await page.getByRole('button', { name: 'Card 3' }).click();
  const brass = page.getByRole('button', { name: /^Order 3 mugs/ });
  await breakLine(page, line);
  await brass.waitFor();
  // Pressed while the line is down again: it goes out once, when the line is back and nobody has said so.
  await breakLine(page, line, () => brass.click(), false);
  await page.locator('#tab-log').click();
  await page.locator('.lines li', { hasText: /You have ordered/ }).first().waitFor();
  expect(await page.locator('.lines li', { hasText: /You have ordered/ }).count()).toBe(1);
  // The same person on another page answers first: what was chosen here belongs to no question any more.
  const end = Date.now() + 300000;
  while ((await phaseOf(page)) !== 'order' || (await brass.count())) {
    const phase = await phaseOf(page);
    if (phase && phase !== 'order') await answer(page, phase, 0).catch(() => {});
    await page.waitForTimeout(60);
    if (Date.now() > end) throw new Error(await page.locator('main').innerText());
  }
  await there.context.addCookies(await here.context.cookies());
  await there.page.goto(`${tavern.url}/t/${code}`);
  await there.page.locator('.fan .card:not(:disabled)').first().click();
  await page.locator('.fan .card:not(:disabled)').nth(1).click();
  await there.page.locator('.press .brass:not(:disabled)').click();
  await page.locator('.ribbon', { hasText: 'The table has changed' }).waitFor();
  expect(await page.locator('.fan .card[aria-pressed=true]').count()).toBe(0);
  await here.context.close();
  await there.context.close();
  line.stop();
}, 600000);

test('W-39 when the page is seen again, shown again or online again it asks whether the server is there', async () => {
  const { page, context } = await tavern.visit('en');
  let pings = 0;
  page.on('websocket', (socket) => socket.on('framesent', (frame) => void (pings += String(frame.payload).includes('"ping"') ? 1 : 0)));
  await page.goto(tavern.url);
  await page.locator('article').first().waitFor();
  await waitForRest(page);
  for (const [where, name] of [['document', 'visibilitychange'], ['window', 'pageshow'], ['window', 'online']] as const) {
    const before = pings;
    await page.evaluate(([target, kind]) => (target === 'window' ? window : document).dispatchEvent(new Event(kind)), [where, name] as const);
    await expect.poll(() => pings, { timeout: 30000, message: name }).toBe(before + 1);
  }
  await context.close();
}, 600000);

test('W-40 a parameter that no page knows is drawn and sent', async () => {
  const { page, context } = await tavern.visit('en');
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
  await page.locator('button.more').click();
  await page.getByRole('radio', { name: 'few' }).click();
  await page.getByRole('radiogroup', { name: 'depth' }).getByRole('radio').last().click();
  await page.locator('button.make').click();
  await page.locator('.toast').waitFor();
  const options = (made as { options: Record<string, unknown> } | null)?.options ?? {};
  expect(options['ghosts']).toBe('few');
  expect(Number(options['depth'])).toBeGreaterThan(4);
  await context.close();
}, 600000);

test('W-44 a phrase is two taps and is read in each language; names are no markup; who is muted is not read', async () => {
  const host = await tavern.visit('de', 390, 844);
  const friend = await tavern.visit('en', 1280, 800);
  const code = await makeTable(host.page, tavern.url, { game: 'polterfass', seats: 3, bots: { 2: 'regular' }, options: { barrels: 'table' }, seed: '8', pause: [60000, 60000] });
  await sitDown(host.page, tavern.url, code, false);
  await callMe(friend.page, tavern.url, '<b>&"שלום');
  await sitDown(friend.page, tavern.url, code, false);
  await host.page.locator('button.make:not(:disabled)').click();
  await host.page.locator('#tab-chat').click();
  await host.page.locator('.phrases button').first().click();
  await friend.page.locator('#tab-chat').click();
  const [said, heard] = [host.page.locator('.chat .said').first(), friend.page.locator('.chat .said').first()];
  await said.waitFor();
  await heard.waitFor();
  expect(await said.innerText()).not.toBe(await heard.innerText());
  const place = await host.page.locator('.seats li').first().boundingBox();
  await friend.page.getByRole('textbox', { name: 'Say something' }).fill('<b>&"אבג');
  await friend.page.locator('form.say button').click();
  await host.page.locator('.chat .said', { hasText: '<b>&"' }).first().waitFor();
  expect(await host.page.locator('.chat .said b, .seats b').count()).toBe(0);
  expect(await host.page.locator('.seats li').first().boundingBox()).toEqual(place);
  await host.page.getByRole('button', { name: /stumm schalten/ }).last().click();
  expect(await host.page.locator('.chat .said', { hasText: '<b>&"' }).count()).toBe(0);
  await friend.page.locator('.phrases button').nth(1).click();
  await friend.page.locator('.chat .said').nth(2).waitFor();
  await host.page.waitForTimeout(300);
  expect(await host.page.locator('.chat .said').count()).toBe(1);
  expect([...host.complaints, ...friend.complaints]).toEqual([]);
  await host.context.close();
  await friend.context.close();
}, 600000);

test('W-44 who watches can mute another who watches, and nobody can mute themselves', async () => {
  const [host, otter] = [await Person.called('Dora', tavern.url), await Person.called('Otter', tavern.url)];
  const { table, code } = await host.make({ game: 'polterfass', seats: 3, bots: { 1: 'regular', 2: 'bold' }, seed: '8', pause: [60000, 60000] });
  await host.sit(table, code, 0);
  await host.wire.request({ t: 'start', table });
  const { page, context, complaints } = await tavern.visit('en');
  await page.goto(`${tavern.url}/t/${code}`);
  await page.locator('#tab-chat').click();
  await page.getByRole('textbox', { name: 'Say something' }).fill('from me');
  await page.locator('form.say button').click();
  const said = page.locator('.chat .lines li');
  await said.filter({ hasText: 'from me' }).waitFor();
  otter.table = new Table(otter.wire, table, code);
  await otter.wire.request({ t: 'say', table, text: 'from an otter' });
  await said.filter({ hasText: 'from an otter' }).getByRole('button', { name: /Otter/ }).waitFor();
  expect(await said.filter({ hasText: 'from me' }).getByRole('button').count()).toBe(0);
  await said.getByRole('button').click();
  await said.filter({ hasText: 'from an otter' }).waitFor({ state: 'detached' });
  expect(complaints).toEqual([]);
  await context.close();
  host.leave();
  otter.leave();
}, 120000);

test('W-39 with --lan: the host\'s window names the address for others, and from there everything works without a secure origin; sharing copies the link', async () => {
  const inn = new Tavern();
  await inn.start('--lan', '--bind', '127.0.0.1', '--name', 'tavern.test');
  const outside = await openBrowser('--host-resolver-rules=MAP tavern.test 127.0.0.1');
  const [host, guest] = [await visit(outside, 'en'), await visit(outside, 'en')];
  const url = `http://tavern.test:${new URL(inn.url).port}`;
  const code = await makeTable(host.page, inn.url, { game: 'polterfass', seats: 3, bots: { 2: 'regular' }, options: { goal: 10, barrels: 'table' } });
  const link = `${url}/t/${code}`;
  for (const place of ['/plain/t/', '/t/']) {
    await host.page.goto(inn.url + place + code);
    await expect.poll(() => host.page.getByRole('textbox', { name: 'Link' }).inputValue()).toBe(link);
  }
  await guest.page.goto(link);
  expect(await guest.page.evaluate(() => window.isSecureContext)).toBe(false);
  await guest.page.getByRole('button', { name: 'Invite' }).click();
  await guest.page.getByText('Copied').waitFor();
  expect(await guest.page.getByRole('button', { name: 'Invite' }).evaluate((one) => one === document.activeElement)).toBe(true);
  await guest.page.goto(`${url}/`);
  await guest.page.getByRole('textbox', { name: 'Code or link' }).press('Control+v');
  await expect.poll(() => guest.page.getByRole('textbox', { name: 'Code or link' }).inputValue()).toBe(link);
  await guest.page.getByRole('button', { name: 'Join' }).click();
  await guest.page.getByRole('button', { name: /^free/ }).first().click();
  await sitDown(host.page, inn.url, code, true);
  await playToEnd([host, guest], 200000);
  expect([...host.complaints, ...guest.complaints]).toEqual([]);
  await outside.close();
  expect(await inn.stop()).toBe(0);
}, 600000);
