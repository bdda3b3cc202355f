// Links that can be given away. Whoever opens one without a seat watches; a finished match is seen again.
import { signal } from '@preact/signals';
import type { Info } from '#made/proto';
import { t } from '../words/language';

/** Where others reach this server: it knows better than this window, which may have opened it as 127.0.0.1. */
const home = signal<string | null>(null);

/** Learns it from a link that the server made. */
export function learnHome(link: string): void {
  home.value = new URL(link).origin;
}

export const linkTo = (address: string): string => (home.value ?? location.origin) + address;

/** The address of a table for others: with its code where it is private; null: this reader has none to give. */
export function shareAddress(table: string, info: Info): string | null {
  if (info.state === 'over') return `/r/${table}`;
  if (info.public) return `/t/${table}`;
  return info.code ? `/t/${info.code}` : null;
}

/** Shares by the system's own sheet where there is one, else copies the link; gives back what is to be said of it. */
export async function shareLink(link: string, title: string): Promise<string> {
  if (!navigator.share) return copyLink(link);
  try {
    await navigator.share({ title, url: link });
    return '';
  } catch (error) {
    // Who closed the sheet wants no link; where it could not be opened, he gets one.
    return (error as Error).name === 'AbortError' ? '' : copyLink(link);
  }
}

export async function copyLink(link: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(link);
  } catch {
    // Without a secure origin there is no clipboard.
    if (!copyByHand(link)) return t('page.not_copied');
  }
  return t('page.copied');
}

/** A selected field is copied the old way; the focus goes back to where it was. */
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
