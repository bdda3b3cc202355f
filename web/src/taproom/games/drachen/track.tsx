// A seat's track: alcohol fills it from the left, lost Fortitude is crossed out from the right; a seat is out
// where they meet.
import type { Seat } from '../../../plain/games/drachen';
import { t } from '../../../words/language';

export function DrinkTrack(props: { seat: Seat; track: number }) {
  const { seat, track } = props;
  const share = (value: number): string => `${Math.max(0, Math.min(100, (100 * value) / track))}%`;
  return (
    <span
      class="drink-track"
      role="img"
      aria-label={t('page.dragon_track', { alcohol: seat.alcohol, fortitude: seat.fortitude })}
    >
      <i class="alcohol" style={{ width: share(seat.alcohol) }} />
      <i class="struck" style={{ width: share(track - seat.fortitude) }} />
    </span>
  );
}

/** A seat's values as numbers: alcohol of Fortitude, drinks, cards, gold. */
export function Figures(props: { seat: Seat }) {
  const { seat } = props;
  const cards = Array.isArray(seat.hand) ? seat.hand.length : seat.hand;
  return (
    <span class="dragon-figures">
      <b class="of" title={t('page.dragon_track', { alcohol: seat.alcohol, fortitude: seat.fortitude })}>
        {t('page.dragon_of', { alcohol: seat.alcohol, fortitude: seat.fortitude })}
      </b>
      <span class="count" title={t('drachen.head_drinks')}>
        <Mug />
        {seat.pile}
        <span class="unseen">{t('drachen.head_drinks')}</span>
      </span>
      <span class="count cards" title={t('page.dragon_cards')}>
        <Cards />
        {cards}
        <span class="unseen">{t('page.dragon_cards')}</span>
      </span>
      <span class="gold" title={t('drachen.head_gold')}>
        <i class="coin" />
        {seat.gold}
        <span class="unseen">{t('drachen.head_gold')}</span>
      </span>
    </span>
  );
}

function Mug() {
  return (
    <svg width="15" height="15" viewBox="0 0 24 24" aria-hidden="true">
      <path
        d="M5 8l1 12h9l1-12zM16 11h4v6h-4"
        fill="none"
        stroke="currentColor"
        stroke-width="2.4"
        stroke-linejoin="round"
      />
    </svg>
  );
}

function Cards() {
  return (
    <svg width="15" height="15" viewBox="0 0 24 24" aria-hidden="true">
      <path
        d="M4 7l9-3 4 13-9 3zM15 6h5v13h-3"
        fill="none"
        stroke="currentColor"
        stroke-width="2.4"
        stroke-linejoin="round"
      />
    </svg>
  );
}
