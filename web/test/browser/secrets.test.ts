// What a page may not show: twin matches that differ only in what somebody else has sealed, and the television, which
// everybody in the room sees. (Polterfass: taproom.test.ts.)
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { Table } from '../../src/table/table';
import { unfold } from '../unit/unfold';
import { Crowd, Person } from './crowd';
import { hearMessages } from './frames';
import { countLines, noteSpeech, waitUntilSaid } from './hearing';
import { differences, look, waitForRest, type Picture } from './looking';
import { bring, MOMENTS, seen } from './nights';
import { openTavern } from './tavern';
import { alike, findWrongOnWall, pagePicture, pageText, partingOf } from './twins';

const PATIENCE = 40000;
const tavern = openTavern();

/** A table as it is opened, and what somebody else does while it is read. */
type Twin = { code: string; reader: Person; act(page: Page): Promise<void>; leave(): void };

/** The page of one person at each of two tables that are alike but for what it may not show. */
async function compareTwins(isOpen: (page: Page) => Promise<void>, open: (which: number) => Promise<Twin>): Promise<void> {
  const pages: string[] = [];
  const spoken: string[] = [];
  const messages: string[][] = [];
  const pictures: Picture[] = [];
  for (const which of [0, 1]) {
    const { code, reader, act, leave } = await open(which);
    const { page, context, complaints } = await tavern.visit('en', 1280, 800);
    const heard = hearMessages(page);
    await noteSpeech(page);
    await reader.lend(context);
    await page.goto(`${tavern.url}/t/${code}?quality=0`);
    await isOpen(page);
    const lines = await countLines(page);
    await act(page);
    await waitForRest(page);
    spoken.push(await waitUntilSaid(page, lines));
    await waitForRest(page);
    pages.push(await pageText(page, code));
    messages.push(alike(heard));
    pictures.push(await pagePicture(page));
    expect(complaints).toEqual([]);
    leave();
    await context.close();
  }
  expect(partingOf(pages[0] ?? '', pages[1] ?? '')).toBe('');
  expect(spoken[0]).toBe(spoken[1]);
  expect(messages[0]).toEqual(messages[1]);
  expect(messages[0]?.filter((one) => one.includes('"t":"step"')).length).toBeGreaterThan(0);
  expect(differences(pictures[0] as Picture, pictures[1] as Picture)).toBe(0);
  expect(pages[0]?.length).toBeGreaterThan(3000);
}

const send = async (who: Person, table: string, action: string): Promise<void> => {
  await who.wire.request({ t: 'act', table, ask: who.table?.prompt.value?.ask ?? 0, action });
};

/** Somebody seals one of two choices; that he did is seen. */
function sealed(crowd: Crowd, reader: Person, seals: Person, choice: string): Twin {
  const act = async (page: Page): Promise<void> => {
    const done = page.locator('.badge.done');
    const before = await done.count();
    await send(seals, crowd.table, choice);
    await done.nth(before).waitFor({ timeout: PATIENCE });
  };
  return { code: crowd.code, reader, act, leave: () => crowd.leave() };
}

const dragonIsOpen = (page: Page): Promise<void> => page.locator('.dragon').waitFor({ timeout: PATIENCE });

test('W-18 Zum Blauen Drachen: a sealed answer is its owner\'s until all have answered', async () => {
  await compareTwins(dragonIsOpen, async (which) => {
    const cards = (person: Person): string[] => unfold(person.table?.prompt.value as never).filter((one) => /^play \w+$/.test(one));
    const poised = (crowd: Crowd): Person[] => crowd.people.filter((one) => one.table?.prompt.value?.must && cards(one).length > 0);
    const { crowd } = await bring(tavern.url, 2, (_person, now, all) => now.stack.length > 0 && poised(all).length > 1);
    const [who, reader] = poised(crowd) as [Person, Person];
    return sealed(crowd, reader, who, [cards(who)[0] as string, 'pass'][which] as string);
  });
}, 120000);

/** Of the journal of a table: the last cards of a seat's deck change places with those it was dealt. */
const DEAL_ANEW = `
import sqlite3, sys
file, table, seat = sys.argv[1:]
rows = sqlite3.connect(file)
[(row, body)] = rows.execute("select row, body from journal where tab = ? and kind = 'entry' and instr(body, ?)", (table, f"chance shuffle {seat} ".encode())).fetchall()
words = body.decode().split(" ")
hand, last = slice(4, 11), slice(words.index("#") - 7, words.index("#"))
words[hand], words[last] = words[last], words[hand]
rows.execute("update journal set body = ? where tab = ? and row = ?", (" ".join(words).encode(), table, row))
rows.commit()
`;

