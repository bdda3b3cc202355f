// Notices above the board: who is away, which seats a computer player keeps, and that one is watching.
import type { Info } from '#made/proto';
import type { Table } from '../../table/table';
import { botName, seatName } from '../../common/names';
import { ask } from '../../common/state';
import { t } from '../../words/language';
import { Icon } from '../ink/icons';

export function Absent(props: { table: Table; info: Info }) {
  const { table, info } = props;
  const mine = table.seat.value;
  const isKept = mine !== null && Boolean(info.seats[mine]?.bot);
  const gone = info.seats.flatMap((one, seat) =>
    one?.here === 'gone' && !one.bot && mine !== null && seat !== mine ? [seat] : [],
  );
  return (
    <div class="absent">
      {mine === null && (
        <p class="plate watching">
          <Icon name="eye" size={20} /> {t('page.you_watch')} {t('page.watchers', { count: info.watchers })}
        </p>
      )}
      {isKept && (
        <p class="plate">
          {t('page.kept')}{' '}
          <button class="plank" onClick={() => void ask({ t: 'back', table: table.table })}>
            {t('page.back')}
          </button>
        </p>
      )}
      {gone.map((seat) => (
        <p class="plate" key={seat}>
          {t('page.is_gone', { name: seatName(info, seat) })}{' '}
          <button
            class="plank"
            onClick={() => void ask({ t: 'bot', table: table.table, seat, bot: 'regular' })}
          >
            {t('page.give_to_bot', { word: botName(info.game, 'regular') })}
          </button>
        </p>
      ))}
    </div>
  );
}
