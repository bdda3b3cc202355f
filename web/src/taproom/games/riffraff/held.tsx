// The cards that a seat still has, and the one that it has played.
import { t } from '../../../words/language';
import type { At } from '../screen';
import { seenOf } from './view';

export function Held(props: { at: At }) {
  const { at } = props;
  const seen = seenOf(at.view);
  const hand = seen.hands[at.reader];
  const laid = seen.my_card;
  return (
    <span class="held-numbers">
      {laid !== null && (
        <span class="mini-card laid figures" title={t('page.riffraff.card_laid', { card: laid })}>
          {laid}
        </span>
      )}
      {Array.isArray(hand) &&
        hand
          .filter((card) => card !== laid)
          .map((card) => (
            <span key={card} class="mini-card figures">
              {card}
            </span>
          ))}
    </span>
  );
}
