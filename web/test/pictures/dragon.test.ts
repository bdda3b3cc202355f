// Pictures of Zum Blauen Drachen for the README (`script/pictures`), desktop and phone, into the folder OUT. With EYE
// instead, into that folder, a picture of every moment in every language at three sizes, to be looked at.
import type { BrowserContext, Page } from 'playwright-core';
import { test } from 'vitest';
import { playOut, type Person } from '../browser/crowd';
import { bring, MOMENTS } from '../browser/nights';
import { openTavern } from '../browser/tavern';

const OUT = process.env['OUT'] ?? '../docs';
const EYE = process.env['EYE'];
const SIZES: [name: string, width: number, height: number][] = [['phone', 390, 844], ['desktop', 1280, 800], ...(EYE ? [['wide', 844, 390] as [string, number, number]] : [])];
const LANGUAGES = EYE ? ['de', 'en', 'fr', 'it'] : ['en'];
const SHOWN: Record<string, string> = { 'own turn': 'turn', answering: 'answer', gambling: 'gamble', 'a contest': 'contest' };

const tavern = openTavern();

async function open(context: BrowserContext, page: Page, who: Person, code: string): Promise<void> {
  await who.lend(context);
  await page.goto(`${tavern.url}/t/${code}?quality=0`);
  await page.locator('.dragon').waitFor({ timeout: 60000 });
  await page.evaluate(() => Promise.all([document.fonts.ready, ...document.getAnimations().map((one) => one.finished)]).then(() => undefined));
}

/** In one's own turn a card is laid and aimed: that is what the table is like. */
async function layCard(page: Page): Promise<void> {
  for (const card of await page.locator('.dragon-hand .lit').all()) {
    await card.click();
    const aim = page.locator('.seats .target').last();
    if (await aim.count()) {
      await aim.click();
      return;
    }
    await card.click();
  }
}

async function shoot(page: Page, name: string): Promise<void> {
  await page.mouse.move(0, 0);
  await page.waitForTimeout(400);
  await page.screenshot(EYE ? { path: `${EYE}/${name}.png` } : { path: `${OUT}/page-dragon-${name}.jpg`, type: 'jpeg', quality: 82 });
}

test.each(MOMENTS.filter(([name]) => EYE || name in SHOWN))('%s', async (name, seed, isIt) => {
  const { crowd, who } = await bring(tavern.url, seed, isIt);
  for (const language of LANGUAGES) {
    for (const [size, width, height] of SIZES) {
      const { page, context } = await tavern.visit(language, width, height);
      await open(context, page, who, crowd.code);
      if (name === 'own turn') await layCard(page);
      await shoot(page, EYE ? `${name.replaceAll(' ', '-')}-${size}-${language}` : `${SHOWN[name]}-${size}`);
      await context.close();
    }
  }
  crowd.leave();
}, 300000);

test('the evening: a guided round, and a match that is seen again', async () => {
  const table = await playOut(tavern.url, { game: 'drachen', seats: 4, bots: { 0: 'tippler', 1: 'tippler', 2: 'tippler', 3: 'tippler' }, seed: '5' });
  for (const [size, width, height] of SIZES) {
    const { page, context } = await tavern.visit('en', width, height);
    await page.goto(`${tavern.url}/?quality=0`);
    await page.locator('#teach-drachen').click({ timeout: 60000 });
    const slip = page.locator('.guide');
    for (const words of ['track', 'only you see them']) await slip.filter({ hasText: words }).getByRole('button', { name: 'Next' }).click({ timeout: 60000 });
    await slip.filter({ hasText: 'one Action' }).waitFor({ timeout: 60000 });
    await shoot(page, `guide-${size}`);
    await page.goto(`${tavern.url}/r/${table}?quality=0#40`);
    await page.getByRole('slider').waitFor({ timeout: 60000 });
    await shoot(page, `replay-${size}`);
    await context.close();
  }
}, 300000);
