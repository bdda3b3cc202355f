// W-44: whom a reader does not want to read is kept on this device, and taken back the same way.
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => void vi.unstubAllGlobals());

test('W-44 a person is muted and heard again, also after a reload', async () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
  const load = async () => (vi.resetModules(), import('../../src/shared/muted'));
  let page = await load();
  for (const person of ['ben', 'eve']) page.mute(person);
  page = await load();
  expect(page.muted.value).toEqual(['ben', 'eve']);
  page.mute('ben');
  page = await load();
  expect(page.muted.value).toEqual(['eve']);
  page.unmuteAll();
  page = await load();
  expect(page.muted.value).toEqual([]);
});
