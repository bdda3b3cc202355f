// W-39: near deadlines are counted down by the server's clock, far ones are shown in the reader's time zone.
import { readFileSync } from 'node:fs';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { isFar, sayDeadline } from '../../src/common/time';
import { catalogue } from '../../src/words/language';
import type { Catalogue, Language } from '../../src/words/render';

const HOUR = 3600 * 1000;

function speak(language: Language): void {
  catalogue.value = {
    ...(JSON.parse(
      readFileSync(new URL(`../../made/words.${language}.json`, import.meta.url), 'utf8'),
    ) as object),
    language,
  } as Catalogue;
}

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 18, 12, 0) });
});
afterAll(() => {
  vi.useRealTimers();
  delete process.env['TZ'];
});

test('W-39 a countdown uses the server\'s clock, not the local one', () => {
  speak('de');
  const server = Date.now() + 987654;
  expect(sayDeadline(server + 12000, server)).toBe('noch 12 Sekunden');
  expect(sayDeadline(server + 600000, server)).toBe('noch 10 Minuten');
  expect(sayDeadline(server - 5000, server)).toBe('noch 0 Sekunden');
});

test('W-39 a far deadline is shown in the reader\'s time zone and language', () => {
  const server = Date.now() - 5000000;
  expect([isFar(24 * HOUR), isFar(HOUR)]).toEqual([true, false]);
  const said = (zone: string, language: Language): string => {
    process.env['TZ'] = zone;
    speak(language);
    return sayDeadline(server + 26 * HOUR, server);
  };
  expect(said('Europe/Berlin', 'de')).toMatch(/^bis Do.*19.*Nov.*15:00$/);
  expect(said('UTC', 'fr')).toMatch(/^jusqu'au jeu.*19 nov.*14:00$/);
  expect(said('Asia/Tokyo', 'it')).toMatch(/^fino a gio.*19 nov.*23:00$/);
  expect(said('America/New_York', 'en')).toMatch(/^until Thu.*Nov 19.*09:00/);
});
