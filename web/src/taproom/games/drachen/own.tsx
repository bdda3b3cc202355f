// The reader's own values, above the cards: alcohol, Fortitude, gold. It is a button if the reader is a
// possible target.
import { t } from '../../../words/language';
import { Mark } from '../../ink/marks';
import { Coaster } from '../../parts/parts';
import type { At } from '../screen';
import { aimsOf, orderOf } from './aims';
import { Emblem } from './card';
import { DrinkTrack, Figures } from './track';
import { seenOf } from './view';

export function OwnBar(props: { at: At }) {
  const { at } = props;
  const seen = seenOf(at);
  const own = seen.seats[at.reader];
  if (!own) return null;
  const aim = aimsOf(at).find((to) => to.seat === at.reader);
  const order = orderOf(at, at.reader);
  const inside = (
    <>
      <Coaster
        seat={at.reader}
        picture={<Emblem character={own.character} size={26} />}
        glows={Boolean(aim?.isTaken)}
        badge={order && <span class="badge awaited">{order}</span>}
      />
      <span class="words">
        <span class="name">
          <Mark seat={at.reader} size={14} /> <bdi class="who">{own.name}</bdi>{' '}
          <span class="spelled">
            {t('page.dragon_track', { alcohol: own.alcohol, fortitude: own.fortitude })}
          </span>
        </span>
        <DrinkTrack seat={own} track={Number(at.kit['track'] ?? 20)} />
      </span>
      <Figures seat={own} />
    </>
  );
  const turn = seen.active === at.reader ? 'turn' : '';
  if (!aim) return <div class={`own-bar ${turn}`}>{inside}</div>;
  return (
    <button
      class={`own-bar target ${turn}`}
      data-aim={at.reader}
      data-thing={aim.thing}
      aria-pressed={aim.isTaken}
      aria-label={t('page.yourself')}
      onClick={aim.choose}
    >
      {inside}
    </button>
  );
}
