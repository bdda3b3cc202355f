// W-63 and W-64 without a browser: rematches, shared links, outdated pages.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Info } from '#made/proto';
import { allWantAgain } from '../../src/table/rematch';
import { shareAddress } from '../../src/common/links';
import { seatName, speakerName } from '../../src/common/names';
import { catalogue } from '../../src/words/language';
import { isOtherPage, reloadOnce } from '../../src/common/update';

const info = (more: object): Info =>
  ({
    game: 'x',
    state: 'playing',
    public: false,
    seats: [],
    again: [],
    next: null,
    ...more,
  }) as unknown as Info;

test('W-63 a shared link has the code of a private table, the name of a public one, the replay of a finished one', () => {
  expect(shareAddress('k3v9', info({ code: 'h4tw9pzc' }))).toBe('/t/h4tw9pzc');
  expect(shareAddress('k3v9', info({ public: true, code: 'h4tw9pzc' }))).toBe('/t/k3v9');
  expect(shareAddress('k3v9', info({ state: 'over', code: 'h4tw9pzc' }))).toBe('/r/k3v9');
  expect(shareAddress('k3v9', info({}))).toBeNull();
});

test('W-63 a rematch starts when all people have asked for it; computer players are not asked', () => {
  const seats = [
    { person: 'a', name: 'Ada', here: 'yes', bot: null },
    { bot: 'regular' },
    { person: 'b', name: 'Ben', here: 'yes', bot: null },
  ];
  expect(allWantAgain(info({ seats, again: [0] }))).toBe(false);
  expect(allWantAgain(info({ seats, again: [0, 2] }))).toBe(true);
  expect(allWantAgain(info({ seats: seats.slice(0, 2), again: [0] }))).toBe(true);
});

test('W-44 chat lines have the seat\'s name for computer players, and no name for deleted people', () => {
  catalogue.value = {
    language: 'de',
    ...(JSON.parse(readFileSync('made/words.de.json', 'utf8')) as object),
  } as never;
  const at = info({ seats: [{ person: 'a', name: 'Ada', here: 'yes', bot: null }, { bot: 'regular' }] });
  const line = { from: '', name: 'regular', seat: 1 };
  expect(speakerName(line, at)).toBe(seatName(at, 1));
  expect(speakerName({ from: 'a', name: 'Ada', seat: 0 }, at)).toBe('Ada');
  expect(speakerName({ from: 'a', name: '', seat: 0 }, at)).not.toBe('Ada');
  expect(speakerName({ ...line, seat: 0 }, at)).not.toBe('Ada');
});

const PAGE =
  '<!doctype html><head><script type="module" crossorigin src="/assets/drawn-AbC1.js"></script></head>';

test("W-64 a page is outdated only if the server's page loads another script", () => {
  expect(isOtherPage(PAGE, '/assets/drawn-AbC1.js')).toBe(false);
  expect(isOtherPage(PAGE.replace('AbC1', 'XyZ2'), '/assets/drawn-AbC1.js')).toBe(true);
  expect(isOtherPage('<h1>502 Bad Gateway</h1>', '/assets/drawn-AbC1.js')).toBe(false);
});

test('W-64 a page whose protocol is not served any more reloads itself only once', () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  let reloads = 0;
  const reload = (): void => void reloads++;
  expect([reloadOnce(storage, 'old.js', reload), reloadOnce(storage, 'old.js', reload), reloads]).toEqual([
    true,
    false,
    1,
  ]);
  expect(reloadOnce(storage, 'older.js', reload)).toBe(true);
});

test('W-64 the icons of the manifest exist and have the required sizes', () => {
  const manifest = JSON.parse(readFileSync('public/manifest.webmanifest', 'utf8')) as {
    start_url: string;
    display: string;
    icons: { src: string; sizes: string; type: string; purpose?: string }[];
  };
  expect([manifest.start_url, manifest.display]).toEqual(['/', 'standalone']);
  const drawn = manifest.icons.filter((icon) => icon.type === 'image/png');
  for (const icon of drawn) {
    const bytes = new Uint8Array(readFileSync(`public${icon.src}`));
    const head = new DataView(bytes.buffer, bytes.byteOffset);
    expect(`${head.getUint32(16)}x${head.getUint32(20)}`).toBe(icon.sizes);
  }
  expect(drawn.map((icon) => icon.sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']));
  expect(drawn.some((icon) => icon.purpose === 'maskable')).toBe(true);
});
