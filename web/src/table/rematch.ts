// A rematch as the page sees it: who has asked for one.
import type { Info } from '#made/proto';

/** Everybody who sat there wants to play again; computer players are not asked. */
export function allWantAgain(info: Info): boolean {
  return info.seats.every((one, seat) => one?.person === undefined || info.again.includes(seat));
}
