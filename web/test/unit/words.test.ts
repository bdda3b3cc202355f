// The renderer passes the same table of templates as the C renderer.
import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import type { Message } from '#made/proto';
import { catalogue, preferredLanguage, reasonAlone } from '../../src/words/language';
import { fillTemplate, say, type Args, type Catalogue, type Language } from '../../src/words/render';

type Row = {
  template: string;
  args: Args;
  language: Language;
  result: string;
  game?: string;
  names?: string[];
  reader?: number;
};

const read = (path: string): unknown => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
const catalogues = Object.fromEntries(
  (['de', 'en', 'fr', 'it'] as Language[]).map((language) => [
    language, { ...(read(`../../made/words.${language}.json`) as object), language } as Catalogue]),
) as Record<Language, Catalogue>;
const rows = read('../../../test/words/templates.json') as Row[];

test('templates.json has rows in all languages', () => {
  expect(rows.length).toBeGreaterThan(100);
  expect(new Set(rows.map((row) => row.language)).size).toBe(4);
});

test.each(rows.map((row, i) => [i, row] as const))('row %i of templates.json', (_i, row) => {
  const message = { key: `${row.game ?? 'null'}.x`, args: row.args };
  const { names, reader } = row;
  expect(
    fillTemplate(catalogues[row.language], row.template, message, {
      names,
      ...(reader === undefined ? {} : { reader }),
    }),
  ).toBe(row.result);
});

test('a reason on its own is rendered as a sentence', () => {
  catalogue.value = catalogues.de;
  expect(reasonAlone({ key: 'kernel.over', args: {} })).toBe('Die Partie ist zu Ende.');
  expect(reasonAlone({ key: 'page.error.rate', args: {} })).toBe('Nicht so schnell!');
  catalogue.value = catalogues.fr;
  expect(reasonAlone({ key: 'riffraff.no_such_card', args: { card: 7 } })).toBe(
    "Tu n'as pas la carte 7 en main.",
  );
});

test.each([
  [null, ['pt-BR', 'fr-CH', 'de'], 'fr'],
  ['it', ['fr'], 'it'],
  ['xx', ['ja'], 'en'],
])(
  'the language: what was chosen before, else the first of the browser that we have: %s of %s',
  (kept, languages, spoken) => {
    vi.stubGlobal('localStorage', { getItem: () => kept });
    vi.stubGlobal('navigator', { languages });
    expect(preferredLanguage()).toBe(spoken);
    vi.unstubAllGlobals();
  },
);

test('a message is looked up by its key, an unknown one is its key', () => {
  expect(say(catalogues.en, { key: 'kernel.over', args: {} })).toBe('the match is over');
  expect(say(catalogues.en, { key: 'none.such', args: {} })).toBe('none.such');
});

test.each(['de', 'en', 'fr', 'it'])(
  '%s: questions and pending items never call the reader by the login name',
  (language) => {
    const words = {
      ...(JSON.parse(readFileSync(`made/words.${language}.json`, 'utf8')) as object),
      language,
    } as Catalogue;
    const names = ['Anna', 'Guest 213086', 'Carl'];
    const seats = [0, 1];
    const messages: Message[] = [
      { key: 'riffraff.task_captain', args: { seats, card: 6 } },
      { key: 'riffraff.tied', args: { seats, card: 6, seat: 2 } },
      { key: 'riffraff.order_open', args: { seats, card: 6, seat: 2 } },
      { key: 'drachen.asked', args: { seats } },
      { key: 'drachen.item_ignored', args: { seats } },
      { key: 'drachen.item_card', args: { seat: 1, card: 'D17' } },
      { key: 'drachen.item_card_at', args: { seat: 1, card: 'D17', seats: [1], to: 1 } },
    ];
    for (const message of messages) expect(say(words, message, { names, reader: 1 })).not.toContain('Guest');
  },
);
