// What the screen of Zum Blauen Drachen reads of a view.
import type { Seen } from '../../../plain/games/drachen';
import type { At } from '../screen';

export const seenOf = (at: At): Seen => at.view as unknown as Seen;

/** My cards, as they are now. */
export function handOf(at: At): string[] {
  const hand = (at.truth as unknown as Seen).seats[at.reader]?.hand;
  return Array.isArray(hand) ? hand : [];
}

/** True while something waits to be answered or a scene is played: then the chosen card stays in the hand. */
export function isScene(seen: Seen): boolean {
  return seen.stack.length > 0 || Boolean(seen.gamble) || Boolean(seen.event);
}
