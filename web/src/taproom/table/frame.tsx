// The layout of a match: bar, seats, ribbon, board, hand, buttons, side panel. The game's screen fills it;
// which buttons are enabled depends on the prompt.
import { useComputed, useSignalEffect } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Info } from '#made/proto';
import { wholeForms } from '../../prompt/choosing';
import type { Speech } from '../../table/speech';
import type { Table } from '../../table/table';
import { go } from '../../shared/address';
import type { Kit } from '../../shared/kit';
import { actionLabel, gameTitle, seatNames } from '../../shared/names';
import { sayDeadline } from '../../shared/time';
import { connection, sayRefusal } from '../../shared/state';
import { browserScheduler } from '../../wire/connection';
import { sentence, t } from '../../words/language';
import type { At, Press, Screen, SeatFace } from '../games/screen';
import { Icon } from '../ink/icons';
import { useLargeText } from '../parts/large';
import { Coaster, IconButton, Ribbon, TimerBar } from '../parts/parts';
import { Films, type FilmSource } from './films';
import { landAll, useKeys } from './keys';
import { sayNumber } from './number';
import { Play } from './play';
import { Side, type TabName } from './side';

const isReduced = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches || quality() === 0;
const isHidden = (): boolean => document.visibilityState === 'hidden';

/** `?quality=n` of the URL; 0 shows only the end of each animation. */
export function quality(): number | null {
  const word = new URLSearchParams(location.search).get('quality');
  return word === null || !/^\d+$/.test(word) ? null : Number(word);
}

/** The buttons of a screen that does not define its own. */
function usualPresses(at: At): Press[] {
  if (!at.prompt) return [];
  const tellOf = (action: string): string =>
    at
      .tell(action)
      .map((one) => sentence(one, { names: at.names, reader: at.reader }))
      .join(' ');
  const label = (action: string): string => actionLabel(at.game, action, at.names, at.reader);
  const planks = wholeForms(at.prompt).map((action): Press => ({
    action,
    text: label(action),
    tone: 'plank',
  }));
  if (at.action)
    return [
      ...planks.filter((one) => one.action !== at.action),
      { action: at.action, text: label(at.action), help: tellOf(at.action), tone: 'brass' },
    ];
  const needsChoice = at.prompt.forms.length > planks.length;
  return needsChoice ? [...planks, { action: null, text: t('page.choose_first'), tone: 'brass' }] : planks;
}

/** The text of the ribbon: the question, or who is awaited. */
function ribbonText(at: At, table: Table, screen: Screen): string {
  const own = screen.ribbon?.(at);
  if (own) return own;
  const { names, reader } = at;
  if (at.prompt?.forms.length) return sentence(at.prompt.task, { names, reader });
  const turn = table.turn.value;
  if (!turn || turn.kind === 'over') return t('page.over');
  const waited = (turn.kind === 'sim' ? [turn.seat ?? -1] : (turn.seats ?? [])).filter(
    (seat) => seat >= 0 && seat !== reader,
  );
  if (waited.length) return sentence({ key: 'page.waiting_for', args: { seats: waited } }, { names, reader });
  return reader < 0 ? t('page.you_watch') : t('page.a_moment');
}

/** The announcement of a question: its text, the possible answers and the time. */
function sayQuestion(at: At, table: Table, screen: Screen): string {
  const prompt = at.prompt;
  if (!prompt) return '';
  const task = sentence(prompt.task, { names: at.names, reader: at.reader });
  const fits =
    screen.fits?.(at) ??
    t('page.fits', {
      words: [...new Set(prompt.forms.map((form) => actionLabel(at.game, form.say, at.names, at.reader)))],
    });
  const until = table.clock.value?.until[at.reader] ?? null;
  const left = until === null ? '' : sayDeadline(until, connection.value?.time() ?? until);
  return [task, fits, left].filter(Boolean).join(' ');
}

function badgeOf(face: SeatFace): ComponentChildren {
  const badge = face.badge;
  if (!badge) return null;
  return (
    <span class={`badge ${badge.tone ?? ''}`} title={badge.label}>
      {badge.icon ? <Icon name={badge.icon} size={14} /> : badge.text}
      {badge.label !== face.state && <span class="unseen">{badge.label}</span>}
    </span>
  );
}

