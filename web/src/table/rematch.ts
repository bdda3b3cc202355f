// Who has asked for a rematch.
import type { Info } from '#made/proto';

/** Whether all people at the table want a rematch; computer players are not asked. */
export function allWantAgain(info: Info): boolean {
  return info.seats.every((one, seat) => one?.person === undefined || info.again.includes(seat));
}
