// Cards of Zum Blauen Drachen: small in the hand, large in the middle. The kind of a card has a colour, an
// icon and a word; its owner has an emblem.
import { signal } from '@preact/signals';
import type { Kit } from '../../../common/kit';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { cardName } from '../../../plain/games/drachen';
import { find, sentence, t } from '../../../words/language';
import { Icon, type IconName } from '../../ink/icons';
import { isLargeText } from '../../parts/large';
import { Modal } from '../../parts/modal';
import type { At } from '../screen';
import { isOf2008 } from './amount';
import { excess } from './room';
import { isScene, seenOf } from './view';

/** The card that is shown enlarged, or null; independent of whose turn it is. */
export const reading = signal<string | null>(null);

const ICONS: Record<string, IconName> = {
  action: 'fist',
  gambling: 'die',
  action_or_gambling: 'die',
  cheating: 'mask',
  sometimes: 'shield',
  anytime: 'bolt',
  drink: 'mug',
};

const EMBLEMS: Record<string, string> = {
  D: 'M4 5h16v6H4zM10 11h4v10h-4zM2 6.5h2v3H2zM20 6.5h2v3h-2z',
  E: 'M1.5 12S5.5 5.5 12 5.5 22.5 12 22.5 12 18.5 18.5 12 18.5 1.5 12 1.5 12zM12 8.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7z',
  F: 'M14 9l5-6 2 2-6 5zM13.5 9.5c3 2.5 1 5-.5 6-1 4-5 6.5-8 4.5s-2-6.5 2-8c1.5-2.5 3.5-4.5 6.5-2.5zM9 13.5a1.800 1.800 0 1 0 0 3.600 1.800 1.800 0 0 0 0-3.600z',
  G: 'M5 8c0-4 4-5.5 7-5.5S19 4 19 8c1.5 0 2 3 0 4.5 0 5-3 9-7 9s-7-4-7-9C3 11 3.5 8 5 8zM8 10h3M13 10h3M8 15h8M9 15v-2.5M15 15v-2.5',
};

/** The emblem of a character, which is recognisable without colour. */
export function Emblem(props: { character: string; size?: number }) {
  const { character, size = 22 } = props;
  return (
    <svg class="emblem" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path
        d={EMBLEMS[character] ?? ''}
        stroke="currentColor"
        stroke-width="1.8"
        stroke-linejoin="round"
        stroke-linecap="round"
      />
    </svg>
  );
}

export function kindOf(kit: Kit, id: string): string {
  return (
    ((kit['cards'] as { id: string; kind: string }[] | undefined) ?? []).find((card) => card.id === id)
      ?.kind ?? 'drink'
  );
}

/** The text of a card for its player or, with targets, for those it hits; three cards of Eve have an older
 * text. */
export function cardText(at: At, id: string, seat: number, seats: number[]): string {
  const old = `drachen.text.${id}_2008`;
  const key = isOf2008(at) && find(old) ? old : `drachen.text.${id}`;
  return find(key) ? sentence({ key, args: { seat, seats } }, { names: at.names, reader: at.reader }) : '';
}

/** Inserts soft hyphens into long words for display; spoken and searched texts have none. */
export function softened(text: string): string {
  const breaks = new Map(
    (find('page.dragon_breaks') ?? '')
      .split(' ')
      .map((word) => [word.replaceAll('-', ''), word.replaceAll('-', '\u00ad')]),
  );
  return text.replace(/\p{L}+/gu, (word) => breaks.get(word) ?? word);
}

export function kindWord(kind: string): string {
  return find(`drachen.kind.${kind}`) ?? t('drachen.head_drinks');
}

function KindLabel(props: { kind: string; word: string }) {
  return (
    <span class={`kind ${props.kind}`}>
      <Icon name={ICONS[props.kind] ?? 'mug'} size={17} />
      <span>{props.word}</span>
    </span>
  );
}

/** Shortens the text of a card that is too high for the middle, after a whole line; a tap shows the whole
 * card. */
function useRoom(): { current: HTMLElement | null } {
  const card = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const [here, text] = [card.current, card.current?.querySelector<HTMLElement>('.text')];
    const place = here?.closest<HTMLElement>('.felt, .heart');
    if (!here || !text || !place) return;
    const over = (): number =>
      place.matches('.felt') ? here.offsetHeight - place.clientHeight : excess(place);
    const fit = (): void => {
      here.classList.remove('shortened', 'titled');
      text.style.removeProperty('-webkit-line-clamp');
      if (!text.offsetParent || isLargeText.peek() || over() <= 0) return;
      here.classList.add('shortened');
      const rest = over();
      if (rest <= 0) return;
      const lines = Math.floor((text.clientHeight - rest) / parseFloat(getComputedStyle(text).lineHeight));
      text.style.setProperty('-webkit-line-clamp', String(Math.max(1, lines)));
      here.classList.toggle('titled', lines < 1);
    };
    fit();
    const observer = new ResizeObserver(fit);
    observer.observe(place.parentElement ?? place);
    return () => observer.disconnect();
  });
  return card;
}

