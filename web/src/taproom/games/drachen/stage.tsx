// The middle of the table: the steps of a turn, what is pending, the drinks and the inn; a round table
// while they gamble, tankards in a contest.
import { itemMessage, type Item, type Seen } from '../../../plain/games/drachen';
import type { Prompt } from '#made/proto';
import { nextWords } from '../../../prompt/choosing';
import { sentence, t } from '../../../words/language';
import { Coaster } from '../../parts/parts';
import { Icon } from '../../ink/icons';
import type { At } from '../screen';
import { CardLink, Emblem, LargeCard, Reading } from './card';

export const seenOf = (at: At): Seen => at.view as unknown as Seen;
const STEPS = ['discard', 'action', 'buy', 'drink'] as const;

function Steps(props: { seen: Seen }) {
  const place = STEPS.indexOf(props.seen.phase as (typeof STEPS)[number]);
  return (
    <ol class="steps" aria-label={t('page.dragon_steps')}>
      {STEPS.map((step, i) => (
        <li key={step} class={i === place ? 'now' : i < place ? 'past' : ''} aria-current={i === place ? 'step' : undefined}>{t(`page.dragon_step.${step}`)}</li>
      ))}
    </ol>
  );
}

function name(at: At, seat: number): string {
  return seat === at.reader ? t('page.you') : at.names[seat] ?? '';
}

function SeatSpot(props: { at: At; seat: number; state?: string; class?: string }) {
  const { at, seat } = props;
  const character = seenOf(at).seats[seat]?.character ?? '';
  return (
    <span class={`spot ${props.class ?? ''}`}>
      <Coaster seat={seat} badge={<span class="badge"><Emblem character={character} size={15} /></span>} />
      <bdi class="plate">{name(at, seat)}{props.state && <small>{props.state}</small>}</bdi>
    </span>
  );
}

/** One pending thing: the card or drink, whom it hits and what it costs him. */
function Pending(props: { at: At; item: Item; isTop: boolean }) {
  const { at, item, isTop } = props;
  const seen = seenOf(at);
  const message = itemMessage(item, seen, at.kit, at.names);
  if (!message) return null;
  const words = sentence(message, { names: at.names, reader: at.reader });
  if (item.kind !== 'card' || !item.card) return <li class={`pending plain ${isTop ? 'top' : ''}`}><p class="plate">{words}</p></li>;
  const targets = item.targets ?? [];
  return (
    <li class={`pending ${isTop ? 'top' : ''} ${item.negated ? 'negated' : ''}`} aria-label={words}>
      <SeatSpot at={at} seat={item.source ?? 0} />
      {isTop ? <LargeCard at={at} id={item.card} seat={item.source ?? 0} seats={targets} /> : <span class="plate"><CardLink id={item.card} /></span>}
      {targets.length > 0 && <span class="hits"><Icon name="arrow" size={isTop ? 48 : 24} /></span>}
      {targets.map((seat, i) => <SeatSpot key={i} at={at} seat={seat} class={item.ignored_by?.includes(seat) ? 'ignores' : ''} />)}
    </li>
  );
}

function Stack(props: { at: At }) {
  const { at } = props;
  const seen = seenOf(at);
  const items = [...seen.stack].reverse();
  if (!items.length) return null;
  return <ol class="pending-stack" aria-label={t('drachen.title_pending')}>{items.map((item, i) => <Pending key={items.length - i} at={at} item={item} isTop={i === 0} />)}</ol>;
}

/** The card that I am about to play, and whom it or a drink may go to. */
function Chosen(props: { at: At }) {
  const { at } = props;
  const prompt = at.prompt;
  if (!prompt) return null;
  const [verb, card] = at.words;
  const isCard = verb === 'play' && card !== undefined;
  const others = prompt.forms.map((form) => form.say).filter((say) => !/^(play|discard)/.test(say));
  const heads = isCard ? [['play', card]] : others.map((say) => [say]);
  const lists = heads.map((head) => ({ head, words: targetWords(prompt, at.words, head) })).filter((one) => one.words.length);
  if (!isCard && !lists.length) return null;
  return (
    <div class="chosen">
      {isCard && <LargeCard at={at} id={card} seat={at.reader} />}
      {lists.map(({ head, words }) => <Targets key={head.join(' ')} at={at} head={head} words={words} />)}
    </div>
  );
}

/** The seats that the place to be filled now may have: the next one, or the last once all are filled. */
function targetWords(prompt: Prompt, words: string[], head: string[]): string[] {
  const chosen = head.every((word, i) => words[i] === word) ? words : head;
  const next = nextWords(prompt, chosen);
  const open = next.length ? next : nextWords(prompt, chosen.slice(0, Math.max(head.length, chosen.length - 1)));
  return open.filter((word) => word.startsWith('>'));
}

