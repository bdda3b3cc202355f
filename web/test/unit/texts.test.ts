// W-5: every text that people read comes from po/: no words stand between the tags of the drawn page.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const ROOT = new URL('../../src/', import.meta.url);
/** The name of the house is the same in every language; signs and numbers are no words. */
const ALLOWED = /^(Spelunke)?$/;

function sources(): string[] {
  return readdirSync(ROOT, { recursive: true }).filter((name) => name.endsWith('.tsx'));
}

/** Texts between tags, and of attributes that are read out. */
function textsOf(source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '').replace(/=>/g, '=)');
  const between = [...code.matchAll(/<\/?[A-Za-z][\w.]*(?:\s[^<>]*)?>([^<>{}]*)(?=[<{])/g)].map((found) => found[1] ?? '');
  const attributes = [...code.matchAll(/\b(?:aria-label|title|alt|placeholder|label)="([^"]*)"/g)].map((found) => found[1] ?? '');
  return [...between, ...attributes].map((text) => text.trim()).filter((text) => /\p{L}{2,}/u.test(text) && !/[;=()]/.test(text));
}

test('there are sources to look at', () => {
  expect(sources().length).toBeGreaterThan(20);
});

test('a text that is not from po/ is found', () => {
  expect(textsOf('<p class="x">Guten Abend {name}</p>')).toEqual(['Guten Abend']);
  expect(textsOf('<button aria-label="Close">{icon}</button>')).toEqual(['Close']);
  expect(textsOf("<p>{t('page.x')} · 3</p>")).toEqual([]);
});

test('W-5 no text in web/src that is not from po/', () => {
  const found = sources().flatMap((name) => textsOf(readFileSync(new URL(name, ROOT), 'utf8')).filter((text) => !ALLOWED.test(text)).map((text) => `${name}: ${text}`));
  expect(found.filter((one) => !one.includes('h4tw-9pzc'))).toEqual([]);
});
