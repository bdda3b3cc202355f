// W-39, W-40: sharing links, and the origin of links.
import { readFileSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { learnHome, linkTo, shareLink } from '../../src/common/links';
import { catalogue } from '../../src/words/language';

catalogue.value = {
  language: 'en',
  ...(JSON.parse(readFileSync('made/words.en.json', 'utf8')) as object),
} as never;
afterEach(() => void vi.unstubAllGlobals());

/** A fake browser whose share sheet ends in this way; records what was copied. */
function browse(sheet: (() => Promise<void>) | null): string[] {
  const copied: string[] = [];
  const writeText = (text: string): Promise<void> => Promise.resolve(void copied.push(text));
  vi.stubGlobal('navigator', { clipboard: { writeText }, ...(sheet && { share: sheet }) });
  return copied;
}

const refuse = (name: string) => (): Promise<void> =>
  Promise.reject(Object.assign(new Error(name), { name }));

test('W-40 a link is shared, or copied if there is no share sheet or it fails; closing the sheet copies nothing', async () => {
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

test('W-39 links have the server\'s origin, not the one of this window', () => {
  vi.stubGlobal('location', { origin: 'http://127.0.0.1:4' });
  expect(linkTo('/t/h4tw9pzc')).toBe('http://127.0.0.1:4/t/h4tw9pzc');
  learnHome('http://192.0.2.7:4/t/h4tw9pzc');
  expect(linkTo('/r/k3v9#12')).toBe('http://192.0.2.7:4/r/k3v9#12');
});
