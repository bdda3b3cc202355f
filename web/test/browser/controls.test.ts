// Zum Blauen Drachen and Riff Raff without a pointer: a turn by keyboard alone, a loading by keyboard alone, and one by
// gamepad. (Polterfass by keyboard: taproom.test.ts; what each key does in a hand: test/unit/hand.test.ts.)
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { unfold } from '../unit/unfold';
import { Crowd, type Person } from './crowd';
import { pressByKey, tabTo } from './keys';
import { readKit } from './loader';
import { besideOf, byKeys } from './mate';
import { bring, seen, taskOf } from './nights';
import { rest, settle, Watch } from './sailor';
import { openTavern } from './tavern';

const PATIENCE = 60000;
const { phases } = readKit();
const tavern = openTavern();

/** Micrometres: so low that the server lets a barrel go. */
const LOW = 163000;
const letGo = (page: Page) => page.getByRole('button', { name: /^Let go/ });

test('W-13 Zum Blauen Drachen: a card is chosen by its digit, aimed and sent by keys alone', async () => {
  const isAimed = (one: string): boolean => /^play \w+ >\d$/.test(one);
  const { crowd, who } = await bring(tavern.url, 4, (person) => taskOf(person) === 'drachen.task_action' && unfold(person.table?.prompt.value as never).some(isAimed));
  const [, card = '', target = ''] = (unfold(who.table?.prompt.value as never).find(isAimed) ?? '').split(' ');
  const seat = who.table?.info.value?.seats[Number(target.slice(1))];
  const { page, context, complaints } = await tavern.visit('en', 1280, 800);
  await who.lend(context);
  await page.goto(`${tavern.url}/t/${crowd.code}?quality=0`);
  const cards = page.getByRole('region', { name: 'Your cards' }).getByRole('button');
  await cards.first().waitFor({ timeout: PATIENCE });
  const hand = seen(who).seats[who.table?.seat.value ?? 0]?.hand as string[];
  const place = hand.indexOf(card);
  await page.keyboard.press(String(place + 1));
  await expect.poll(() => cards.nth(place).getAttribute('aria-pressed')).toBe('true');
  // A card is left by Escape, and found again by arrows.
  await page.keyboard.press('Escape');
  await expect.poll(() => cards.nth(place).getAttribute('aria-pressed')).toBe('false');
  await page.keyboard.press(place ? 'ArrowLeft' : 'ArrowRight');
  await page.keyboard.press(place ? 'ArrowRight' : 'ArrowLeft');
  await page.keyboard.press('Enter');
  await expect.poll(() => cards.nth(place).getAttribute('aria-pressed')).toBe('true');
  await pressByKey(page, page.getByRole('list', { name: 'At the table' }).getByRole('button', { name: seat?.name ?? '' }));
  await pressByKey(page, page.getByRole('button', { name: /^Play "/ }));
  await expect.poll(() => seen(who).stack.map((one) => [one.card, one.targets]), { timeout: PATIENCE }).toEqual([[card, [Number(target.slice(1))]]]);
  expect(complaints).toEqual([]);
  crowd.leave();
  await context.close();
}, 120000);

test('W-13 Zum Blauen Drachen: digits are the cards also while one is a possible target oneself', async () => {
  const handOf = (person: Person): string[] => seen(person).seats[person.table?.seat.value ?? 0]?.hand as string[];
  const isLaid = (person: Person): boolean => unfold(person.table?.prompt.value as never).some((one) => one.startsWith(`play ${handOf(person)[0]}`));
  const { crowd, who } = await bring(tavern.url, 4, (person) => taskOf(person) === 'drachen.task_buy' && handOf(person).length > 0 && !isLaid(person));
  const { page, context, complaints } = await tavern.visit('en', 1280, 800);
  await who.lend(context);
  await page.goto(`${tavern.url}/t/${crowd.code}?quality=0`);
  await page.locator('.own-bar.target').waitFor({ timeout: PATIENCE });
  const title = ((await page.locator('.dragon-hand .title').first().textContent()) ?? '').replaceAll('\u00ad', '');
  await page.keyboard.press('1');
  // A card that does not fit now is read.
  await page.getByRole('dialog', { name: title }).waitFor({ timeout: PATIENCE });
  expect(await page.locator('.own-bar').getAttribute('aria-pressed')).toBe('false');
  // Whoever leaves the table with a card open does not find it at the next one.
  const link = `/t/${crowd.code}?quality=0`;
  const goTo = (place: string): Promise<void> => page.evaluate((to) => (history.pushState(null, '', to), void window.dispatchEvent(new PopStateEvent('popstate'))), place);
  await goTo('/');
  await page.locator('article').first().waitFor({ timeout: PATIENCE });
  await goTo(link);
  await page.locator('.own-bar.target').waitFor({ timeout: PATIENCE });
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(complaints).toEqual([]);
  crowd.leave();
  await context.close();
}, 120000);

/** Somebody who is asked for a card; whoever plays the 6 loads first here. */
async function sitAtShip(): Promise<{ page: Page; watch: Watch; leave(): Promise<void> }> {
  const crowd = await Crowd.at(tavern.url, { game: 'riffraff', seats: 2, bots: { 1: 'random' }, seed: '5' });
  const { page, context, complaints } = await tavern.visit('en', 1280, 800);
  const watch = new Watch(page, phases);
  await (crowd.people[0] as Person).lend(context);
  const leave = async (): Promise<void> => {
    expect(complaints).toEqual([]);
    crowd.leave();
    await context.close();
  };
  await page.goto(`${tavern.url}/t/${crowd.code}?quality=0`);
  await page.getByRole('button', { name: 'Card 6', exact: true }).waitFor({ timeout: PATIENCE });
  return { page, watch, leave };
}

/** From the question for a card to a barrel in the hand. */
async function takeByKeys(page: Page): Promise<void> {
  await page.keyboard.press('6');
  await pressByKey(page, page.getByRole('button', { name: 'Lay the 6 face down' }));
  await page.getByRole('button', { name: 'barrel' }).first().waitFor({ timeout: PATIENCE });
  await tabTo(page, page.getByRole('region', { name: 'Your cards' }).getByRole('button', { name: 'barrel' }));
  await page.keyboard.press('Enter');
  await pressByKey(page, page.getByRole('button', { name: /^Load: / }));
  await letGo(page).waitFor({ timeout: PATIENCE });
}

test('W-13 W-70 Riff Raff: a card by its digit, a piece, and the whole loading by keys alone', async () => {
  const { page, watch, leave } = await sitAtShip();
  await takeByKeys(page);
  const start = await settle(watch);
  await page.keyboard.press('ArrowUp');
  expect((await rest(watch, ({ at }) => at[0] > start.at[0])).at[0]).toBe(start.at[0] + 2000);
  const way = byKeys(page);
  for (let looks = 0; looks < 4; looks++) {
    const [right, forward] = (await besideOf(page)) ?? [0, 0];
    await way.move(-right, -forward);
    await settle(watch);
  }
  await way.raise((LOW - (watch.held?.at[2] ?? 0)) / 1000);
  await settle(watch);
  await expect.poll(() => watch.frame?.release, { timeout: PATIENCE }).toBe(0);
  await page.keyboard.press('Space');
  await expect.poll(() => watch.held, { timeout: PATIENCE }).toBeNull();
  await leave();
}, 120000);

/** A gamepad of the standard layout whose sticks and buttons a test moves. */
async function plugPad(page: Page): Promise<(axes: number[], buttons?: number[]) => Promise<void>> {
  await page.evaluate(() => {
    const pad = { mapping: 'standard', axes: [0, 0, 0, 0], buttons: Array.from({ length: 16 }, () => ({ value: 0 })) };
    Object.assign(window, { pad });
    navigator.getGamepads = () => [null, pad as unknown as Gamepad];
  });
  return (axes, buttons = []) => page.evaluate(([sticks, down]) => {
    const { pad } = window as unknown as { pad: { axes: number[]; buttons: { value: number }[] } };
    pad.axes = sticks as number[];
    pad.buttons = Array.from({ length: 16 }, (_unused, i) => ({ value: Number(down?.includes(i)) }));
  }, [axes, buttons]);
}

const [A, LEFT_TRIGGER] = [0, 6];
const REST = [0, 0, 0, 0];

test('W-70 Riff Raff by gamepad: the stick moves the outline, a trigger lowers, A lets go', async () => {
  const { page, watch, leave } = await sitAtShip();
  await takeByKeys(page);
  const hold = await plugPad(page);
  const start = await settle(watch);
  await page.waitForTimeout(200);
  expect(watch.sent).toEqual([]);
  await hold([1, 0, 0, 0]);
  await expect.poll(() => (watch.lastSent?.pose.at[1] ?? start.at[1]) < start.at[1] - 5000, { timeout: PATIENCE }).toBe(true);
  await hold(REST);
  const moved = await rest(watch);
  expect([moved.at[0], moved.at[2], moved.turned]).toEqual([start.at[0], start.at[2], start.turned]);
  await hold(REST, [LEFT_TRIGGER]);
  await expect.poll(() => (watch.lastSent?.pose.at[2] ?? 1e9) < LOW + 4000, { timeout: PATIENCE, interval: 10 }).toBe(true);
  await hold(REST);
  const lowered = await rest(watch);
  expect([lowered.at[0], lowered.at[1], lowered.turned]).toEqual([moved.at[0], moved.at[1], moved.turned]);
  await settle(watch);
  expect(watch.held).not.toBeNull();
  await hold(REST, [A]);
  // It may not be over its area: then the server says so, which is an answer too.
  await expect.poll(() => watch.held === null || watch.refusals.length > 0, { timeout: PATIENCE }).toBe(true);
  await leave();
}, 120000);
