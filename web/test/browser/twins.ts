// What pages are compared by, and what a television may not show.
import type { Page } from 'playwright-core';
import type { ServerMessage } from '#made/proto';
import { takePicture, type Picture } from './looking';

/** Members whose words are drawn at random for each table and person. */
const DRAWN = new Set(['table', 'code', 'stream', 'person', 'owner', 'id', 'from']);

/** What was said to a page, without times, and with the same words for the drawn ones, in order of their coming. */
export function alike(heard: ServerMessage[]): string[] {
  const known = new Map<unknown, string>();
  const plain = (key: string, value: unknown): unknown => {
    if (typeof value === 'number' && value > 1e12) return 'TIME';
    if (typeof value !== 'string' || !DRAWN.has(key)) return value;
    if (!known.has(value)) known.set(value, `${key} ${known.size}`);
    return known.get(value);
  };
  return heard.map((one) => JSON.stringify(one, plain));
}

/** What a page shows, without what differs from table to table, and without the live regions: when a line is said there
 * hangs on when it came (hearing.ts compares what is said). */
export async function pageText(page: Page, code: string): Promise<string> {
  const html = await page.evaluate(() => {
    (document.activeElement as HTMLElement | null)?.blur();
    const shown = document.getElementById('page')?.cloneNode(true) as HTMLElement;
    for (const region of shown.querySelectorAll('#speech, #question')) region.remove();
    return shown.innerHTML;
  });
  return html.replaceAll(code, 'CODE').replaceAll(`${code.slice(0, 4)}-${code.slice(4)}`, 'CODE').replace(/blob:[^")]+/g, 'BLOB').replace(/--(under-ribbon|over-press): \d+px/g, '').replace(/\d+ seconds?( left)?/g, 'SECONDS').replace(/scaleX\([\d.]+\)/g, 'SHARE');
}

/** The same as a picture: what is left of the time is not drawn. */
export async function pagePicture(page: Page): Promise<Picture> {
  await page.evaluate(() => document.querySelector<HTMLElement>('[role=timer]')?.style.setProperty('visibility', 'hidden'));
  return takePicture(page);
}

/** Where two texts part, with what follows in each; empty where they never do. */
export function partingOf(a: string, b: string): string {
  if (a === b) return '';
  const at = [...a].findIndex((sign, i) => sign !== b[i]);
  const from = at < 0 ? a.length : at;
  return `${a.slice(Math.max(0, from - 80), from)} [${a.slice(from, from + 80)} | ${b.slice(from, from + 80)}]`;
}

/** W-43: a hand, something that wants to be pressed, and text that is not read from three metres. */
export async function findWrongOnWall(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const say = (one: Element): string => `${one.tagName.toLowerCase()}.${one.getAttribute('class') ?? ''} "${(one.textContent ?? '').trim().slice(0, 30)}"`;
    const wants = [...document.querySelectorAll('main .hand, main .card, main .press, main button, main a, main input')];
    const texts = [...document.querySelectorAll<HTMLElement>('main *')].filter((one) => [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim()) && !one.closest('svg, .unseen, .badge'));
    return [...wants.map((one) => `wants: ${say(one)}`), ...texts.filter((one) => parseFloat(getComputedStyle(one).fontSize) < 16.99).map((one) => `small: ${say(one)} ${getComputedStyle(one).fontSize}`)];
  });
}
