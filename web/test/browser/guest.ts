// A guest at a table of the drawn page, for tests: makes tables, sits down, plays by roles and names alone.
import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';

/** A table made without the form, by whoever looks at the page. */
export async function makeTable(page: Page, url: string, settings: object): Promise<string> {
  await page.goto(url);
  await page.locator('article').first().waitFor({ timeout: 60000 });
  return page.evaluate(async (body) => {
    const answer = await fetch('/api/tables', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
    return ((await answer.json()) as { code: string }).code;
  }, { pause: [0, 0], reaction: [0, 0], ...settings });
}

/** Gives whoever looks at the page a name. */
export async function callMe(page: Page, url: string, name: string): Promise<void> {
  await page.goto(url);
  await page.locator('article').first().waitFor();
  await page.evaluate((body) => fetch('/api/me', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }), { name });
}

/** Tables that this page makes by its own buttons get this seed: what happens there is the same each time. */
export async function seedTables(page: Page, seed: string): Promise<void> {
  await page.route('**/api/tables', (route) => {
    const settings = JSON.parse(route.request().postData() ?? '{}') as object;
    return route.continue({ postData: JSON.stringify({ ...settings, seed }) });
  });
}

/** What is pressed with, and on which page. */
export type Hand = { page: Page; taps?: boolean; isPlain?: boolean };

type Things = { over: Locator; cards: Locator; order: Locator; totals: Locator; serve: Locator | null; stop: Locator; on: Locator };

/** What the script presses, by role and name alone; a total of the plain page is an action by itself. */
function thingsOf({ page, isPlain = false }: Hand): Things {
  const button = (name: RegExp): Locator => page.getByRole('button', { name, disabled: false });
  const over = page.getByRole('heading', { name: /win/ });
  if (isPlain) {
    const cards = page.getByRole('group', { name: /^Order/ }).getByRole('checkbox');
    return { over, cards, order: button(/^Order: \d/), totals: button(/^Serve/), serve: null, stop: button(/^Turn off the tap/), on: button(/^Roll on/) };
  }
  const [cards, totals] = [button(/^Card \d/), page.getByRole('radio', { name: /^\d+ mugs?$/, disabled: false })];
  return { over, cards, order: button(/^Order \d+ mug/), totals, serve: button(/^Serve \d+ mug/), stop: button(/^Tap off/), on: button(/^Roll on/) };
}

/** Does one thing if something is asked, the `turn`th of this guest; sees only what the accessibility tree has. */
export async function playOnce(hand: Hand, turn: number): Promise<'played' | 'waits' | 'over'> {
  const { over, cards, order, totals, serve, stop, on } = thingsOf(hand);
  const press = (one: Locator): Promise<void> => (hand.taps ? one.tap({ timeout: 4000 }) : one.click({ timeout: 4000 }));
  if (await over.count()) return 'over';
  // What cannot be pressed belongs to a question that was just answered.
  try {
    if (await cards.count()) {
      // The edge of a card: the next one lies on the rest of it.
      const card = cards.nth(turn % 3);
      await (hand.taps || hand.isPlain ? press(card) : card.click({ timeout: 4000, position: { x: 14, y: 40 } }));
      await press(order);
      return 'played';
    }
    if (await totals.count()) {
      await press(totals.last());
      if (serve) await press(serve);
      return 'played';
    }
    if (await stop.count()) {
      await press(turn % 4 === 3 ? on : stop);
      return 'played';
    }
  } catch {
    // The question was over before the finger came down.
  }
  return 'waits';
}

export async function playToEnd(hands: Hand[], patience: number): Promise<void> {
  const end = Date.now() + patience;
  const [first] = hands;
  // What is chosen hangs on how much was answered, not on how often it was looked: a match is the same each time.
  const turns = hands.map(() => 0);
  while (Date.now() < end) {
    const done = await Promise.all(hands.map((hand, i) => playOnce(hand, turns[i] as number)));
    done.forEach((one, i) => (turns[i] = (turns[i] as number) + (one === 'played' ? 1 : 0)));
    if (done.every((one) => one === 'over')) return;
    if (done.every((one) => one === 'waits')) await first?.page.waitForTimeout(60);
  }
  throw new Error(`no end: ${await first?.page.locator('main').innerText()}`);
}

const LANGUAGES = ['de', 'en', 'fr', 'it'] as const;
const CATALOGUES = LANGUAGES.map((language) => (JSON.parse(readFileSync(new URL(`../../made/words.${language}.json`, import.meta.url), 'utf8')) as { words: Record<string, string> }).words);

/** A name that begins with this message, in the language of the visitor, whichever it is. */
const named = (key: string): RegExp => new RegExp(`^(?:${CATALOGUES.map((words) => words[key]?.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})(?![\\p{L}])`, 'u');

/** Sits down on the first free stool and, if it is one's own table, starts; by roles and names. */
export async function sitDown(page: Page, url: string, code: string, starts: boolean): Promise<void> {
  await page.goto(`${url}/t/${code}`);
  await page.getByRole('button', { name: named('page.free') }).first().click();
  await page.getByRole('button', { name: named('page.you') }).waitFor();
  if (starts) await page.getByRole('button', { name: named('page.start'), disabled: false }).click();
}

export type Phase = 'order' | 'reckoning' | 'serving' | 'end';

/** Which phase asks this seat, by what can be pressed; null: nothing is asked now. */
export async function phaseOf(page: Page): Promise<Phase | null> {
  return page.evaluate(() => {
    const count = (what: string): number => document.querySelectorAll(`${what}:not(:disabled)`).length;
    if (count('.result')) return 'end';
    if (count('.fan .card')) return 'order';
    if (count('.mug')) return 'reckoning';
    return count('.press .brass') === 2 ? 'serving' : null;
  });
}

/** The same, once something is asked or the match is over. */
export async function nextPhase(page: Page): Promise<Phase> {
  for (;;) {
    await page.locator('.result, .fan .card:not(:disabled), .mug:not(:disabled), .press .brass:not(:disabled) ~ .brass:not(:disabled)').first().waitFor();
    const phase = await phaseOf(page);
    if (phase) return phase;
  }
}

/** Chooses what an answer needs beside its button. */
export async function choose(page: Page, phase: Phase, turn: number): Promise<void> {
  if (phase === 'order') await page.locator('.fan .card').nth(2 + (turn % 3)).click();
  if (phase === 'reckoning') await page.locator('.mug').last().click();
}

/** Answers what is asked, with one tap or two. */
export async function answer(page: Page, phase: Phase, turn: number, rollsOn = false): Promise<void> {
  await choose(page, phase, turn);
  await page.locator('.press .brass:not(:disabled)').nth(rollsOn ? 1 : 0).click();
}