export function Seats(props: { at: At; table: Table; screen: Screen }) {
  const { at, table, screen } = props;
  const awaited = table.turn.value?.kind === 'seats' ? table.turn.value.seats ?? [] : [];
  return (
    <ol class="seats" aria-label={t('page.at_table')}>
      {at.info.seats.map((one, seat) => {
        const face = screen.seat?.(at, seat) ?? {};
        const isAway = one?.here !== undefined && one.here !== 'yes';
        const shown: SeatFace = isAway
          ? {
              ...face,
              badge: {
                icon: one.bot ? 'robot' : 'away',
                label: t(one.bot ? 'page.kept_by_bot' : 'page.away'),
              },
            }
          : face;
        const glows = face.glows ?? (seat === at.reader && awaited.includes(seat));
        const name = seat === at.reader ? t('page.you') : at.names[seat] ?? '';
        const inside = (
          <>
            <Coaster
              seat={seat}
              glows={glows || Boolean(face.aim?.isTaken)}
              badge={badgeOf(shown)}
              picture={face.picture}
            />
            <span class="words">
              <span class="name">
                {face.emblem}
                <bdi>{name}</bdi>
              </span>
              {face.number != null && (
                <span class={`number ${face.number < 0 ? 'loss' : ''}`}>{sayNumber(face.number)}</span>
              )}
              {face.state && <span class="state">{face.state}</span>}
              {face.more}
            </span>
          </>
        );
        return (
          <li
            key={seat}
            class={`${glows ? 'turn' : ''} ${seat === at.reader ? 'me' : ''}`}
            title={at.names[seat]}
          >
            {face.aim ? (
              <button
                class="target"
                data-aim={seat}
                data-thing={face.aim.thing}
                aria-pressed={face.aim.isTaken}
                onClick={face.aim.choose}
              >
                {inside}
              </button>
            ) : (
              inside
            )}
          </li>
        );
      })}
    </ol>
  );
}

function Presses(props: { at: At; screen: Screen }) {
  const { at, screen } = props;
  const presses = screen.presses?.(at) ?? usualPresses(at);
  return (
    <div class="press" id="press">
      {presses.map((press, i) => (
        <button
          key={`${press.tone} ${i}`}
          class={`${press.tone} ${press.help || press.icon ? 'tall' : ''}`}
          disabled={(press.action === null && !press.onPress) || at.isBusy}
          data-action={press.action ?? undefined}
          onClick={() => (press.action === null ? press.onPress?.() : at.send(press.action))}
        >
          {press.icon && <Icon name={press.icon} size={26} />}
          <span>{at.isBusy && press.tone === 'brass' ? t('page.sent') : press.text}</span>
          {press.help && <small>{press.help}</small>}
        </button>
      ))}
    </div>
  );
}

export function useWide(): boolean {
  const query = useMemo(() => matchMedia('(min-width: 900px) and (min-height: 480px)'), []);
  const [isWide, setWide] = useState(query.matches);
  useEffect(() => {
    const change = (): void => setWide(query.matches);
    query.addEventListener('change', change);
    return () => query.removeEventListener('change', change);
  }, [query]);
  return isWide;
}

/** `films`: the source of recordings; by default the connection. */
export type FrameProps = {
  table: Table;
  info: Info;
  kit: Kit;
  screen: Screen;
  isTelevision: boolean;
  speech: Speech;
  films?: FilmSource;
};

/** Creates the state of one match and disposes of it when the component unmounts. */
export function usePlay(props: FrameProps): { play: Play; at: At | null } {
  const { table, screen, speech } = props;
  const wire = connection.value;
  const shelf = props.films;
  const latest = useRef<FrameProps>(props);
  latest.current = props;
  const { play, films } = useMemo(() => {
    if (!wire) throw new Error('no connection');
    const made = new Play(table, wire, {
      question: (asked) => sayQuestion(atOf(asked, latest.current, null), table, screen),
      refusal: sayRefusal,
      dropped: () => t('page.choice_dropped'),
    }, screen, { reduced: isReduced, hidden: isHidden }, browserScheduler, speech);
    return { play: made, films: shelf ?? new Films(wire) };
  }, [table, screen, wire, speech]);
  useEffect(() => () => {
    play.dispose();
    films.dispose();
  }, [play, films]);
  const at = play.queue.shown.value ? atOf(play, props, films) : null;
  return { play, at };
}

function atOf(play: Play, props: FrameProps, films: FilmSource | null): At {
  const { table, info, kit } = props;
  const truth = table.view.value ?? {};
  return {
    table: table.table,
    game: info.game,
    info,
    kit,
    names: seatNames(info),
    reader: table.seat.value ?? -1,
    isTelevision: props.isTelevision,
    view: play.queue.shown.value ?? truth,
    truth,
    prompt: table.prompt.value,
    sim: table.sim.value,
    handRefused: table.handRefused.value,
    get log() {
      return table.log.value.flatMap((entry) => entry.events);
    },
    motion: play.queue.motion.value,
    isReduced: isReduced(),
    film: (number) => films?.get(number) ?? null,
    words: play.words,
    isChosen: (thing) => play.chosen.value.some((one, i) => i > 0 && one.thing === thing),
    lit: (verb, word) => play.lit(verb, word),
    choose: (verb, word, thing) => play.choose(verb, word, thing),
    begin: (verb) => play.begin(verb),
    take: (action) => play.take(action),
    clear: () => play.clear(),
    action: play.action,
    tell: (action) => play.tell(action),
    odds: () => play.odds(),
    send: (action) => play.send(action),
    hold: () => play.hold(),
    isHeld: play.isHeld.value,
    isBusy: play.isBusy.value,
    skip: () => play.queue.skip(),
    finish: () => play.queue.finish(),
  };
}

