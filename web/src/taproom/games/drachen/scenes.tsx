// Two scenes in the middle of the table: a gambling round at a round table, and guests who drink together.
import { cardName } from '../../../plain/games/drachen';
import { t } from '../../../words/language';
import { Icon } from '../../ink/icons';
import type { At } from '../screen';
import { LargeCard } from './card';
import { MugDrawing } from './mug';
import { Spot } from './spot';
import { seenOf } from './view';

/** The seats around the table: the reader at the bottom, the others clockwise. */
function around(at: At): number[] {
  const seats = seenOf(at).seats.map((_one, seat) => seat).filter((seat) => seenOf(at).seats[seat]?.in);
  const first = Math.max(0, seats.indexOf(at.reader));
  return [...seats.slice(first), ...seats.slice(0, first)];
}

const PLACES: Record<number, string[]> = {
  1: ['south'],
  2: ['south', 'north'],
  3: ['south', 'west', 'east'],
  4: ['south', 'west', 'north', 'east'],
};

/** The card with which somebody took control, if it was played last. */
function CardOnTable(props: { at: At }) {
  const { at } = props;
  const last = (at.view as { last_card?: { seat: number; action: string } }).last_card;
  const id = last?.action.split(' ')[1];
  if (!last || !id || seenOf(at).stack.length || last.seat !== seenOf(at).gamble?.control) return null;
  return <LargeCard at={at} id={id} seat={last.seat} class="on-table" />;
}

export function Gamble(props: { at: At }) {
  const { at } = props;
  const seen = seenOf(at);
  const round = seen.gamble;
  if (!round) return null;
  const state = (seat: number): string => {
    if (!round.in.includes(seat)) return t('drachen.note_left');
    if (round.control === seat) return t('drachen.note_control');
    return round.passed.includes(seat) ? t('drachen.note_passed') : '';
  };
  const seats = around(at);
  return (
    <div class="gamble">
      <ol>
        {seats.map((seat, i) => (
          <li
            key={seat}
            class={`${PLACES[seats.length]?.[i] ?? 'south'} ${round.turn === seat ? 'turn' : ''}`}
          >
            <Spot
              at={at}
              seat={seat}
              state={state(seat)}
              class={round.in.includes(seat) ? '' : 'out'}
              glows={round.turn === seat}
              badge={
                round.control === seat ? (
                  <span class="badge awaited">
                    <Icon name="hand" size={14} />
                  </span>
                ) : null
              }
            />
          </li>
        ))}
      </ol>
      <div class="felt">
        <CardOnTable at={at} />
        <p class="pot">
          <span class="heap" aria-hidden="true">
            {Array.from({ length: Math.min(7, Math.max(1, seen.pot)) }, (_unused, i) => (
              <i key={i} class="coin" />
            ))}
          </span>
          <b class="figures">{seen.pot}</b>
          <span>{t('page.dragon_pot')}</span>
        </p>
      </div>
    </div>
  );
}

/** Who drinks what; in a contest with the value that counts. */
export function Tankards(props: { at: At }) {
  const { at } = props;
  const event = seenOf(at).event;
  const revealed = event?.revealed ?? [];
  const isContest = event?.kind === 'contest';
  if (!event || !revealed.length || (!isContest && seenOf(at).stack.length)) return null;
  const drinks = (event.drinks ?? []) as string[][];
  const scores = event.scores ?? [];
  const most = Math.max(1, ...revealed.map((seat) => scores[seat] ?? 0));
  return (
    <ol class="contest">
      {revealed.map((seat) => {
        const score = scores[seat] ?? 0;
        const own = drinks[seat] ?? [];
        return (
          <li key={seat} class={isContest && score === most ? 'leads' : ''}>
            {isContest && <b class="figures">{score}</b>}
            <MugDrawing
              kit={at.kit}
              drink={own.at(-1) ?? ''}
              share={isContest ? Math.max(0.08, score / most) * 0.9 : own.length ? 0.8 : 0}
            />
            <span class="brew plate">{own.length ? own.map(cardName).join(', ') : '–'}</span>
            <Spot at={at} seat={seat} />
          </li>
        );
      })}
    </ol>
  );
}
