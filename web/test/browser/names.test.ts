// W-44: a name of right-to-left signs is drawn as such and moves nothing else, also within a sentence.
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { Crowd, drawing, type Person } from './crowd';
import { openTavern } from './tavern';

const tavern = openTavern();

const NAMES = ['אבג', 'דהו', 'سلمى', 'שלום', 'Ada'];

/** The signs of a text as they are drawn, line by line from left to right, without spaces. */
const drawn = (text: Locator): Promise<string> => text.evaluate((one) => {
  const signs: { line: number; left: number; sign: string }[] = [];
  let [line, middle] = [0, -Infinity];
  const walker = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    [...(walker.currentNode.textContent ?? '')].forEach((sign, i) => {
      if (/[\u2068\u2069\s]/.test(sign)) return;
      const range = document.createRange();
      range.setStart(walker.currentNode, i);
      range.setEnd(walker.currentNode, i + 1);
      const box = range.getBoundingClientRect();
      const here = (box.top + box.bottom) / 2;
      // Other letters are of another typeface, a little higher or lower.
      if (here > middle + 9) [line, middle] = [line + 1, here];
      signs.push({ line, left: box.left, sign });
    });
  }
  return signs.sort((a, b) => a.line - b.line || a.left - b.left).map(({ sign }) => sign).join('');
});

/** What stands in the text, each name written from its right. */
const expected = (text: string): string => text.replace(/[\u2068\u2069\s]/g, '').replace(/[\u0590-\u06ff]+/g, (name) => [...name].reverse().join(''));

test('W-44 names of right-to-left signs leave numbers and words around them in their places', async () => {
  const crowd = await Crowd.at(tavern.url, { game: 'polterfass', seats: 5, options: { goal: 25, barrels: 'table' }, seed: '7' }, NAMES);
  const random = drawing(3);
  await crowd.playUntil(({ actions }) => actions[random(actions.length)] ?? null, () => false, 3000);
  const { page, context, complaints } = await tavern.visit('en', 1280, 800);
  await (crowd.people[4] as Person).lend(context);
  await page.goto(`${tavern.url}/t/${crowd.code}`);
  const rest = page.locator('.result .rest').first();
  await rest.waitFor();
  const said = await rest.innerText();
  expect(said).toMatch(/[\u0590-\u06ff]/);
  expect(await drawn(rest)).toBe(expected(said));
  await page.getByRole('button', { name: /table/i }).click();
  await page.locator('#tab-log').click();
  const lines = page.locator('.lines li', { hasText: /[\u0590-\u06ff]+\u2069? *: / });
  await lines.first().waitFor();
  for (const line of (await lines.all()).slice(0, 5)) expect(await drawn(line)).toBe(expected(await line.innerText()));
  expect(complaints).toEqual([]);
  crowd.leave();
  await context.close();
}, 600000);
