// What a screen reader has heard of a table: all that both live regions said, in order.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

type Listening = { heard: string[] };

/** From the next page that is loaded here on, notes what its live regions say. */
export async function noteSpeech(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    const last: Record<string, string> = {};
    const hear = (): void => {
      for (const region of ['speech', 'question']) {
        const text = document.getElementById(region)?.textContent ?? '';
        if (text && text !== last[region]) heard.push(text);
        last[region] = text;
      }
    };
    new MutationObserver(hear).observe(document, { childList: true, characterData: true, subtree: true });
  });
}

export const heardOn = (page: Page): Promise<string[]> => page.evaluate(() => (window as unknown as Listening).heard);

const plain = (text: string): string => text.replace(/[\u200b\s]+/g, ' ').trim();

/** Finds each line of the log in what was heard, in order: which were not, and what else was said. */
export function listen(heard: string[], lines: string[]): { unheard: string[]; besides: string } {
  const spoken = heard.map(plain).join(' ');
  const unheard: string[] = [];
  let [from, besides] = [0, ''];
  for (const line of lines) {
    const at = spoken.indexOf(plain(line), from);
    if (at < 0) {
      unheard.push(line);
      continue;
    }
    besides += spoken.slice(from, at);
    from = at + plain(line).length;
  }
  return { unheard, besides: besides + spoken.slice(from) };
}

/** Opens the log; how many lines it has. */
export async function countLines(page: Page): Promise<number> {
  if ((await page.locator('#tab-log').getAttribute('aria-selected')) !== 'true') await page.locator('#tab-log').click();
  await page.locator('#panel .lines').waitFor({ state: 'attached' });
  return page.locator('#panel .lines li').count();
}

/** Until the lines of the log after the first so many were said; none waits then, as they are said in order. Gives back
 * all that was said, without what hangs on when it was: how lines are put together to messages, and seconds that are left. */
export async function waitUntilSaid(page: Page, before: number): Promise<string> {
  const lines = (await page.locator('#panel .lines li').allInnerTexts()).slice(before);
  await expect.poll(async () => listen(await heardOn(page), lines).unheard, { timeout: 30000 }).toEqual([]);
  return (await heardOn(page)).map(plain).join(' ').replace(/\d+ seconds? left/g, 'SECONDS');
}
