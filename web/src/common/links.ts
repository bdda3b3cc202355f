// Links to share. Whoever opens one without having a seat watches; a finished match is replayed.
import { signal } from '@preact/signals';
import type { Info } from '#made/proto';
import { t } from '../words/language';

/** The origin under which others reach this server. This window may have opened it as 127.0.0.1, so the
 * server's own links tell. */
const home = signal<string | null>(null);

/** Takes the origin from a link that the server made. */
export function learnHome(link: string): void {
  home.value = new URL(link).origin;
}

export const linkTo = (address: string): string => (home.value ?? location.origin) + address;

/** The path of a table for others, with its code if it is private; null if this reader does not know the
 * code. */
export function shareAddress(table: string, info: Info): string | null {
  if (info.state === 'over') return `/r/${table}`;
  if (info.public) return `/t/${table}`;
  return info.code ? `/t/${info.code}` : null;
}

/** Opens the system's share sheet if there is one, else copies the link; returns the text to show. */
export async function shareLink(link: string, title: string): Promise<string> {
  if (!navigator.share) return copyLink(link);
  try {
    await navigator.share({ title, url: link });
    return '';
  } catch (error) {
    // AbortError: the person closed the sheet. Otherwise it could not be opened, so the link is copied.
    return (error as Error).name === 'AbortError' ? '' : copyLink(link);
  }
}

export async function copyLink(link: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(link);
  } catch {
    // There is no clipboard API without a secure origin.
    if (!copyByHand(link)) return t('page.not_copied');
  }
  return t('page.copied');
}

/** Copies with execCommand from a temporary text field; restores the focus. */
function copyByHand(text: string): boolean {
  const before = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'unseen';
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  if (before instanceof HTMLElement) before.focus();
  return isCopied;
}
