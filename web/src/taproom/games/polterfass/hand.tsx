// The reader's hand: eight cards for the order, the hidden order, or the totals to choose from.
import type { Prompt } from '#made/proto';
import { t, find } from '../../../words/language';
import { ask, games } from '../../../common/state';
import { seatClass, Mark } from '../../ink/marks';
import type { At } from '../screen';
import { narrowedTo } from './stage';
import { effectsOf, seen } from './view';

/** The range of a guest's phrases; the first three are the innkeeper's. */
const GUEST_PHRASES = [3, 6] as const;

function Card(props: { at: At; card: string; place: number; count: number }) {
  const { at, card, place, count } = props;
  const isUp = at.isChosen(card);
  const from = place - (count - 1) / 2;
  return (
    <button
      class={`card ${seatClass(at.reader)} ${isUp ? 'up' : ''}`}
      data-thing={card}
      data-key={card}
      aria-pressed={isUp}
      disabled={at.isBusy || (!isUp && !at.lit('order', card))}
      aria-label={t(isUp ? 'page.polterfass.card_chosen' : 'page.polterfass.card', { number: Number(card) })}
      style={{ '--turn': `${from * 1.6}deg`, '--drop': `${from * from * 0.9}px` }}
      onClick={() => at.choose('order', card)}
    >
      <Mark seat={at.reader} size={14} />
      <span class="figures">{card}</span>
    </button>
  );
}

function Sealed(props: { at: At; cards: number[] }) {
  const { at } = props;
  const phrases = games.value.find((game) => game.key === at.game)?.phrases.slice(...GUEST_PHRASES) ?? [];
  return (
    <div class="sealed">
      <p class="plate">{t('page.polterfass.sealed')}</p>
      <ul class="sealed-cards">
        {props.cards.map((card) => (
          <li key={card} class={`card dark ${seatClass(at.reader)}`}>
            <Mark seat={at.reader} size={13} />
            <span class="figures">{card}</span>
          </li>
        ))}
      </ul>
      <div class="sealed-phrases">
        {at.info.settings.chat !== 'off' &&
          phrases.map((phrase) => (
            <button
              key={phrase}
              class="plank"
              onClick={() => void ask({ t: 'say', table: at.table, phrase })}
            >
              {find(phrase) ?? phrase}
            </button>
          ))}
      </div>
    </div>
  );
}

function Mug(props: { at: At; prompt: Prompt; form: number; total: number }) {
  const { at, prompt, form, total } = props;
  const say = prompt.forms[form]?.say ?? '';
  const isOn = at.action === say;
  const only = narrowedTo(at, prompt.ask);
  const isOff = only !== null && !effectsOf(say).has(only);
  return (
    <button
      class={`mug ${isOn ? 'full' : ''}`}
      data-thing={say}
      role="radio"
      aria-checked={isOn}
      disabled={isOff || at.isBusy}
      aria-label={t('page.polterfass.mugs', { count: total })}
      onClick={() => at.take(say)}
    >
      <svg
        viewBox="0 0 50 62"
        aria-hidden="true"
        focusable="false"
        stroke="#1a100a"
        stroke-width="2.6"
        stroke-linejoin="round"
      >
        <path d="M38 26h5a5 5 0 0 1 5 5v14a5 5 0 0 1-5 5h-5" fill="none" stroke-width="5" />
        <path d="M2 16l3 44h33l3-44z" fill={isOn ? '#e9b44c' : '#e8d7b0'} />
        <path d="M2 20c-5-9 5-15 10-10C15 1 29 1 31 9c8-4 14 5 9 12z" fill="#fff8e8" />
      </svg>
      <span class="figures">{total}</span>
    </button>
  );
}

/** Buttons for the totals in ascending order; each is one form of the prompt. */
function Mugs(props: { at: At; prompt: Prompt }) {
  const { at, prompt } = props;
  const totals = (prompt.task.args['totals'] as number[] | undefined) ?? [];
  const order = totals.map((total, form) => ({ total, form })).sort((a, b) => a.total - b.total);
  return (
    <div class="mugs" role="radiogroup" aria-label={t('page.polterfass.how_many')}>
      {order.map(({ total, form }) => (
        <Mug key={form} at={at} prompt={prompt} form={form} total={total} />
      ))}
    </div>
  );
}

export function hasHand(at: At): boolean {
  return Boolean(cardsOf(at).length || totalsOf(at) || sealedOf(at));
}

const cardsOf = (at: At): string[] => at.prompt?.forms.find((form) => form.say === 'order')?.pick ?? [];
const totalsOf = (at: At): boolean => Boolean(at.prompt?.forms.some((form) => form.say.startsWith('serve ')));
const sealedOf = (at: At): number[] | null => {
  const mine = seen(at.truth).my_order;
  return mine?.length ? mine : null;
};

export function Hand(props: { at: At }) {
  const { at } = props;
  const cards = cardsOf(at);
  if (cards.length)
    return (
      <div class="fan">
        {cards.map((card, i) => (
          <Card key={card} at={at} card={card} place={i} count={cards.length} />
        ))}
      </div>
    );
  if (at.prompt && totalsOf(at)) return <Mugs at={at} prompt={at.prompt} />;
  const sealed = sealedOf(at);
  return sealed ? <Sealed at={at} cards={sealed} /> : null;
}
