// The end of a match: everybody's values, and who dropped out when and why.
import type { Seat } from '../../../plain/games/drachen';
import { sentence, t } from '../../../words/language';
import { Mark } from '../../ink/marks';
import type { At } from '../screen';
import { Emblem } from './card';
import { seenOf } from './view';

/** The seats still in the game first, then those that dropped out, the last one first. */
function byRank(seats: (Seat & { rank?: number })[]): number[] {
  const rank = (seat: number): number => (seats[seat]?.in ? Infinity : seats[seat]?.rank ?? 0);
  return seats.map((_one, seat) => seat).sort((a, b) => rank(b) - rank(a));
}

function endingOf(seat: Seat): string {
  if (seat.in) return 'page.dragon_stayed';
  return seat.out === 'broke' ? 'page.dragon_broke' : 'page.dragon_passed_out';
}

export function Ending(props: { at: At }) {
  const { at } = props;
  const { seats } = seenOf(at);
  return (
    <>
      <h2>{t('page.dragon_night')}</h2>
      <ul class="night">
        {byRank(seats).map((seat) => {
          const one = seats[seat] as Seat;
          const key = endingOf(one);
          return (
            <li key={seat}>
              <Mark seat={seat} size={18} />
              <Emblem character={one.character} size={24} />
              <span>
                {sentence(
                  { key, args: { seat, alcohol: one.alcohol, fortitude: one.fortitude, gold: one.gold } },
                  { names: at.names, reader: at.reader },
                )}
              </span>
            </li>
          );
        })}
      </ul>
    </>
  );
}
