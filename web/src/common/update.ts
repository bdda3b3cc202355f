// Detects that the server has a newer page than this one and tells the player. The server keeps the match,
// so a reload loses only a choice that was not sent. It is left to the player unless the protocol is not
// served any more.
import { effect, signal } from '@preact/signals';
import type { Connection } from '../wire/connection';

/** True once the server has a different page. */
export const isOutdated = signal(false);

/** Whether the server's HTML loads another script than this page did. */
export function isOtherPage(html: string, script: string): boolean {
  return /<script[^>]+type="module"/.test(html) && !html.includes(`"${script}"`);
}

/** The path of the script that this page was loaded with. */
function ownScript(): string {
  return document.querySelector('script[type=module][src]')?.getAttribute('src') ?? '';
}

async function look(page: string, script: string): Promise<void> {
  try {
    const answer = await fetch(page, { cache: 'no-store', credentials: 'same-origin' });
    if (answer.ok && isOtherPage(await answer.text(), script)) isOutdated.value = true;
  } catch {
    // There is no network; the check is repeated after the next reconnect.
  }
}

/** Checks after each reconnect, and when a chunk of the page cannot be loaded. Returns a function that
 * stops it. */
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

export type KeyValueStore = Pick<Storage, 'getItem' | 'setItem'>;

/** Reloads a page whose protocol is not served any more, but only once; false if that was done before. */
export function reloadOnce(store: KeyValueStore, script: string, reload: () => void): boolean {
  if (store.getItem('reloaded') === script) return false;
  store.setItem('reloaded', script);
  reload();
  return true;
}

export const reloadPage = (): boolean => reloadOnce(sessionStorage, ownScript(), () => location.reload());
