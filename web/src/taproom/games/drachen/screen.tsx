// The screen of Zum Blauen Drachen: everybody's track, the pending stack, the hand.
import { h } from 'preact';
import { cardName, itemMessage, type Seen } from '../../../plain/games/drachen';
import { wholeForms } from '../../../prompt/choosing';
import { actionLabel } from '../../../common/names';
import { sentence, t } from '../../../words/language';
import { Mark } from '../../ink/marks';
import type { Motion, Step } from '../../table/queue';
import type { At, Press, Screen, SeatFace } from '../screen';
import { aimsOf, orderOf, wantsAnother } from './aims';
import { cardText, CardLink, Emblem, HandCard, reading } from './card';
import { Ending } from './ending';
import { Held } from './held';
import { OwnBar } from './own';
import { Stage } from './stage';
import { DrinkTrack, Figures } from './track';
import { handOf, seenOf } from './view';
import './drachen.css';

/** `discard` if cards are to be discarded, else `play`. */
const verbOf = (at: At): string =>
  at.prompt?.forms.some((form) => form.say === 'discard') ? 'discard' : 'play';

function seat(at: At, number: number): SeatFace {
  const seen = seenOf(at);
  const one = seen.seats[number];
  if (!one) return {};
  const track = Number(at.kit['track'] ?? 20);
  const aim = aimsOf(at).find((to) => to.seat === number);
  const badge = badgeOf(seen, number, orderOf(at, number));
  return {
    state: one.in ? one.name : t('drachen.note_out'),
    emblem: h(Mark, { seat: number, size: 14 }),
    picture: h(Emblem, { character: one.character, size: 28 }),
    glows: seen.active === number,
    ...(aim ? { aim } : {}),
    more: one.in ? (
      <>
        <DrinkTrack seat={one} track={track} />
        <Figures seat={one} />
      </>
    ) : null,
    ...(badge ? { badge } : {}),
  };
}

/** The order among several targets, or whether the seat has answered. */
function badgeOf(seen: Seen, seat: number, order: string | null): SeatFace['badge'] {
  if (order) return { text: order, tone: 'awaited', label: order };
  if (!seen.window?.seats.includes(seat)) return undefined;
  if (seen.window.sealed.includes(seat))
    return { icon: 'check', tone: 'done', label: t('page.dragon_answered') };
  return { icon: 'wait', tone: 'awaited', label: t('page.dragon_asked') };
}

function Hand(props: { at: At }) {
  const { at } = props;
  const verb = verbOf(at);
  const count = new Map<string, number>();
  return (
    <>
      <OwnBar at={at} />
      <ul class="dragon-hand">
        {handOf(at).map((id) => {
          const nth = (count.get(id) ?? 0) + 1;
          count.set(id, nth);
          return (
            <HandCard
              key={`${id}.${nth}`}
              at={at}
              id={id}
              thing={`${id}.${nth}`}
              verb={verb}
              isLit={Boolean(at.prompt) && at.lit(verb, id)}
            />
          );
        })}
      </ul>
    </>
  );
}

/** The brass button for the selection: it names card and target; the server tells the consequences. */
function chosenPress(at: At): Press | null {
  if (!at.action) return null;
  const [verb = '', ...words] = at.action.split(' ');
  const seats = words.filter((word) => word.startsWith('>')).map((word) => Number(word.slice(1)));
  const say = (key: string, args: Record<string, unknown>): string =>
    sentence({ key, args: args as never }, { names: at.names, reader: at.reader });
  const help = at
    .tell(at.action)
    .map((one) => sentence(one, { names: at.names, reader: at.reader }))
    .join(' ');
  let text = actionLabel(at.game, at.action, at.names, at.reader);
  if (verb === 'discard') text = say('page.dragon_discard', { count: words.length });
  if (verb === 'play')
    text = say(seats.length ? 'page.dragon_play_at' : 'page.dragon_play', {
      card: cardName(words[0] ?? ''),
      seats,
      ...(seats.length ? { to: seats[0] } : {}),
    });
  return { action: at.action, text, ...(help ? { help } : {}), tone: 'brass' };
}

/** The brass button's text while the selection is incomplete: what is missing, or that nothing need be
 * chosen. */
function missing(at: At): string {
  const isAimed = aimsOf(at).some((aim) => !aim.isTaken);
  if (isAimed) return t('page.dragon_choose_guest');
  return t(at.prompt?.must ? 'page.choose_first' : 'page.dragon_may_choose');
}

