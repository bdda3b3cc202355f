// Somebody with a phone and nothing but the invitation link: how long it takes to the first card. One language a game
// here; with WHOLE=1 (`script/bench web`) all of them, and within a minute.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { unfold } from '../unit/unfold';
import { Person } from './crowd';
import { sitDown } from './guest';
import { openTavern } from './tavern';

const PATIENCE = 60000;
const MINUTE = 60000;
const LANGUAGES = ['de', 'en', 'fr', 'it'];
const tavern = openTavern();

type Game = { name: string; laid: RegExp; things: string; aims: string };
const GAMES: Game[] = [
  { name: 'drachen', laid: /^drachen\.played/, things: '.dragon-hand .lit', aims: '.seats .target, .own-bar.target' },
  { name: 'riffraff', laid: /^riffraff\.(laid|shown)$/, things: '.area-card:not(:disabled)', aims: '.seats .target' },
];
const ROWS = GAMES.flatMap((game, i) => (process.env['WHOLE'] ? LANGUAGES : [LANGUAGES[(2 * i) % 4] as string]).map((language) => ({ ...game, game, language })));

/** One tap on what the page offers: brass if it is ready, whom a chosen card is for, a card, or the one wooden button. */
async function tapOnce(page: Page, { things, aims }: Game): Promise<void> {
  const [brass, aim, thing] = ['.press .brass:not(:disabled)', aims, things].map((name) => page.locator(name).filter({ visible: true }));
  for (const one of [brass, aim, thing, page.locator('.press .plank:not(:disabled)')]) {
    if (!one || !(await one.count())) continue;
    await one.first().tap({ timeout: 3000 }).catch(() => {});
    return;
  }
}

/** The host answers at once; true: the guest has laid a card. */
function hasLaid(host: Person, table: string, { laid }: Game): boolean {
  const prompt = host.table?.prompt.value;
  const action = prompt?.must ? unfold(prompt)[0] : undefined;
  if (prompt && action) host.wire.request({ t: 'act', table, ask: prompt.ask, action }).catch(() => {});
  return host.table?.log.value.some(({ events }) => events.some(({ key, args }) => laid.test(key) && args['seat'] === 1)) ?? false;
}

test.each(ROWS)('an invitation to $name in $language: the first card is laid', async ({ game, language }) => {
  const host = await Person.called('Dora', tavern.url);
  const { table, code } = await host.make({ game: game.name, seats: 2, seed: '4' });
  await host.sit(table, code, 0);
  const { page, context, complaints } = await tavern.visit(language, 390, 844, true);
  const opened = Date.now();
  await sitDown(page, tavern.url, code, false);
  await host.wire.request({ t: 'start', table });
  while (!hasLaid(host, table, game) && Date.now() - opened < 2 * PATIENCE) {
    await tapOnce(page, game);
    await page.waitForTimeout(100);
  }
  expect(hasLaid(host, table, game)).toBe(true);
  const seconds = (Date.now() - opened) / 1000;
  if (process.env['WHOLE']) console.log(`${game.name}, ${language}: the first card after ${seconds.toFixed(1)} s`);
  if (process.env['WHOLE']) expect(Date.now() - opened).toBeLessThan(MINUTE);
  expect(complaints).toEqual([]);
  host.leave();
  await context.close();
}, 240000);
