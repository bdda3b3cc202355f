// A guest at a table of the drawn page, for tests: makes tables, sits down, plays by roles and names alone.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { visit } from './tavern';

/** A table made without the form, by whoever looks at the page. */
export async function makeTable(page: Page, url: string, settings: object): Promise<string> {
  await page.goto(url);
  await page.locator('article').first().waitFor({ timeout: 60000 });
  return page.evaluate(async (body) => {
    const answer = await fetch('/api/tables', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
    return ((await answer.json()) as { code: string }).code;
  }, { pause: [0, 0], reaction: [0, 0], ...settings });
}

/** Tables that this page makes by its own buttons get this seed: what happens there is the same each time. */
export async function seedTables(page: Page, seed: string): Promise<void> {
  await page.route('**/api/tables', (route) => {
    const settings = JSON.parse(route.request().postData() ?? '{}') as object;
    return route.continue({ postData: JSON.stringify({ ...settings, seed }) });
  });
}

/** Words that the script looks for, in the language of the visitor. */
export const NAMES = {
  en: { sit: /free/, start: /Start/, card: /^Card (\d)/, brass: /^Order \d+ mug|^Serve \d+ mug/, tap: /^Tap off/, on: /^Roll on/, mug: /^\d+ mugs?$/, over: /win/ },
} as const;

/** Does one thing if something is asked, the `turn`th of this guest; sees only what the accessibility tree has. */
export async function playOnce(page: Page, turn: number): Promise<'played' | 'waits' | 'over'> {
  const names = NAMES.en;
  if (await page.getByRole('heading', { name: names.over }).count()) return 'over';
  const cards = page.getByRole('button', { name: names.card });
  const mugs = page.getByRole('radio', { name: names.mug });
  const tap = page.getByRole('button', { name: names.tap });
  const brass = page.getByRole('button', { name: names.brass });
  try {
    if (await cards.count()) {
      await cards.nth(turn % 3).click({ timeout: 4000, position: { x: 14, y: 40 } });
      await brass.click({ timeout: 4000 });
      return 'played';
    }
    if (await mugs.count()) {
      await mugs.last().click({ timeout: 4000 });
      await brass.click({ timeout: 4000 });
      return 'played';
    }
    if (await tap.count()) {
      await (turn % 4 === 3 ? page.getByRole('button', { name: names.on }) : tap).click({ timeout: 4000 });
      return 'played';
    }
  } catch {
    // The question was over before the finger came down.
  }
  return 'waits';
}

export async function playToEnd(pages: Page[], patience: number): Promise<void> {
  const end = Date.now() + patience;
  // What is chosen hangs on how much was answered, not on how often it was looked: a match is the same each time.
  const turns = pages.map(() => 0);
  while (Date.now() < end) {
    const done = await Promise.all(pages.map((page, i) => playOnce(page, turns[i] as number)));
    done.forEach((one, i) => (turns[i] = (turns[i] as number) + (one === 'played' ? 1 : 0)));
    if (done.every((one) => one === 'over')) return;
    if (done.every((one) => one === 'waits')) await pages[0]?.waitForTimeout(60);
  }
  throw new Error(`no end: ${await pages[0]?.locator('main').innerText()}`);
}

/** Sits down on the first free stool and, if it is one's own table, starts. */
export async function sitDown(page: Page, url: string, code: string, starts: boolean): Promise<void> {
  await page.goto(`${url}/t/${code}`);
  await page.locator('.stool-place:has(.free)').first().click({ timeout: 30000 });
  await page.locator('.stool-place:has-text("You"), .stool-place:has-text("Du"), .stool-place:has-text("Toi"), .stool-place:has-text("Tu")').first().waitFor({ timeout: 30000 });
  if (starts) await page.locator('button.make:not(:disabled)').click({ timeout: 30000 });
}

export async function guest(browser: Browser, language = 'en', width = 1280, height = 800): Promise<{ page: Page; context: BrowserContext; complaints: string[] }> {
  return visit(browser, language, width, height);
}
