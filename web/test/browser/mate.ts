// Somebody who plays Riff Raff on the drawn page and knows nothing but what the accessibility tree has: roles, names,
// sentences, and where on the screen they are. He answers and loads by touch, or by keys alone.
import type { Locator, Page } from 'playwright-core';
import { pressByKey } from './keys';
import { middleOf, type Box, type Place, Thumbs } from './sailor';

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const SOON = { timeout: 5000 };

/** Millimetres to the right and forward of the middle of the area, as the page says it; null: nothing is held. */
export async function besideOf(page: Page): Promise<Place | null> {
  const words = await page.getByText(/ of the middle$/).first().innerText(SOON).catch(() => '');
  const found = /(\d+) mm (left|right), (\d+) mm (forward|back)/.exec(words);
  return found && [Number(found[1]) * (found[2] === 'right' ? 1 : -1), Number(found[3]) * (found[4] === 'forward' ? 1 : -1)];
}

/** How somebody presses what he has chosen, and moves the piece, in millimetres. */
type Way = { press(target: Locator): Promise<void>; move(right: number, forward: number): Promise<void>; raise(up: number): Promise<void>; letGo(button: Locator): Promise<void>; reach(): Promise<void> };

export function byKeys(page: Page): Way {
  const press = async (key: string, times: number): Promise<void> => {
    for (let i = 0; i < times; i++) await page.keyboard.press(key);
  };
  return {
    press: (target) => pressByKey(page, target),
    move: async (right, forward) => {
      await press(right > 0 ? 'ArrowRight' : 'ArrowLeft', Math.round(Math.abs(right) / 2));
      await press(forward > 0 ? 'ArrowUp' : 'ArrowDown', Math.round(Math.abs(forward) / 2));
    },
    raise: (up) => press(up > 0 ? 'w' : 's', Math.round(Math.abs(up) / 2)),
    letGo: () => page.keyboard.press('Space'),
    reach: () => page.keyboard.press('Tab'),
  };
}

/** Pixels for a millimetre: he strokes too little, looks, and strokes again. */
const PIXELS = 1.2;
const LONGEST = 110;

export async function byTouch(page: Page): Promise<Way> {
  const thumbs = await Thumbs.of(page);
  const within = (value: number): number => Math.max(-LONGEST, Math.min(LONGEST, value * PIXELS));
  const middle = async (one: Locator): Promise<Place> => middleOf((await one.boundingBox(SOON)) as Box);
  return {
    press: (target) => target.tap(SOON),
    letGo: (button) => button.tap(SOON),
    move: async (right, forward) => thumbs.stroke(await middle(page.getByRole('region', { name: 'The table' })), [within(right), -within(forward)], 5),
    raise: async (up) => {
      const { x, y, width, height } = (await page.getByRole('group', { name: 'Height' }).boundingBox(SOON)) as Box;
      await thumbs.stroke([x + width / 2, y + height / 3], [0, -within(Math.sign(up) * Math.max(6, Math.abs(up)))], 5);
    },
    reach: async () => {
      const [x, y] = await middle(page.getByRole('region', { name: 'The table' }));
      await thumbs.stroke([x, y], [10, 10], 2);
    },
  };
}

/** Chooses until the table's one button says what it does, and presses it. */
async function answer(page: Page, way: Way, draw: (below: number) => number): Promise<boolean> {
  const hand = page.getByRole('region', { name: 'Your cards' });
  const free = hand.getByRole('button', { disabled: false, pressed: false });
  const press = page.getByRole('button', { name: /^(Lay the|New captain|Order of loading|Load:|Announce two)/, disabled: false });
  for (let tries = 0; tries < 5; tries++) {
    const [ready, count] = [await press.count(), await free.count()];
    // A slip of the guide comes with the question or before it, and is read first.
    if ((!ready && !count) || (await page.locator('.guide').count())) return false;
    if (ready) {
      await way.press(press.first());
      return true;
    }
    await way.press(free.nth(draw(count)));
    await sleep(50);
  }
  return false;
}

/** One piece, from the hand to the ship. */
async function load(page: Page, way: Way, spot: Place): Promise<void> {
  const letGo = page.getByRole('button', { name: /^Let go/ });
  const fits = page.getByText('It fits: you may let go here.');
  await way.raise(24);
  for (let tries = 0; tries < 12 && (await letGo.count()); tries++) {
    await sleep(700);
    const at = await besideOf(page);
    if (!at) return;
    const [right, forward] = [spot[0] - at[0], spot[1] - at[1]];
    if (Math.abs(right) <= 5 && Math.abs(forward) <= 4) break;
    await way.move(right, forward);
  }
  for (let tries = 0; tries < 40 && (await letGo.count()); tries++) {
    if (await fits.count()) {
      await way.letGo(letGo).catch(() => {});
      await sleep(400);
      continue;
    }
    await way.raise(-6);
    await sleep(250);
  }
}

/** What there is to do now, if anything. */
export async function act(page: Page, way: Way, draw: (below: number) => number): Promise<'loaded' | 'caught' | 'answered' | 'waits'> {
  if (await page.getByRole('button', { name: /^Let go/ }).count()) {
    await load(page, way, [draw(40) - 20, draw(9) - 4]).catch(() => {});
    return 'loaded';
  }
  if (await page.getByText(/^Falling: /).count()) {
    await way.reach().catch(() => {});
    return 'caught';
  }
  return (await answer(page, way, draw).catch(() => false)) ? 'answered' : 'waits';
}

/** Sits at the page until the match is over; says how many pieces he let go. */
export async function playShip(page: Page, way: Way, draw: (below: number) => number, end: number): Promise<number> {
  for (let loadings = 0; Date.now() < end; ) {
    if (await page.getByRole('heading', { name: /win/ }).count()) return loadings;
    const did = await act(page, way, draw);
    if (did === 'loaded') loadings++;
    if (did === 'waits') await sleep(150);
  }
  throw new Error(`no end: ${await page.locator('main').innerText()}`);
}
