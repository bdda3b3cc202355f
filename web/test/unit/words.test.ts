// The renderer passes the table of templates that the C renderer passes too.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { catalogue, reasonAlone } from '../../src/words/language';
import { fillTemplate, say, type Args, type Catalogue, type Language } from '../../src/words/render';

type Row = { template: string; args: Args; language: Language; result: string; game?: string; names?: string[]; reader?: number };

const read = (path: string): unknown => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
const catalogues = Object.fromEntries(
  (['de', 'en', 'fr', 'it'] as Language[]).map((language) => [
    language, { ...(read(`../../made/words.${language}.json`) as object), language } as Catalogue]),
) as Record<Language, Catalogue>;
const rows = read('../../../test/words/templates.json') as Row[];

test('the table has rows in all languages', () => {
  expect(rows.length).toBeGreaterThan(100);
  expect(new Set(rows.map((row) => row.language)).size).toBe(4);
});

test.each(rows.map((row, i) => [i, row] as const))('row %i of templates.json', (_i, row) => {
  const message = { key: `${row.game ?? 'null'}.x`, args: row.args };
  const { names, reader } = row;
  expect(fillTemplate(catalogues[row.language], row.template, message, { names, ...(reader === undefined ? {} : { reader }) })).toBe(row.result);
});

test('a reason that stands alone is a sentence', () => {
  catalogue.value = catalogues.de;
  expect(reasonAlone({ key: 'kernel.over', args: {} })).toBe('Die Partie ist zu Ende.');
  expect(reasonAlone({ key: 'page.error.rate', args: {} })).toBe('Nicht so schnell!');
  catalogue.value = catalogues.fr;
  expect(reasonAlone({ key: 'riffraff.no_such_card', args: { card: 7 } })).toBe("Tu n'as pas la carte 7 en main.");
});

test('a message is looked up by its key, an unknown one is its key', () => {
  expect(say(catalogues.en, { key: 'kernel.over', args: {} })).toBe('the match is over');
  expect(say(catalogues.en, { key: 'none.such', args: {} })).toBe('none.such');
});
