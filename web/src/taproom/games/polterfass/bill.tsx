// The bill of a round: served and ordered, the verdict, then every guest with cards and mugs. It is
// animated when it happens; afterwards it can be opened from the pad.
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { t } from '../../../words/language';
import { Icon } from '../../ink/icons';
import { Mark, seatClass } from '../../ink/marks';
import { sayNumber } from '../../table/number';
import type { At } from '../screen';
import { seen, type PadRound } from './view';

/** The round, from 0, whose bill was opened from the pad. */
export const openBill = signal<{ table: string; round: number } | null>(null);

/** The round whose bill is open at this table; it is closed by an answer and on leaving. */
export function useOpenBill(at: At): number | null {
  useEffect(() => {
    if (at.isBusy) openBill.value = null;
  }, [at.isBusy]);
  useEffect(() => () => void (openBill.value = null), [at.table]);
  return openBill.value?.table === at.table ? openBill.value.round : null;
}

export function MiniCards(props: { cards: number[]; seat: number }) {
  return (
    <span class={`mini-cards ${seatClass(props.seat)}`}>
      {props.cards.map((card) => <span key={card} class="mini-card figures">{card}</span>)}
    </span>
  );
}

export function verdictOf(round: PadRound): { key: string; sign: string } {
  if (round.served === null) return { key: 'failed', sign: '' };
  return round.why.some((why) => why === 'greediest' || why === 'equal')
    ? { key: 'greedy', sign: '<' }
    : { key: 'enough', sign: round.served === round.ordered ? '=' : '>' };
}

function Line(props: { at: At; round: PadRound; seat: number; delay: number }) {
  const { at, round, seat, delay } = props;
  const points = round.points[seat] ?? 0;
  const name = seat === at.reader ? t('page.you') : at.names[seat] ?? '';
  const why = round.why[seat] ?? 'served';
  return (
    <li class="bill-line" style={delay ? { animationDelay: `${delay}ms` } : undefined}>
      <Mark seat={seat} size={20} />
      <span class="guest" title={name}>
        <bdi>{name}</bdi>
        <small>{t(`page.polterfass.why.${why}`)}</small>
      </span>
      {round.orders[seat] ? <MiniCards cards={round.orders[seat] ?? []} seat={seat} /> : <span />}
      <span class={`figures points ${points < 0 ? 'loss' : points > 0 ? 'gain' : ''}`}>
        {sayNumber(points, true)}
      </span>
    </li>
  );
}

/** `isAgain`: opened from the pad, shown without animation. */
export function Bill(props: { at: At; round: number; isAgain: boolean }) {
  const { at } = props;
  const round = (seen(at.truth).pad ?? [])[props.round];
  if (!round) return null;
  const { key, sign } = verdictOf(round);
  const delay = (place: number): number => (props.isAgain ? 0 : 300 + 250 * place);
  const guests = round.totals.map((_total, seat) => seat).filter((seat) => seat !== round.innkeeper);
  const close = (): void => {
    openBill.value = null;
    at.skip();
  };
  return (
    <section
      class={`paper bill ${key} ${props.isAgain ? 'again' : ''}`}
      aria-label={t('page.polterfass.bill')}
    >
      {!at.isTelevision && (
        <button class="close" aria-label={t('page.close_sheet')} onClick={close}>
          <Icon name="close" size={22} />
        </button>
      )}
      <h2>{t('page.polterfass.bill')}</h2>
      <div class="sums">
        <span><b class="figures">{round.served ?? '–'}</b><small>{t('page.polterfass.served')}</small></span>
        <b class="figures compare">{sign}</b>
        <span><b class="figures">{round.ordered}</b><small>{t('page.polterfass.ordered')}</small></span>
      </div>
      <p class="verdict">{t(`page.polterfass.verdict.${key}`)}</p>
      <ol>
        {guests.map((seat, i) => <Line key={seat} at={at} round={round} seat={seat} delay={delay(i)} />)}
        <Line at={at} round={round} seat={round.innkeeper} delay={delay(guests.length)} />
      </ol>
    </section>
  );
}
