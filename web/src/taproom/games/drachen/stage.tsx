// The middle of the table: the steps of a turn, the pending items, the drinks and the inn; a round table
// while players gamble, tankards while they drink together.
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Seen } from '../../../plain/games/drachen';
import { t } from '../../../words/language';
import type { At } from '../screen';
import { aimedAt } from './aims';
import { CardLink, LargeCard, Reading } from './card';
import { Stack } from './pending';
import { excess } from './room';
import { Gamble, Tankards } from './scenes';
import { Spot } from './spot';
import { isScene, seenOf } from './view';

const STEPS = ['discard', 'action', 'buy', 'drink'] as const;

/** A gambling round belongs to the step `action`. */
const stepOf = (phase: string): number =>
  STEPS.indexOf((phase === 'gamble' ? 'action' : phase) as (typeof STEPS)[number]);

function Steps(props: { seen: Seen }) {
  const place = stepOf(props.seen.phase);
  return (
    <ol class="steps" aria-label={t('page.dragon_steps')}>
      {STEPS.map((step, i) => (
        <li
          key={step}
          class={i === place ? 'now' : i < place ? 'past' : ''}
          aria-current={i === place ? 'step' : undefined}
        >
          {t(`page.dragon_step.${step}`)}
        </li>
      ))}
    </ol>
  );
}

function Piles(props: { at: At }) {
  const seen = seenOf(props.at);
  return (
    <>
      <span class="pile drinks">
        <svg
          viewBox="0 0 70 92"
          aria-hidden="true"
          focusable="false"
          stroke="#1a100a"
          stroke-width="2.5"
          stroke-linejoin="round"
        >
          <path d="M8 6h58a3 3 0 0 1 3 3v78a3 3 0 0 1-3 3H11" fill="#1c3c4e" />
          <path d="M4 2h56a3 3 0 0 1 3 3v78a3 3 0 0 1-3 3H4a3 3 0 0 1-3-3V5a3 3 0 0 1 3-3z" fill="#27536b" />
          <path
            d="M18 56c-3-10 2-20 12-21l-3-7 9 4 5-7 1 9c6 3 9 8 11 15l-7 1-3-4-6 1 3 5-4 9M30 40h.5M22 58c3-6 7-8 12-8"
            fill="none"
            stroke="#e6b35b"
            stroke-width="2.6"
            stroke-linecap="round"
          />
        </svg>
        <b class="plate">{t('page.dragon_drinks', { count: seen.drinks_left })}</b>
      </span>
      <span class="pile inn">
        <svg
          viewBox="0 0 78 78"
          aria-hidden="true"
          focusable="false"
          stroke="#1a100a"
          stroke-width="2.5"
          stroke-linejoin="round"
        >
          {seen.inn > 0 && (
            <>
              <ellipse cx="39" cy="14" rx="12" ry="6" fill="#e6b35b" />
              <ellipse cx="39" cy="11" rx="12" ry="6" fill="#ffe2a6" />
            </>
          )}
          <path d="M6 36l8-18h50l8 18z" fill="#6d4526" />
          <path d="M6 36h66v36H6z" fill="#8a5c34" />
          <path d="M33 30h12v15H33z" fill="#d9a441" />
          <path d="M39 36v4" />
        </svg>
        <b class="plate">{t('page.dragon_inn', { count: seen.inn })}</b>
      </span>
    </>
  );
}

/** A rope from the card in the middle to each of its targets. */
function Rope(props: { seats: number[] }) {
  const svg = useRef<SVGSVGElement>(null);
  const { seats } = props;
  useLayoutEffect(() => {
    const here = svg.current;
    if (!here) return;
    const draw = (): void => {
      const card = here.parentElement?.querySelector('.dragon-card.large')?.getBoundingClientRect();
      const ways = seats.map((seat) => {
        const to = document.querySelector(`[data-aim="${seat}"]`)?.getBoundingClientRect();
        if (!card || !to) return '';
        const isAbove = to.bottom < card.top + card.height / 2;
        const [x, y] = [card.left + card.width * 0.78, isAbove ? card.top + 3 : card.bottom - 3];
        const [tx, ty] = [to.left + to.width * 0.6, isAbove ? to.bottom : to.top];
        return `M${x} ${y}Q${x + (tx - x) * 0.7} ${y} ${tx} ${ty}`;
      });
      for (const path of here.querySelectorAll('path')) path.setAttribute('d', ways.join(''));
    };
    draw();
    window.addEventListener('resize', draw);
    return () => window.removeEventListener('resize', draw);
  });
  if (!seats.length) return null;
  return (
    <svg class="rope-to" ref={svg} aria-hidden="true" focusable="false">
      <path class="under" />
      <path class="over" />
    </svg>
  );
}

/** The reader's chosen card, in the middle. */
function Chosen(props: { at: At }) {
  const { at } = props;
  const [verb, card] = at.words;
  if (verb !== 'play' || card === undefined) return null;
  return (
    <div class="chosen">
      <LargeCard at={at} id={card} seat={at.reader} />
      <Rope seats={aimedAt(at)} />
    </div>
  );
}

/** The card that was played last. */
function LastPlayed(props: { at: At }) {
  const last = (props.at.view as { last_card?: { seat: number; action: string } }).last_card;
  const id = last?.action.split(' ')[1];
  if (!last || !id) return null;
  return <p class="last plate"><Spot at={props.at} seat={last.seat} /> <CardLink id={id} /></p>;
}

/** Makes content that does not fit scrollable, also by keys; scrolls to the newest pending item. */
function useScrolling(pending: number): { current: HTMLDivElement | null } {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const here = box.current;
    if (!here) return;
    const measure = (): void => void (here.tabIndex = excess(here) > 1 ? 0 : -1);
    const observer = new ResizeObserver(measure);
    for (const one of [here, ...here.children]) observer.observe(one);
    measure();
    return () => observer.disconnect();
  });
  useLayoutEffect(() => {
    if (pending && box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [pending]);
  return box;
}

export function Stage(props: { at: At }) {
  const { at } = props;
  const seen = seenOf(at);
  const heart = useScrolling(seen.stack.length);
  const isBusy = isScene(seen);
  return (
    <div class={`dragon ${seen.gamble ? 'at-gamble' : ''} ${seen.stack.length ? 'has-stack' : ''}`}>
      {seen.active !== null && seen.phase !== 'deal' && !isBusy && <Steps seen={seen} />}
      <div class="middle">
        {!seen.gamble && <Piles at={at} />}
        <div class="heart" ref={heart}>
          <Gamble at={at} />
          <Tankards at={at} />
          <Stack at={at} />
          {!isBusy && <Chosen at={at} />}
          {!isBusy && !at.words.length && <LastPlayed at={at} />}
        </div>
      </div>
      <Reading at={at} />
    </div>
  );
}