function presses(at: At): Press[] {
  const prompt = at.prompt;
  if (!prompt) return [];
  const whole = wholeForms(prompt).filter((action) => !action.startsWith('play '));
  const chosen = whole.includes(at.action ?? '') ? null : chosenPress(at);
  const isDare = whole.includes('accept') && whole.includes('decline');
  const plain = whole.map((action): Press => ({
    action,
    tone: isDare ? 'brass' : 'plank',
    text:
      action === 'pass' && prompt.task.key === 'drachen.task_action'
        ? t('page.dragon_no_action')
        : actionLabel(at.game, action, at.names, at.reader),
  }));
  const isPoor = whole.length === 1 && prompt.forms.length === 1 && whole[0] === 'pass';
  if (isPoor && !at.isHeld)
    return [...plain, { action: null, text: t('page.dragon_hold'), tone: 'plank', onPress: () => at.hold() }];
  if (chosen) return [...plain, chosen];
  const needsChoice = prompt.forms.some(
    (form) => form.pick || form.one?.length || form.say.startsWith('play '),
  );
  return needsChoice && !isDare ? [...plain, { action: null, text: missing(at), tone: 'brass' }] : plain;
}

/** The cards of the hand that can be chosen, for speech. */
function fits(at: At): string {
  const cards = [...new Set(handOf(at).filter((id) => at.lit('play', id)))].map(cardName);
  if (verbOf(at) === 'discard') return t('page.dragon_may_discard');
  return cards.length
    ? sentence({ key: 'page.dragon_fits', args: { cards } }, { names: at.names, reader: at.reader })
    : t('page.dragon_nothing');
}

/** The discarded cards with their texts, the newest first. */
function Discards(props: { at: At }) {
  const { at } = props;
  return (
    <div class="discards">
      {seenOf(at).seats.map((one, number) => (
        <section key={number}>
          <h3><Mark seat={number} size={16} /> {at.names[number]} · {one.name}</h3>
          {one.discard.length === 0 && <p class="faded">{t('page.dragon_no_discards')}</p>}
          <ul>
            {[...one.discard].reverse().map((id, i) => (
              <li key={i}>
                <CardLink id={id} />
                <p>{cardText(at, id, number, [])}</p>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** The pending items and who may still react, as text above the log. */
function Pending(props: { at: At }) {
  const { at } = props;
  const seen = seenOf(at);
  const words = { names: at.names, reader: at.reader };
  const lines = [...seen.stack].reverse().flatMap((item) => itemMessage(item, seen, at.kit, at.names) ?? []);
  const asked = (seen.window?.seats ?? []).filter((one) => !seen.window?.sealed.includes(one));
  if (!lines.length) return null;
  return (
    <section class="pending-words">
      <h3>{t('drachen.title_pending')}</h3>
      <ol>
        {lines.map((line, i) => (
          <li key={i}>{sentence(line, words)}</li>
        ))}
      </ol>
      {asked.length > 0 && (
        <p class="faded">{sentence({ key: 'drachen.asked', args: { seats: asked } }, words)}</p>
      )}
    </section>
  );
}

const GESTURES: Record<string, number> = {
  'drachen.played': 280,
  'drachen.played_at': 280,
  'drachen.paid': 320,
  'drachen.paid_inn': 320,
  'drachen.paid_pot': 320,
  'drachen.bought': 320,
  'drachen.alcohol': 180,
  'drachen.fortitude': 180,
  'drachen.revealed': 250,
  'drachen.gamble': 400,
};

function motions(step: Step): Motion[] {
  const first = step.events.find((event) => GESTURES[event.key] !== undefined);
  if (!first) return [];
  return [{ name: first.key, kind: 'gesture', ms: GESTURES[first.key] ?? 0, data: first.args }];
}

function ribbon(at: At): string | null {
  if (at.isHeld) return t('page.dragon_held');
  const another = wantsAnother(at);
  return another && t('page.dragon_another', { same: another.same ? 'yes' : 'no' });
}

export const drachen: Screen = {
  ribbon,
  where: (at) => {
    const seen = seenOf(at);
    return seen.active === null
      ? ''
      : sentence(
          { key: 'drachen.turn', args: { seat: seen.active } },
          { names: at.names, reader: at.reader },
        );
  },
  seat,
  Stage,
  Hand,
  presses,
  fits,
  motions,
  hasHand: (at) => handOf(at).length > 0 || Boolean(seenOf(at).seats[at.reader]?.in),
  Pad: Discards,
  OverLog: Pending,
  firstTab: 'log',
  read: (at) =>
    (reading.value =
      at.words[0] === 'play' && at.words[1]
        ? at.words[1]
        : ([...seenOf(at).stack].reverse().find((item) => item.card)?.card ?? handOf(at)[0] ?? null)),
  scores: 'places',
  Ending,
  Held,
  padTitle: () => t('page.dragon_discards'),
};