/** Sets CSS variables for the space between ribbon and buttons, in which a drawer opens. */
export function useDrawerRoom(root: { current: HTMLElement | null }): void {
  useEffect(() => {
    const main = root.current;
    if (!main) return;
    const measure = (): void => {
      const ribbon = main.querySelector('.ribbon')?.getBoundingClientRect();
      const press = main.querySelector('.press')?.getBoundingClientRect();
      if (ribbon) main.style.setProperty('--under-ribbon', `${Math.round(ribbon.bottom + 8)}px`);
      if (press)
        main.style.setProperty('--over-press', `${Math.round(window.innerHeight - press.top + 4)}px`);
    };
    const observer = new ResizeObserver(measure);
    for (const part of main.querySelectorAll('.ribbon, .press, .board')) observer.observe(part);
    measure();
    return () => observer.disconnect();
  });
}

/** Moves the focus to the ribbon when the focused element is removed or disabled. */
export function useKeptFocus(root: { current: HTMLElement | null }, isThere: boolean): void {
  useEffect(() => {
    const main = root.current;
    if (!main) return;
    let hadFocus = false;
    const look = (): void => {
      if (hadFocus && document.activeElement === document.body)
        main.querySelector<HTMLElement>('#ribbon')?.focus({ preventScroll: true });
      hadFocus = hadFocus || main.contains(document.activeElement);
    };
    const later = (): void => void requestAnimationFrame(look);
    const observer = new MutationObserver(later);
    observer.observe(main, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ['disabled'],
    });
    main.addEventListener('focusin', look);
    return () => {
      observer.disconnect();
      main.removeEventListener('focusin', look);
    };
  }, [isThere]);
}

export function Frame(props: {
  table: Table;
  info: Info;
  screen: Screen;
  play: Play;
  at: At | null;
  menu: ComponentChildren;
  children?: ComponentChildren;
}) {
  const { table, info, screen, play, at } = props;
  const root = useRef<HTMLElement>(null);
  const [tab, setTab] = useState<TabName | null>(null);
  const isWide = useWide();
  const landed = play.queue.landed;
  const entries = useComputed(() => table.log.value.filter((entry) => entry.id <= landed.value));
  const reading = useRef(at);
  reading.current = at;
  useKeys(root, play, {
    show: setTab,
    fallback: isWide ? null : tab,
    read: () => reading.current && screen.read?.(reading.current),
  });
  useDrawerRoom(root);
  useKeptFocus(root, at !== null);
  useLargeText();
  useSignalEffect(() => {
    document.title = (table.prompt.value?.must ? `● ${t('page.your_turn')} · ` : '') + gameTitle(info.game);
  });
  if (!at) return <main class="table" ref={root} />;
  const notice = play.notice.value;
  const isMine = Boolean(at.prompt?.forms.length);
  const hasHand = Boolean(screen.Hand && at.reader >= 0 && (screen.hasHand?.(at) ?? true));
  const isAwaited = table.turn.value?.seats?.includes(at.reader) ?? false;
  const until = isAwaited ? table.clock.value?.until[at.reader] ?? null : null;
  const { Stage, Hand } = screen;
  return (
    <main
      class={`table ${info.game} ${hasHand ? '' : 'no-hand'}`}
      ref={root}
      onClickCapture={(event) => landAll(event.currentTarget, play.queue)}
    >
      <header class="bar">
        <IconButton icon="back" label={t('page.to_lobby')} onClick={() => go('/')} />
        <h1>{gameTitle(info.game)}</h1>
        <span class="where">{screen.where?.(at)}</span>
        <span class="fill" />
        {props.menu}
      </header>
      <Seats at={at} table={table} screen={screen} />
      <Ribbon
        text={
          notice && (notice.isRefusal || !isMine)
            ? notice.text
            : [notice?.text, ribbonText(at, table, screen)].filter(Boolean).join(' ')
        }
        isMine={(isMine || Boolean(screen.isAwaited?.(at))) && !notice?.isRefusal}
        isRefused={notice?.isRefusal ?? false}
        focusable
      />
      <section class="board" aria-label={t('page.table_now')}>
        <Stage at={at} />
        {until !== null && isMine && <Countdown table={table} seat={at.reader} />}
        {props.children}
      </section>
      {hasHand && Hand && <section class="hand" aria-label={t('page.hand')}><Hand at={at} /></section>}
      <Presses at={at} screen={screen} />
      <Side
        at={at}
        screen={screen}
        table={table}
        info={info}
        entries={entries.value}
        open={tab}
        show={setTab}
        isWide={isWide}
      />
    </main>
  );
}

function Countdown(props: { table: Table; seat: number }) {
  const clock = props.table.clock.value;
  const since = clock?.since[props.seat] ?? null;
  const until = clock?.until[props.seat] ?? null;
  if (since === null || until === null) return null;
  return <div class="countdown"><TimerBar since={since} until={until} /></div>;
}
