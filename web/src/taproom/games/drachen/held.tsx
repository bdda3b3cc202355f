// The cards in a seat's hand; each can be opened.
import { t } from '../../../words/language';
import type { At } from '../screen';
import { CardLink } from './card';
import { seenOf } from './view';

export function Held(props: { at: At }) {
  const hand = seenOf(props.at).seats[props.at.reader]?.hand;
  if (!Array.isArray(hand) || !hand.length) return <span class="faded">{t('page.replay.nothing_held')}</span>;
  return <ul class="held-cards">{hand.map((id, i) => <li key={i}><CardLink id={id} /></li>)}</ul>;
}
