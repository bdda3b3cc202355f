// W-44: muting people is stored on this device and can be undone.
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => void vi.unstubAllGlobals());

test('W-44 a person is muted and unmuted, also after a reload', async () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
  const load = async () => (vi.resetModules(), import('../../src/common/muted'));
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
