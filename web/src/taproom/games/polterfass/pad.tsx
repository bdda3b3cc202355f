// The score pad: a line for each round with the mugs of each seat; a line opens the bill of its round.
import { shortName } from '../../../common/names';
import { t } from '../../../words/language';
import { Icon } from '../../ink/icons';
import { Mark } from '../../ink/marks';
import { sayNumber } from '../../table/number';
import type { At } from '../screen';
import { openBill } from './bill';
import { StandingChances } from './odds';
import { seen } from './view';

const SHORT = 3;

export function Pad(props: { at: At; isEnding?: boolean }) {
  const { at } = props;
  const { pad, goal, totals } = seen(at.view);
  const name = (seat: number): string => (seat === at.reader ? t('page.you') : at.names[seat] ?? '');
  return (
    <>
      <table class="pad">
        <thead>
          <tr>
            <th scope="col">
              <Icon name="tap" size={18} />
              <span class="unseen">{t('page.polterfass.served')}</span>
            </th>
            <th scope="col">
              <Icon name="mug" size={18} />
              <span class="unseen">{t('page.polterfass.ordered')}</span>
            </th>
            {totals.map((_total, seat) => (
              <th key={seat} scope="col" title={name(seat)}>
                <Mark seat={seat} size={14} />
                <abbr>{shortName(name(seat), SHORT)}</abbr>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {pad.map((round, i) => (
            <tr key={i} class={i === pad.length - 1 ? 'newest' : ''}>
              <th scope="row">
                {props.isEnding ? (
                  (round.served ?? '–')
                ) : (
                  <button
                    aria-label={t('page.polterfass.bill_of', { number: i + 1 })}
                    onClick={() => (openBill.value = { table: at.table, round: i })}
                  >
                    {round.served ?? '–'}
                  </button>
                )}
              </th>
              <td>{round.ordered}</td>
              {round.totals.map((total, seat) => (
                <td key={seat} class={total < 0 ? 'loss' : ''}>
                  {sayNumber(total)}
                  <small>{sayNumber(round.points[seat] ?? 0, true)}</small>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {!pad.length && <p class="faded">{t('polterfass.pad_empty')}</p>}
      {!props.isEnding && <p class="faded goal">{t('page.goal', { count: goal })}</p>}
      {!props.isEnding && <StandingChances at={at} />}
    </>
  );
}