/** A card large enough to read: title, kind and text at 18 px or more. */
export function LargeCard(props: { at: At; id: string; seat: number; seats?: number[]; class?: string }) {
  const { at, id } = props;
  const kind = kindOf(at.kit, id);
  const card = useRoom();
  return (
    <article
      class={`dragon-card large ${props.class ?? ''}`}
      aria-label={cardName(id)}
      ref={card}
      onClick={() => card.current?.classList.contains('shortened') && (reading.value = id)}
    >
      <KindLabel kind={kind} word={kindWord(kind)} />
      <b class="title">{softened(cardName(id))}</b>
      <p class="text">{cardText(at, id, props.seat, props.seats ?? [])}</p>
      <Emblem character={id.slice(0, 1)} size={24} />
    </article>
  );
}

/** The duration of a long press in milliseconds, and the movement allowed in pixels. */
const LONG = 450;
const STRAY = 12;

/** Detects a long press, which not every browser reports, and suppresses the click after it. */
function useLongPress(
  read: () => void,
): Record<string, (event: PointerEvent & MouseEvent) => void> & { onClickCapture(event: MouseEvent): void } {
  const state = useRef({ timer: 0, x: 0, y: 0, hasRead: false });
  const end = (): void => clearTimeout(state.current.timer);
  useEffect(() => end, []);
  return {
    onPointerDown: (event) => {
      end();
      state.current = { x: event.clientX, y: event.clientY, hasRead: false, timer: window.setTimeout(() => {
        state.current.hasRead = true;
        read();
      }, LONG) };
    },
    onPointerMove: (event) =>
      void (Math.hypot(event.clientX - state.current.x, event.clientY - state.current.y) > STRAY && end()),
    onPointerUp: end,
    onPointerCancel: end,
    onPointerLeave: end,
    onContextMenu: (event) => {
      event.preventDefault();
      end();
      state.current.hasRead = true;
      read();
    },
    onClickCapture: (event) => {
      if (!state.current.hasRead) return;
      state.current.hasRead = false;
      event.stopPropagation();
      event.preventDefault();
    },
  };
}

/** Limits a card's text to whole lines, with an ellipsis. */
function useWholeLines(): { current: HTMLSpanElement | null } {
  const text = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const [here, card] = [text.current, text.current?.parentElement];
    if (!here || !card || !here.offsetParent) return;
    const emblem = card.querySelector('.emblem')?.getBoundingClientRect().height ?? 0;
    const lines = Math.floor(
      (card.clientHeight - here.offsetTop - (emblem && emblem + 8) - 4) /
        parseFloat(getComputedStyle(here).lineHeight),
    );
    here.style.setProperty('-webkit-line-clamp', String(Math.max(1, lines)));
  });
  return text;
}

/** A card of the hand: enabled if it can follow the selection, readable always. Chosen in one's own turn it
 * moves to the middle and leaves a gap; chosen as an answer it is raised. */
export function HandCard(props: { at: At; id: string; thing: string; verb: string; isLit: boolean }) {
  const { at, id, thing, verb, isLit } = props;
  const kind = kindOf(at.kit, id);
  const isChosen = at.isChosen(thing);
  const isAway = isChosen && verb === 'play' && !isScene(seenOf(at));
  const text = useWholeLines();
  const press = useLongPress(() => (reading.value = id));
  return (
    <li class={`${isChosen ? 'taken' : ''} ${isAway ? 'gap' : ''}`}>
      <button
        class={`dragon-card ${isLit || isChosen ? 'lit' : 'dim'}`} data-thing={thing} aria-pressed={isChosen}
        onClick={() => (isLit || isChosen ? at.choose(verb, id, thing) : (reading.value = id))}
        {...press}
        onKeyDown={(event) => {
          if (event.key !== 'i') return;
          event.stopPropagation();
          reading.value = id;
        }}
      >
        <KindLabel kind={kind} word={find(`drachen.short.${kind}`) ?? kindWord(kind)} />{' '}
        <b class="title">{softened(cardName(id))}</b>{' '}
        <span class="text" ref={text}>{softened(cardText(at, id, at.reader, []))}</span>
        <Emblem character={id.slice(0, 1)} size={20} />
        {isLit && <span class="unseen">{t('drachen.fits')}</span>}
        {isChosen && <span class="badge awaited"><Icon name="check" size={14} /></span>}
      </button>
    </li>
  );
}

/** A card's name; a tap shows the whole card. */
export function CardLink(props: { id: string }) {
  return (
    <button class="card-link" onClick={() => (reading.value = props.id)}>
      {softened(cardName(props.id))}
    </button>
  );
}

/** The enlarged card, over everything; any key or tap closes it, and so does leaving the table. */
export function Reading(props: { at: At }) {
  const id = reading.value;
  const close = (): void => void (reading.value = null);
  useEffect(() => close, []);
  if (!id) return null;
  return (
    <Modal label={cardName(id)} close={close} keys={['Escape', 'Enter', 'i', ' ']}>
      <div class="reading">
        <LargeCard at={props.at} id={id} seat={props.at.reader} />
        <p class="plate">
          {find(`drachen.when.${kindOf(props.at.kit, id)}`)
            ? t(`drachen.when.${kindOf(props.at.kit, id)}`, { kind: kindWord(kindOf(props.at.kit, id)) })
            : ''}
        </p>
        <button class="plank" data-first onClick={close}>
          {t('page.understood')}
        </button>
      </div>
    </Modal>
  );
}
