// The server may have been renewed while this page stayed open: then it says so. A match is the server's, so
// a reload loses nothing but a choice that was not sent; it is left to the player, unless nothing works without.
import { effect, signal } from '@preact/signals';
import type { Connection } from '../wire/connection';

/** True once the server has another page than this one. */
export const isOutdated = signal(false);

/** Whether a page as the server has it now would load another script than this one does. */
export function isOtherPage(html: string, script: string): boolean {
  return /<script[^>]+type="module"/.test(html) && !html.includes(`"${script}"`);
}

/** The path of the script that this page began with. */
function ownScript(): string {
  return document.querySelector('script[type=module][src]')?.getAttribute('src') ?? '';
}

async function look(page: string, script: string): Promise<void> {
  try {
    const answer = await fetch(page, { cache: 'no-store', credentials: 'same-origin' });
    if (answer.ok && isOtherPage(await answer.text(), script)) isOutdated.value = true;
  } catch {
    // No network: the next connection looks again.
  }
}

/** After each cut of the connection, and when a part of the page is not there any more. The answer ends it. */
export function watchForUpdates(wire: Pick<Connection, 'status'>, page: string): () => void {
  const script = ownScript();
  let wasCut = false;
  const missing = (event: Event): void => {
    event.preventDefault();
    isOutdated.value = true;
  };
  window.addEventListener('vite:preloadError', missing);
  const end = effect(() => {
    const status = wire.status.value;
    if (status === 'waiting') wasCut = true;
    if (status !== 'open' || !wasCut || !script) return;
    wasCut = false;
    void look(page, script);
  });
  return () => {
    end();
    window.removeEventListener('vite:preloadError', missing);
  };
}

export type Kept = Pick<Storage, 'getItem' | 'setItem'>;

/** A page whose protocol is not served any more reloads itself, once: another time the reader is asked. */
export function reloadOnce(kept: Kept, script: string, reload: () => void): boolean {
  if (kept.getItem('reloaded') === script) return false;
  kept.setItem('reloaded', script);
  reload();
  return true;
}

export const reloadPage = (): boolean => reloadOnce(sessionStorage, ownScript(), () => location.reload());
