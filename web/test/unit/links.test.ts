// W-39, W-40: what is said of a link that was given away, and under which address others come.
import { readFileSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { learnHome, linkTo, shareLink } from '../../src/shared/links';
import { catalogue } from '../../src/words/language';

catalogue.value = {
  language: 'en',
  ...(JSON.parse(readFileSync('made/words.en.json', 'utf8')) as object),
} as never;
afterEach(() => void vi.unstubAllGlobals());

/** A browser whose sheet ends in this way; what was copied. */
function browse(sheet: (() => Promise<void>) | null): string[] {
  const copied: string[] = [];
  const writeText = (text: string): Promise<void> => Promise.resolve(void copied.push(text));
  vi.stubGlobal('navigator', { clipboard: { writeText }, ...(sheet && { share: sheet }) });
  return copied;
}

const refuse = (name: string) => (): Promise<void> =>
  Promise.reject(Object.assign(new Error(name), { name }));

test('W-40 a link is shared, or copied where there is no sheet or it does not open; who closes it copies nothing', async () => {
  const link = 'http://inn/t/h4tw9pzc';
  const ways: [(() => Promise<void>) | null, string, string[]][] = [
    [null, 'Copied.', [link]],
    [() => Promise.resolve(), '', []],
    [refuse('AbortError'), '', []],
    [refuse('NotAllowedError'), 'Copied.', [link]],
  ];
  for (const [sheet, said, copied] of ways) {
    const found = browse(sheet);
    expect([await shareLink(link, 'Polterfass'), found]).toEqual([said, copied]);
  }
});

test('W-39 links begin as the server says, not as this window does', () => {
  vi.stubGlobal('location', { origin: 'http://127.0.0.1:4' });
  expect(linkTo('/t/h4tw9pzc')).toBe('http://127.0.0.1:4/t/h4tw9pzc');
  learnHome('http://192.0.2.7:4/t/h4tw9pzc');
  expect(linkTo('/r/k3v9#12')).toBe('http://192.0.2.7:4/r/k3v9#12');
});
