// Riff Raff on the drawn page at every size: each kind of moment of a match, brought about by people without a browser.
// (What is done with hands: riffraff.test.ts.)
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Person } from './crowd';
import { look, lookAtLarge } from './looking';
import { findFaults, openTavern } from './tavern';
import { type Moment, MOMENTS, sail, TIE } from './voyages';

const PATIENCE = 60000;
const WHOLE = Boolean(process.env['WHOLE']);
const tavern = openTavern();

type Size = readonly [language: string, width: number, height: number];
const SIZES = [[360, 640], [390, 844], [844, 390], [1280, 800], [1920, 1080]] as const;
const LANGUAGES = ['de', 'fr', 'it', 'en'] as const;

/** One size and one language for each moment here; with WHOLE=1 (`script/bench web`) all of them, a voyage a language. */
const atSize = (i: number): Size => [LANGUAGES[i % 4] as string, ...(SIZES[i % 5] as [number, number])];
const VOYAGES: [name: string, sizesOf: (moment: Moment) => Size[]][] = WHOLE
  ? LANGUAGES.map((language) => [language, () => SIZES.map(([width, height]) => [language, width, height])])
  : [['one of each', (moment) => [atSize(MOMENTS.indexOf(moment))]]];

/** What one chooses first, so that the whole sentence and the button are there. */
const CHOICES: Partial<Record<Moment, string>> = { card: `.area-card[data-thing="${TIE}"]`, order: '.tied .target', piece: '.cargo' };

type Opened = { page: Page; name: string; complaints: string[] };

async function open(who: Person, code: string, moment: Moment, [language, width, height]: Size): Promise<Opened> {
  const { page, context, complaints } = await tavern.visit(language, width, height, width < 900);
  await who.lend(context);
  await page.goto(`${tavern.url}/t/${code}?quality=0`);
  await page.locator('.ship-stage, .result').first().waitFor({ timeout: PATIENCE });
  const choice = CHOICES[moment];
  if (choice) await page.locator(choice).first().click({ timeout: PATIENCE });
  return { page, complaints, name: `${moment} ${language} ${width}x${height}` };
}

async function findOn({ page, name, complaints }: Opened): Promise<string[]> {
  const folder = process.env['PICTURES'];
  if (folder) await page.screenshot({ path: `${folder}/voyage-${name.replaceAll(' ', '-')}.png` });
  const found = [...(await look(page)), ...(await findFaults(page)), ...(await lookAtLarge(page)), ...complaints].map((fault) => `${name}: ${fault}`);
  await page.context().close();
  return found;
}

test.each(VOYAGES)('W-70 W-10 W-11 W-17 each moment of a voyage, %s: nothing is cut, weak, small, or said by colour alone', async (language, sizesOf) => {
  const faults: string[] = [];
  const met: Moment[] = [];
  let atFall: Opened[] = [];
  await sail(tavern, { loaded: 0, last: language === 'de' ? 'end' : 'catch' }, async (moment, who, code) => {
    met.push(moment);
    // Who falls is seen by pages that were there before.
    if (moment === 'catch') {
      for (const one of atFall) {
        await one.page.locator('.ship-stage.catch').waitFor({ timeout: PATIENCE });
        faults.push(...(await findOn(one)));
      }
      return;
    }
    for (const size of sizesOf(moment)) faults.push(...(await findOn(await open(who, code, moment, size))));
    if (moment === 'hold') atFall = await Promise.all(sizesOf('catch').map((size) => open(who, code, 'catch', size)));
  });
  expect(faults).toEqual([]);
  expect(met).toEqual(MOMENTS.filter((moment) => moment !== 'end' || language === 'de'));
}, WHOLE ? 1500000 : 240000);
