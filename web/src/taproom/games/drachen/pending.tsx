// The pending items: the newest one large, with its source, its targets and its amounts; the others as strips
// above it, the oldest first.
import { cardName, itemMessage, type Item } from '../../../plain/games/drachen';
import { sentence, t } from '../../../words/language';
import { Icon } from '../../ink/icons';
import { Mark } from '../../ink/marks';
import type { At } from '../screen';
import { Amounts, amountsOf } from './amount';
import { CardLink, LargeCard } from './card';
import { MugDrawing } from './mug';
import { nameOf, Spot } from './spot';
import { seenOf } from './view';

/** The seats that an item affects: a card's targets, who drinks, who pays. */
export const hitBy = (item: Item): number[] =>
  item.kind === 'card' ? (item.targets ?? []) : item.source === undefined ? [] : [item.source];

function SeatName(props: { at: At; seat: number }) {
  return (
    <span class="who-mark">
      <Mark seat={props.seat} size={14} /> <bdi class="who">{nameOf(props.at, props.seat)}</bdi>
    </span>
  );
}

/** The title of a pending item. */
function Title(props: { item: Item }) {
  const { item } = props;
  if (item.kind === 'card' && item.card) return <CardLink id={item.card} />;
  return (
    <b class="strip-title">
      {item.kind === 'drink' ? (item.drinks ?? []).map(cardName).join(', ') : t('page.dragon_payment')}
    </b>
  );
}

function OlderItem(props: { at: At; item: Item; words: string }) {
  const { at, item } = props;
  const from = item.kind === 'card' ? item.source : undefined;
  return (
    <li class={`pending strip plate ${item.negated ? 'negated' : ''}`} aria-label={props.words}>
      {from !== undefined && <SeatName at={at} seat={from} />}
      <Title item={item} />
      {hitBy(item).length > 0 && <Icon name="arrow" size={18} />}
      {hitBy(item).map((seat, i) => <SeatName key={i} at={at} seat={seat} />)}
      <Amounts changes={amountsOf(at, item)} />
    </li>
  );
}

/** A drink to be drunk or gold to be paid, drawn with its name. */
function ItemDrawing(props: { at: At; item: Item }) {
  const { item } = props;
  if (item.kind === 'drink') {
    return (
      <span class="thing">
        <MugDrawing kit={props.at.kit} drink={item.drinks?.[0] ?? ''} share={0.85} />
        <b class="plate title">{(item.drinks ?? []).map(cardName).join(', ')}</b>
      </span>
    );
  }
  return (
    <span class="thing coins" aria-hidden="true">
      {Array.from({ length: Math.min(5, Math.max(1, item.total ?? 1)) }, (_unused, i) => (
        <i key={i} class="coin" />
      ))}
    </span>
  );
}

function purseOf(at: At, item: Item): string {
  if (item.to === 'pot') return t('page.dragon_pot');
  return item.to === 'inn' || item.to === undefined ? t('page.dragon_inn_name') : nameOf(at, Number(item.to));
}

function NewestItem(props: { at: At; item: Item; words: string }) {
  const { at, item } = props;
  const hits = hitBy(item);
  const changes = amountsOf(at, item);
  if (item.kind === 'gold') {
    return (
      <li class="pending top" aria-label={props.words}>
        {hits.map((seat) => (
          <Spot key={seat} at={at} seat={seat} />
        ))}
        <span class="hits">
          <ItemDrawing at={at} item={item} />
          <Icon name="arrow" size={44} />
          <Amounts changes={changes} />
        </span>
        {typeof item.to === 'number' ? (
          <Spot at={at} seat={item.to} />
        ) : (
          <b class="plate purse">{purseOf(at, item)}</b>
        )}
      </li>
    );
  }
  return (
    <li class={`pending top ${item.negated ? 'negated' : ''}`} aria-label={props.words}>
      {item.kind === 'card' && item.card ? (
        <span class="laid">
          <LargeCard at={at} id={item.card} seat={item.source ?? 0} seats={item.targets ?? []} />
          <Spot at={at} seat={item.source ?? 0} class="owner" />
        </span>
      ) : (
        <ItemDrawing at={at} item={item} />
      )}
      {(hits.length > 0 || changes.length > 0) && (
        <span class="hits">
          {hits.length > 0 && <Icon name="arrow" size={44} />}
          <Amounts changes={changes} />
        </span>
      )}
      {hits.length > 0 && (
        <span class="hit-seats">
          {hits.map((seat, i) => (
            <Spot key={i} at={at} seat={seat} class={item.ignored_by?.includes(seat) ? 'ignores' : ''} />
          ))}
        </span>
      )}
    </li>
  );
}

export function Stack(props: { at: At }) {
  const { at } = props;
  const seen = seenOf(at);
  const items = seen.stack.flatMap((item) => {
    const message = itemMessage(item, seen, at.kit, at.names);
    return message ? [{ item, words: sentence(message, { names: at.names, reader: at.reader }) }] : [];
  });
  if (!items.length) return null;
  return (
    <ol class="pending-stack" aria-label={t('drachen.title_pending')}>
      {items.map(({ item, words }, i) =>
        i === items.length - 1 ? (
          <NewestItem key={i} at={at} item={item} words={words} />
        ) : (
          <OlderItem key={i} at={at} item={item} words={words} />
        ),
      )}
    </ol>
  );
}
