// Access to the views of Zum Blauen Drachen.
import type { Seen } from '../../../plain/games/drachen';
import type { At } from '../screen';

export const seenOf = (at: At): Seen => at.view as unknown as Seen;

/** The reader's cards in the newest view. */
export function handOf(at: At): string[] {
  const hand = (at.truth as unknown as Seen).seats[at.reader]?.hand;
  return Array.isArray(hand) ? hand : [];
}

/** Whether an item is pending or a scene is shown; then the chosen card stays in the hand. */
export function isScene(seen: Seen): boolean {
  return seen.stack.length > 0 || Boolean(seen.gamble) || Boolean(seen.event);
}
