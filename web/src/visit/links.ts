// Links that can be given away. Whoever opens one without a seat watches; a finished match is seen again.
import type { Info } from '#made/proto';

/** The address of a table for others: with its code where it is private; null: this reader has none to give. */
export function shareAddress(table: string, info: Info): string | null {
  if (info.state === 'over') return `/r/${table}`;
  if (info.public) return `/t/${table}`;
  return info.code ? `/t/${info.code}` : null;
}
