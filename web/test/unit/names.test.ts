// Names of people in sentences: right-to-left names are isolated.
import { beforeAll, expect, test } from 'vitest';
import { readFileSync } from 'node:fs';
import type { Info } from '#made/proto';
import { seatNames, shortName } from '../../src/common/names';
import { catalogue, sentence } from '../../src/words/language';
import type { Catalogue } from '../../src/words/render';

const load = (language: string): void => {
  catalogue.value = {
    ...(JSON.parse(
      readFileSync(new URL(`../../made/words.${language}.json`, import.meta.url), 'utf8'),
    ) as object),
    language,
  } as Catalogue;
};
beforeAll(() => load('en'));

const NAMES = ['Ada', 'אבג', 'سلمى', 'Zoë <b>&"'];
const info = { seats: NAMES.map((name, person) => ({ person, name })) } as unknown as Info;

test('W-44 only right-to-left names are isolated', () => {
  expect(seatNames(info)).toEqual(['Ada', '\u2068אבג\u2069', '\u2068سلمى\u2069', 'Zoë <b>&"']);
  expect(seatNames(info).map((name) => shortName(name, 2))).toEqual([
    'Ad',
    '\u2068אב\u2069',
    '\u2068سل\u2069',
    'Zo',
  ]);
});

test('computer players have different names of guests, and none that a person at the table has', () => {
  load('en');
  const guests = seatNames({
    seats: Array.from({ length: 4 }, () => ({ bot: 'regular' })),
  } as unknown as Info);
  expect(new Set(guests).size).toBe(4);
  const [first, second] = guests;
  const seats = [{ person: 'a', name: first }, { bot: 'regular' }, null, { bot: 'regular' }];
  expect(seatNames({ seats } as unknown as Info)).toEqual([first, second, 'free seat', guests[2]]);
});

test('W-44 the isolating characters of a name do not change the article before it, in any language', () => {
  for (const language of ['de', 'en', 'fr', 'it']) {
    load(language);
    const said = sentence({ key: 'page.waiting_for', args: { seats: [1] } }, { names: seatNames(info) });
    expect(said).toContain('\u2068אבג\u2069');
    expect(said.replace(/[\u2068\u2069]/g, '')).toBe(
      sentence({ key: 'page.waiting_for', args: { seats: [1] } }, { names: NAMES }),
    );
  }
});
