// The layout of a match: bar, seats, ribbon, board, hand, buttons, side panel. The game's screen fills it;
// which buttons are enabled depends on the prompt.
import { useComputed, useSignalEffect } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { Info } from '#made/proto';
import { wholeForms } from '../../prompt/choosing';
import { go } from '../../common/address';
import { actionLabel, gameTitle } from '../../common/names';
import type { Table } from '../../table/table';
import { sentence, t } from '../../words/language';
import type { At, Press, Screen } from '../games/screen';
import { Icon } from '../ink/icons';
import { useLargeText } from '../parts/large';
import { IconButton, Ribbon, TimerBar } from '../parts/parts';
import { landAll, useKeys } from './keys';
import { useDrawerRoom, useKeptFocus, useWide } from './layout';
import type { Play } from './play';
import { Seats } from './seats';
import { Side, type TabName } from './side';

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

export function Frame(props: {
  table: Table;
  info: Info;
  screen: Screen;
  play: Play;
  at: At | null;
  menu: ComponentChildren;
  /** Leads back to the end of a match that is over. */
  toEnd: (() => void) | null;
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
      {props.toEnd ? (
        <div class="press" id="press">
          <button class="brass tall" onClick={props.toEnd}>{t('page.to_result')}</button>
        </div>
      ) : (
        <Presses at={at} screen={screen} />
      )}
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
