// What a page may not show: twin matches that differ only in what somebody else has sealed, and the television, which
// everybody in the room sees. (Polterfass: taproom.test.ts.)
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { unfold } from '../unit/unfold';
import { Crowd, type Person } from './crowd';
import { hearMessages } from './frames';
import { differences, look, waitForRest, type Picture } from './looking';
import { bring, MOMENTS } from './nights';
import { openTavern } from './tavern';
import { alike, findWrongOnWall, pagePicture, pageText, partingOf } from './twins';

const PATIENCE = 40000;
const tavern = openTavern();

/** The page of one person while another one seals each of two choices, in two matches that are alike but for that. */
async function compareTwins(isOpen: (page: Page) => Promise<void>, begin: () => Promise<{ crowd: Crowd; reader: Person; seals: Person; choices: [string, string] }>): Promise<void> {
  const pages: string[] = [];
  const messages: string[][] = [];
  const pictures: Picture[] = [];
  for (const which of [0, 1]) {
    const { crowd, reader, seals, choices } = await begin();
    const { page, context, complaints } = await tavern.visit('en', 1280, 800);
    const heard = hearMessages(page);
    await reader.lend(context);
    await page.goto(`${tavern.url}/t/${crowd.code}?quality=0`);
    await isOpen(page);
    const sealed = page.locator('.badge.done');
    const before = await sealed.count();
    const prompt = seals.table?.prompt.value;
    await seals.wire.request({ t: 'act', table: crowd.table, ask: prompt?.ask ?? 0, action: choices[which] as string });
    await sealed.nth(before).waitFor({ timeout: PATIENCE });
    await waitForRest(page);
    pages.push(await pageText(page, crowd.code));
    messages.push(alike(heard));
    pictures.push(await pagePicture(page));
    expect(complaints).toEqual([]);
    crowd.leave();
    await context.close();
  }
  expect(partingOf(pages[0] ?? '', pages[1] ?? '')).toBe('');
  expect(messages[0]).toEqual(messages[1]);
  expect(messages[0]?.filter((one) => one.includes('"t":"step"')).length).toBeGreaterThan(0);
  expect(differences(pictures[0] as Picture, pictures[1] as Picture)).toBe(0);
  expect(pages[0]?.length).toBeGreaterThan(3000);
}

test('W-18 Zum Blauen Drachen: a sealed answer is its owner\'s until all have answered', async () => {
  await compareTwins((page) => page.locator('.dragon').waitFor({ timeout: PATIENCE }), async () => {
    const cards = (person: Person): string[] => unfold(person.table?.prompt.value as never).filter((one) => /^play \w+$/.test(one));
    const poised = (crowd: Crowd): Person[] => crowd.people.filter((one) => one.table?.prompt.value?.must && cards(one).length > 0);
    const { crowd } = await bring(tavern.url, 2, (_person, now, all) => now.stack.length > 0 && poised(all).length > 1);
    const [who, reader] = poised(crowd) as [Person, Person];
    return { crowd, reader, seals: who, choices: [cards(who)[0] as string, 'pass'] };
  });
}, 120000);

test('W-18 Riff Raff: a card that lies face down is its owner\'s until all have laid one', async () => {
  await compareTwins((page) => page.locator('.area-cards').waitFor({ timeout: PATIENCE }), async () => {
    const crowd = await Crowd.at(tavern.url, { game: 'riffraff', seats: 2, seed: '4' });
    const [seals, reader] = crowd.people as [Person, Person];
    expect(await crowd.playUntil(() => null, () => Boolean(seals.table?.prompt.value?.must && reader.table?.prompt.value?.must))).toBe(true);
    return { crowd, reader, seals, choices: ['card 3', 'card 8'] };
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