test('W-18 Zum Blauen Drachen: a hand of other cards is its owner\'s', async () => {
  const crowd = await Crowd.at(tavern.url, { game: 'drachen', seats: 3, seed: '4' });
  const [asked, other, reader] = crowd.people as [Person, Person, Person];
  await crowd.playUntil(() => null, () => asked.table?.prompt.value?.must === true && other.view !== null, 1, PATIENCE);
  const kept = mkdtempSync(join(tmpdir(), 'twin-'));
  const hands: string[] = [];
  /** The server is started twice from what it had kept then; the second time another seat holds other cards. */
  const change = (which: number) => (data: string): void => {
    if (!which) return cpSync(data, kept, { recursive: true });
    cpSync(kept, data, { recursive: true });
    const { status, stderr } = spawnSync('python3', ['-', join(data, 'tables.db'), crowd.table, '1'], { input: DEAL_ANEW, encoding: 'utf8', maxBuffer: 1 << 20 });
    expect([status, stderr]).toEqual([0, '']);
  };
  crowd.leave();
  await compareTwins(dragonIsOpen, async (which) => {
    await tavern.restart(change(which));
    const [first, second] = [asked, other].map((one) => Person.known(one.token, tavern.url)) as [Person, Person];
    for (const one of [first, second]) one.table = new Table(one.wire, crowd.table, crowd.code);
    await expect.poll(() => first.table?.prompt.value?.must === true && second.view !== null, { timeout: PATIENCE }).toBe(true);
    hands.push(seen(second).seats[1]?.hand.toString() ?? '');
    const act = async (page: Page): Promise<void> => {
      await send(first, crowd.table, 'pass');
      await expect.poll(() => page.locator('#panel .lines').innerText(), { timeout: PATIENCE }).not.toBe('');
    };
    return { code: crowd.code, reader: Person.known(reader.token, tavern.url), act, leave: () => [first, second].forEach((one) => one.leave()) };
  });
  expect(hands[0]).not.toBe(hands[1]);
  rmSync(kept, { recursive: true, force: true });
}, 120000);

test('W-18 Riff Raff: a card that lies face down is its owner\'s until all have laid one', async () => {
  await compareTwins((page) => page.locator('.area-cards').waitFor({ timeout: PATIENCE }), async (which) => {
    const crowd = await Crowd.at(tavern.url, { game: 'riffraff', seats: 2, seed: '4' });
    const [seals, reader] = crowd.people as [Person, Person];
    expect(await crowd.playUntil(() => null, () => Boolean(seals.table?.prompt.value?.must && reader.table?.prompt.value?.must))).toBe(true);
    return sealed(crowd, reader, seals, ['card 3', 'card 8'][which] as string);
  });
}, 120000);

/** The parts of a television that lie on each other: the ship must not be behind the seats, nor what is seen from above
 * behind the invitation. */
async function findHidden(page: Page): Promise<string[]> {
  return page.evaluate(() => ([['.ship-stage', '.tv-seats'], ['.flat-above', '.door']] as const).flatMap((pair) => {
    const [a, b] = pair.map((name) => document.querySelector(name)?.getBoundingClientRect());
    const lies = a && b && a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    return lies ? [`hidden: ${pair.join(' and ')}`] : [];
  }));
}

/** What the television of a table shows now that it must not, or too small. */
async function findOnWall(code: string): Promise<string[]> {
  const { page, context, complaints } = await tavern.visit('en', 1280, 720);
  await page.goto(`${tavern.url}/t/${code}?tv&quality=0`);
  await page.locator('.tv-seats').waitFor({ timeout: PATIENCE });
  await waitForRest(page);
  const faults = [...(await findWrongOnWall(page)), ...(await findHidden(page)), ...(await look(page)), ...complaints];
  if (process.env['PICTURES']) await page.screenshot({ path: `${process.env['PICTURES']}/tv-${code}.png` });
  await context.close();
  return faults;
}

test.each(MOMENTS.filter(([name]) => ['answering', 'gambling', 'a contest'].includes(name)))('W-43 the television at the Blue Dragon, %s: no hand, nothing sealed, nothing small, nothing to press', async (_name, seed, isIt) => {
  const { crowd } = await bring(tavern.url, seed, isIt);
  expect(await findOnWall(crowd.code)).toEqual([]);
  crowd.leave();
}, 120000);

test('W-43 the television of Riff Raff, cards laid and a piece held: the same', async () => {
  const crowd = await Crowd.at(tavern.url, { game: 'riffraff', seats: 2, seed: '4' });
  const [dora, emil] = crowd.people as [Person, Person];
  await crowd.playUntil(({ actions, person }) => (person === dora ? actions.find((one) => one === 'card 6') ?? null : null), () => (emil.view as { laid?: number[] } | null)?.laid?.length === 1);
  expect(await findOnWall(crowd.code)).toEqual([]);
  expect(await crowd.playUntil(({ actions }) => actions[0] ?? null, () => Boolean(dora.table?.sim.value))).toBe(true);
  expect(await findOnWall(crowd.code)).toEqual([]);
  crowd.leave();
}, 120000);
