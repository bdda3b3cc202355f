// The side panel with tabs for pad, log, chat and rules; on phones it is a drawer.
import { useSignal } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Info } from '#made/proto';
import type { Entry, Table } from '../../table/table';
import { mute, muted, unmuteAll } from '../../common/muted';
import { speakerName } from '../../common/names';
import { ask, games, person } from '../../common/state';
import { find, rulesOf, sentence, t } from '../../words/language';
import { Markdown } from '../../words/markdown';
import type { At, Screen } from '../games/screen';
import { Icon, type IconName } from '../ink/icons';
import { Mark } from '../ink/marks';
import { showInPanel } from '../parts/scroll';
import { Presets } from './presets';

export type TabName = 'pad' | 'log' | 'chat' | 'rules';
const TABS: [TabName, IconName][] = [['pad', 'pad'], ['log', 'log'], ['chat', 'chat'], ['rules', 'rules']];

/** The seat that an entry is about; its mark is shown before the line. */
function seatOf(entry: Entry): number | null {
  for (const event of entry.events) {
    const seat = event.args['seat'] ?? event.args['innkeeper'];
    if (typeof seat === 'number') return seat;
  }
  return null;
}

export function LogList(props: { entries: Entry[]; names: string[]; reader: number }) {
  const { entries, names, reader } = props;
  const end = useRef<HTMLLIElement>(null);
  useEffect(() => showInPanel(end.current), [entries.at(-1)?.id]);
  return (
    <ol class="lines">
      {entries.map((entry) => {
        const seat = seatOf(entry);
        return (
          <li key={entry.id} ref={entry === entries.at(-1) ? end : null}>
            {seat !== null && <Mark seat={seat} size={14} />}
            <span>{entry.events.map((event) => sentence(event, { names, reader })).join(' ')}</span>
          </li>
        );
      })}
    </ol>
  );
}

export function ChatBox(props: { table: Table; info: Info }) {
  const { table, info } = props;
  const [text, setText] = useState('');
  const phrases = games.value.find((game) => game.key === info.game)?.phrases ?? [];
  const allowed = info.settings.chat ?? 'all';
  const lines = table.chat.value.filter((line) => !muted.value.includes(line.from));
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (lines.length) showInPanel(end.current);
  }, [lines.at(-1)?.id]);
  if (allowed === 'off') return <p class="faded">{t('page.chat_off')}</p>;
  return (
    <div class="chat">
      <ol class="lines" aria-label={t('page.chat')}>
        {lines.map((line) => (
          <li key={line.id}>
            {line.seat !== null && <Mark seat={line.seat} size={14} />}
            <span class="said">
              <bdi class="who">{speakerName(line, info)}</bdi>:{' '}
              <bdi>{line.phrase ? (find(line.phrase) ?? line.phrase) : line.text}</bdi>
            </span>
            {line.from && line.from !== person.value?.id && (
              <button
                class="quiet"
                aria-label={t('page.mute', { name: line.name })}
                title={t('page.mute', { name: line.name })}
                onClick={() => mute(line.from)}
              >
                <Icon name="mute" size={18} />
              </button>
            )}
          </li>
        ))}
      </ol>
      {muted.value.length > 0 && <button class="pill" onClick={unmuteAll}>{t('page.unmute')}</button>}
      <div ref={end}>
        {allowed === 'all' && (
          <form
            class="say"
            onSubmit={(event) => {
              event.preventDefault();
              if (!text.trim()) return;
              void ask({ t: 'say', table: table.table, text: text.trim() });
              setText('');
            }}
          >
            <input
              class="field"
              aria-label={t('page.say')}
              placeholder={t('page.say')}
              value={text}
              maxLength={300}
              onInput={(event) => setText(event.currentTarget.value)}
            />
            <button class="brass">{t('page.send')}</button>
          </form>
        )}
      </div>
      <div class="phrases" role="group" aria-label={t('page.phrases')}>
        {phrases.map((phrase) => (
          <button
            key={phrase}
            class="pill"
            onClick={() => void ask({ t: 'say', table: table.table, phrase })}
          >
            {find(phrase) ?? phrase}
          </button>
        ))}
      </div>
    </div>
  );
}

export function Side(props: {
  at: At | null;
  screen: Screen;
  table: Table;
  info: Info;
  entries: Entry[];
  open: TabName | null;
  show(tab: TabName | null): void;
  isWide: boolean;
}) {
  const { at, screen, table, info, entries, show, isWide } = props;
  const open = props.open ?? (isWide ? screen.firstTab ?? (screen.Pad ? 'pad' : 'log') : null);
  const read = useSignal(table.chat.value.at(-1)?.id ?? 0);
  const newest = table.chat.value.at(-1)?.id ?? 0;
  useEffect(() => {
    if (open === 'chat') read.value = newest;
  }, [open, newest]);
  const unread = table.chat.value.filter(
    (line) => line.id > read.value && !muted.value.includes(line.from),
  ).length;
  const reader = table.seat.value ?? -1;
  const tabs = TABS.filter(([name]) => name !== 'pad' || screen.Pad);
  const move = (by: number): void => {
    const place = tabs.findIndex(([name]) => name === open);
    const next = tabs[(place + by + tabs.length) % tabs.length];
    if (next) show(next[0]);
    requestAnimationFrame(() => document.getElementById(`tab-${next?.[0]}`)?.focus());
  };
  const Pad = screen.Pad;
  return (
    <aside class={`side ${open ? 'open' : ''}`} aria-label={t('page.side')}>
      <div
        class="tabs" role="tablist"
        onKeyDown={(event) => {
          if (event.key === 'ArrowRight') move(1);
          if (event.key === 'ArrowLeft') move(-1);
        }}
      >
        {tabs.map(([name, icon]) => (
          <button
            key={name} id={`tab-${name}`} role="tab" aria-selected={open === name} aria-controls="panel"
            tabIndex={open === name || (!open && name === tabs[0]?.[0]) ? 0 : -1}
            onClick={() => show(open === name && !isWide ? null : name)}
          >
            <Icon name={icon} size={22} />
            <span>{name === 'pad' ? screen.padTitle?.() ?? t('page.pad') : t(`page.tab.${name}`)}</span>
            {name === 'chat' && unread > 0 && <span class="unread">{unread}</span>}
          </button>
        ))}
      </div>
      <div class="panel paper" id="panel" role="tabpanel" aria-labelledby={`tab-${open ?? tabs[0]?.[0]}`}>
        <div class="scroll" tabIndex={open && open !== 'chat' ? 0 : -1}>
          {open === 'pad' && Pad && at && <Pad at={at} />}
          {open === 'log' && at && screen.OverLog && <screen.OverLog at={at} />}
          {open === 'log' && <LogList entries={entries} names={at?.names ?? []} reader={reader} />}
          {open === 'chat' && <ChatBox table={table} info={info} />}
          {open === 'rules' && <div class="rules-text"><Markdown text={rulesOf(info.game)} /></div>}
          {(open === 'pad' || open === 'log') && at && <Presets table={table} at={at} />}
        </div>
      </div>
    </aside>
  );
}
