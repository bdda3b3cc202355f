// A guest without a pointer: goes from control to control until the wanted one has the focus.
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** What has the focus, and whether that can be seen: an outline around it, or around what it fills. */
async function focused(page: Page): Promise<{ name: string; isSeen: boolean }> {
  return page.evaluate(() => {
    const one = document.activeElement as HTMLElement;
    const isSeen = [one, one.parentElement].some((around) => {
      const style = around && getComputedStyle(around);
      return style && style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2;
    });
    return { name: `${one.tagName} ${one.className} ${one.textContent?.slice(0, 30) ?? ''}`, isSeen };
  });
}

/** Enough for the longest way through a page. */
const FARTHEST = 150;

/** Presses Tab until one of these has the focus. Wherever it comes by, the focus can be seen. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < FARTHEST; presses++) {
    await page.keyboard.press('Tab');
    const { name, isSeen } = await focused(page);
    if (name.startsWith('BODY')) continue;
    expect(isSeen, `the focus on ${name} can be seen`).toBe(true);
    if (await target.and(page.locator(':focus')).count()) return;
  }
  throw new Error(`${FARTHEST} times Tab do not lead to ${String(target)}`);
}

export async function pressByKey(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}