function Targets(props: { at: At; head: string[]; words: string[] }) {
  const { at, head, words } = props;
  const prompt = at.prompt;
  const verb = head[0] ?? '';
  const taken = verb === at.words[0] ? at.words.slice(head.length) : [];
  const isFull = prompt !== null && taken.length > 0 && !nextWords(prompt, at.words).length;
  const place = isFull ? taken.length - 1 : taken.length;
  const choose = (word: string): void => {
    const old = taken[place];
    if (old !== undefined && old !== word) at.choose(verb, old, `${old}.${place}`);
    at.choose(verb, word, `${word}.${place}`);
  };
  return (
    <div class="targets" role="group" aria-label={t(verb === 'play' ? 'drachen.key_target' : verb === 'split' ? 'drachen.key_share' : 'drachen.key_guest')}>
      {words.map((word) => {
        const seat = Number(word.slice(1));
        const isTaken = taken[place] === word;
        return (
          <button key={word} class="target" data-thing={`${word}.${place}`} aria-pressed={isTaken} onClick={() => choose(word)}>
            <Coaster seat={seat} glows={isTaken} badge={<span class="badge"><Emblem character={seenOf(at).seats[seat]?.character ?? ''} size={15} /></span>} />
            <bdi>{seat === at.reader ? t('page.yourself') : name(at, seat)}</bdi>
          </button>
        );
      })}
    </div>
  );
}

function Gamble(props: { at: At }) {
  const { at } = props;
  const seen = seenOf(at);
  const round = seen.gamble;
  if (!round) return null;
  const state = (seat: number): string => {
    if (!round.in.includes(seat)) return t('drachen.note_left');
    if (round.control === seat) return t('drachen.note_control');
    return round.passed.includes(seat) ? t('drachen.note_passed') : '';
  };
  return (
    <div class="gamble">
      <ol>
        {seen.seats.map((one, seat) => (one.in ? <li key={seat} class={round.turn === seat ? 'turn' : ''}><SeatSpot at={at} seat={seat} state={state(seat)} class={round.in.includes(seat) ? '' : 'out'} /></li> : null))}
      </ol>
      <p class="pot"><i class="coin" /><i class="coin" /><i class="coin" /><b class="figures">{seen.pot}</b><span>{t('page.dragon_pot')}</span></p>
    </div>
  );
}

function Contest(props: { at: At }) {
  const { at } = props;
  const seen = seenOf(at);
  const event = seen.event;
  if (!event?.scores || !event.revealed?.length) return null;
  const most = Math.max(1, ...event.revealed.map((seat) => event.scores?.[seat] ?? 0));
  return (
    <ol class="contest">
      {event.revealed.map((seat) => {
        const score = event.scores?.[seat] ?? 0;
        return (
          <li key={seat} class={score === most ? 'leads' : ''}>
            <b class="figures">{score}</b>
            <span class="tankard"><i style={{ height: `${Math.max(4, (92 * Math.max(0, score)) / most)}%` }} /></span>
            <SeatSpot at={at} seat={seat} />
          </li>
        );
      })}
    </ol>
  );
}

function Piles(props: { at: At }) {
  const seen = seenOf(props.at);
  return (
    <>
      <span class="pile drinks"><i /><b class="plate">{t('page.dragon_drinks', { count: seen.drinks_left })}</b></span>
      <span class="pile inn"><i /><b class="plate">{t('page.dragon_inn', { count: seen.inn })}</b></span>
    </>
  );
}

export function Stage(props: { at: At }) {
  const { at } = props;
  const seen = seenOf(at);
  const isBusy = seen.stack.length > 0 || Boolean(seen.gamble) || Boolean(seen.event?.revealed?.length);
  return (
    <div class={`dragon ${seen.gamble ? 'at-gamble' : ''}`}>
      {seen.active !== null && seen.phase !== 'deal' && <Steps seen={seen} />}
      <div class="middle">
        <Piles at={at} />
        <div class="heart">
          <Gamble at={at} />
          <Contest at={at} />
          {!at.words[1] && <Stack at={at} />}
          <Chosen at={at} />
          {!isBusy && !at.words.length && <Last at={at} />}
        </div>
      </div>
      <Reading at={at} />
    </div>
  );
}

/** The card that was played last stays to be read. */
function Last(props: { at: At }) {
  const last = (props.at.view as { last_card?: { seat: number; action: string } }).last_card;
  const id = last?.action.split(' ')[1];
  if (!last || !id) return null;
  return (
    <p class="last plate">
      <SeatSpot at={props.at} seat={last.seat} /> <CardLink id={id} />
    </p>
  );
}

