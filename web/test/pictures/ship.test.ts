// Pictures of Riff Raff for the README (`script/pictures`), desktop and phone, into the folder OUT: one match of three
// people, to its end. With EYE instead, into that folder, every kind of moment in LANGUAGES at four sizes.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import type { Person } from '../browser/crowd';
import { openBrowser, Tavern, visit } from '../browser/tavern';
import { type Moment, sail, TIE } from '../browser/voyages';

const OUT = process.env['OUT'] ?? '../docs';
const EYE = process.env['EYE'];
const LANGUAGES = EYE ? (process.env['LANGUAGES'] ?? 'de fr').split(' ') : ['en'];
const SIZES: [name: string, width: number, height: number][] = [['phone', 390, 844], ['desktop', 1280, 800]];
if (EYE) SIZES.push(['wide', 844, 390], ['small', 360, 640]);
/** A ship drawn by software takes its time. */
const PATIENCE = 300000;
/** What the README shows; the other moments are for EYE. */
const SHOWN: Moment[] = ['card', 'captain', 'hold', 'catch', 'end'];
const tavern = new Tavern();
let browser: Browser;

beforeAll(async () => {
  await tavern.start();
  browser = await openBrowser('--use-angle=swiftshader', '--enable-unsafe-swiftshader');
}, 120000);
afterAll(async () => {
  await browser?.close();
  await tavern.stop();
}, 60000);

type Look = { name: string; page: Page; context: BrowserContext };

/** One after the other, as each begins to draw. */
async function openAll(who: Person, code: string): Promise<Look[]> {
  const looks: Look[] = [];
  for (const language of LANGUAGES) {
    for (const [size, width, height] of SIZES) {
      const { page, context } = await visit(browser, language, width, height, size !== 'desktop');
      await who.lend(context);
      await page.goto(`${tavern.url}/t/${code}?quality=${EYE ? 0 : 2}`);
      await page.locator('.ship-stage[data-picture=solid], .result').first().waitFor({ timeout: PATIENCE });
      looks.push({ name: EYE ? `${size}-${language}` : size, page, context });
    }
  }
  return looks;
}

async function shoot(looks: Look[], moment: string, wait = 2500): Promise<void> {
  await Promise.all(looks.map(async ({ page }) => {
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    await page.waitForTimeout(wait);
  }));
  for (const { name, page } of looks) await page.screenshot(EYE ? { path: `${EYE}/ship-${moment}-${name}.png` } : { path: `${OUT}/page-ship-${moment}-${name}.jpg`, type: 'jpeg', quality: 82 });
}

async function close(looks: Look[]): Promise<void> {
  for (const { context } of looks) await context.close();
}

/** What is chosen first, so that the button names it. */
const CHOICES: Partial<Record<Moment, string>> = { card: `.area-card[data-thing="${TIE}"]`, captain: '.tied .target', order: '.tied .target', piece: '.cargo' };

async function choose(looks: Look[], moment: Moment): Promise<void> {
  const choice = CHOICES[moment];
  if (choice) await Promise.all(looks.map(({ page }) => page.locator(choice).first().click({ timeout: PATIENCE })));
}

test('one match: card, captain, order, piece, hold, catch, end', async () => {
  let looks: Look[] = [];
  await sail(tavern, { loaded: 2, last: 'end' }, async (moment, who, code) => {
    if (!EYE && !SHOWN.includes(moment)) return;
    // Who falls is seen by those who saw it held.
    if (moment !== 'catch') looks = await openAll(who, code);
    // Time stands still, and each page comes to where it does.
    else for (const { page } of looks) await page.locator('.ship-stage.catch').waitFor({ timeout: PATIENCE });
    await choose(looks, moment);
    await shoot(looks, moment, moment === 'catch' ? 1500 : 2500);
    if (moment !== 'hold') await close(looks);
  });
}, 2400000);
