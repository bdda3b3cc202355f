// The chances of rolling again, if the server tells them (no other person at the table).
import type { Message } from '#made/proto';
import { t } from '../../../words/language';
import type { At } from '../screen';
import { seen } from './view';

const list = (value: unknown): number[] => (Array.isArray(value) ? (value as number[]) : []);

/** The marks of the special barrels at these places; choices with the same marks are equivalent. */
const showing = (at: At, places: number[]): string =>
  places
    .map((place) => seen(at.truth).barrels[place - 1] ?? '')
    .sort()
    .join('');

/** The message for the special barrels that are selected. */
export function chanceOf(at: At): Message | null {
  // A card may have the same word as the place of a barrel.
  const chosen = at.words[0] === 'again' ? at.words.slice(1).map(Number) : [];
  return (
    at
      .odds()
      .find((one) => 'fail' in one.args && showing(at, list(one.args['specials'])) === showing(at, chosen)) ??
    null
  );
}

export function percent(thousandths: number): string {
  return thousandths > 0 && thousandths < 10
    ? t('page.under_one')
    : t('page.percent', { number: Math.round(thousandths / 10) });
}

export function Odds(props: { at: At }) {
  const chance = chanceOf(props.at);
  if (!chance) return null;
  const fail = Number(chance.args['fail']);
  return (
    <div class="plate odds">
      <p>
        <span>
          {t('page.polterfass.in_cup')} <b>{Number(chance.args['barrels'])}</b>
        </span>
        <span class="fails">
          {t('page.polterfass.fails')} <b>{percent(fail)}</b>
        </span>
      </p>
      <div class="odds-bar">
        <i style={{ width: `${100 - fail / 10}%` }} />
      </div>
    </div>
  );
}

/** The probabilities of how many barrels stand afterwards. */
export function StandingChances(props: { at: At }) {
  const { at } = props;
  const chance = chanceOf(at);
  const row = at
    .odds()
    .find((one) => Array.isArray(one.args['standing']) && one.args['barrels'] === chance?.args['barrels']);
  if (!row) return null;
  const shares = list(row.args['standing']);
  const most = Math.max(...shares, 1);
  return (
    <section class="chances">
      <h3>{t('page.polterfass.chances')}</h3>
      <p class="faded">{t('page.polterfass.chances_help')}</p>
      <ol>
        {shares.map((share, count) => (
          <li key={count} class={count ? '' : 'none'}>
            <span>{percent(share)}</span>
            <i style={{ height: `${(3.2 * share) / most}rem` }} />
            <b>{count}</b>
          </li>
        ))}
      </ol>
    </section>
  );
}
