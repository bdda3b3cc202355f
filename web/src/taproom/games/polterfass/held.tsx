// A seat's hidden order, small.
import { t } from '../../../words/language';
import type { At } from '../screen';
import { MiniCards } from './bill';
import { seen } from './view';

export function Held(props: { at: At }) {
  const { at } = props;
  const { my_order: order, innkeeper } = seen(at.view);
  if (order?.length) return <MiniCards cards={order} seat={at.reader} />;
  return (
    <span class="faded">
      {at.reader === innkeeper ? t('page.polterfass.innkeeper') : t('page.replay.nothing_held')}
    </span>
  );
}
