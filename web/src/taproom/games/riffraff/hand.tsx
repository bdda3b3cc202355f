// The reader's choices: ten cards, the pieces in front of the reader, or the seats in their loading order.
import { signal } from '@preact/signals';
import { wordLabel } from '../../../common/names';
import { t } from '../../../words/language';
import { Coaster, Segments } from '../../parts/parts';
import type { At } from '../screen';
import { LittleShip, PieceShape } from './piece';
import {
  askedOf,
  type CardFace,
  cardsOf,
  kitOf,
  seatsOf,
  seenOf,
  supplyOf,
  tilesOf,
  withoutNumbers,
} from './view';

/** Whether one or two pieces are announced; valid for one prompt only. */
const announced = signal<{ ask: number; verb: 'load' | 'load2' } | null>(null);

export function hasHand(at: At): boolean {
  return at.sim === null && seenOf(at.truth).phase !== 'over';
}

export function Hand(props: { at: At }) {
  const { at } = props;
  const asked = askedOf(at.prompt);
  if (asked === 'load') return <Supply at={at} />;
  if (asked === 'captain' || asked === 'order') return <Seats at={at} verb={asked} />;
  return <Cards at={at} />;
}

function cardLabel(card: CardFace): string {
  if (card.state === 'mine') return t('page.riffraff.card', { card: card.number });
  if (card.state === 'laid') return t('page.riffraff.card_laid', { card: card.number });
  return card.round === null
    ? t('page.riffraff.card_played', { card: card.number })
    : t('page.riffraff.card_round', { card: card.number, round: card.round });
}

function Cards(props: { at: At }) {
  const { at } = props;
  return (
    <ol class="area-cards">
      {cardsOf(kitOf(at.kit), seenOf(at.truth), at.reader, at.log).map((card) => {
        const word = String(card.number);
        const isChosen = at.isChosen(word);
        return (
          <li key={word}>
            <button
              class={`area-card ${card.state} ${isChosen ? 'up' : ''}`}
              data-thing={word}
              data-key={String(card.number % 10)}
              aria-label={cardLabel(card)}
              aria-pressed={isChosen}
              disabled={!isChosen && !at.lit('card', word)}
              onClick={() => at.choose('card', word)}
            >
              <b>{word}</b>
              {card.state === 'played' && card.round !== null ? (
                <small>{t('page.riffraff.round', { round: card.round })}</small>
              ) : (
                <LittleShip area={card.number} />
              )}
            </button>
          </li>
        );
      })}
    </ol>
  );
}

function Supply(props: { at: At }) {
  const { at } = props;
  const { pieces, hasTwo } = supplyOf(at.prompt);
  const ask = at.prompt?.ask ?? 0;
  const only = at.prompt?.forms[0]?.say === 'load2' ? 'load2' : 'load';
  const verb = hasTwo && announced.value?.ask === ask ? announced.value.verb : only;
  const announce = (value: string): void => {
    announced.value = { ask, verb: value === 'load2' ? 'load2' : 'load' };
    const piece = at.words[1];
    at.clear();
    if (piece) at.take(`${value} ${piece}`);
  };
  return (
    <div class="supply">
      {hasTwo && (
        <Segments
          label={t('page.riffraff.how_many')}
          value={verb}
          values={[
            ['load', t('page.riffraff.one')],
            ['load2', t('page.riffraff.two')],
          ]}
          change={announce}
        />
      )}
      <ol>
        {tilesOf(pieces).map((equal) => {
          const isChosen = equal.includes(at.words[1] ?? '');
          const piece =
            equal.find((one) => one === at.words[1]) ??
            equal.find((one) => at.lit(verb, one)) ??
            equal[0] ??
            '';
          return (
            <li key={equal[0]}>
              <button
                class={`cargo ${isChosen ? 'up' : ''}`}
                data-thing={piece}
                aria-pressed={isChosen}
                disabled={!isChosen && !at.lit(verb, piece)}
                onClick={() => at.take(`${verb} ${piece}`)}
              >
                <PieceShape piece={piece} />
                <span>
                  {wordLabel(at.game, verb, withoutNumbers(piece), at.names, at.reader)}
                  {equal.length > 1 && <b class="times"> ×{equal.length}</b>}
                </span>
              </button>
            </li>
          );
        })}
      </ol>
    </div>
  );
}

function Seats(props: { at: At; verb: 'captain' | 'order' }) {
  const { at, verb } = props;
  return (
    <ol class="tied">
      {seatsOf(at.prompt).map((seat) => {
        const word = String(seat);
        const place = at.words.indexOf(word);
        return (
          <li key={word}>
            <button
              class={`target ${place > 0 ? 'up' : ''}`}
              data-thing={word}
              aria-pressed={place > 0}
              onClick={() => at.choose(verb, word)}
            >
              <Coaster
                seat={seat}
                badge={verb === 'order' && place > 0 ? <span class="badge">{place}</span> : null}
              />
              <bdi>{wordLabel(at.game, verb, word, at.names, at.reader)}</bdi>
            </button>
          </li>
        );
      })}
    </ol>
  );
}
