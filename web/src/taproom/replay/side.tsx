// The side panel of a replay: everybody's cards, the pad, the log so far.
import type { View } from '#made/proto';
import type { Entry } from '../../table/table';
import { t } from '../../words/language';
import type { At, Screen } from '../games/screen';
import { Icon, type IconName } from '../ink/icons';
import { Coaster } from '../parts/parts';
import { LogList } from '../table/side';

export type ReplayTab = 'cards' | 'pad' | 'log';
const TABS: [ReplayTab, IconName][] = [['cards', 'cards'], ['pad', 'pad'], ['log', 'log']];

/** The table as one seat saw it. */
const atSeat = (at: At, seat: number, view: View): At => ({ ...at, reader: seat, view, truth: view });

function OpenCards(props: { at: At; views: View[]; screen: Screen }) {
  const { at, views, screen } = props;
  const Held = screen.Held;
  if (!Held) return null;
  return (
    <ul class="open-cards">
      {views.map((view, seat) => (
        <li key={seat}>
          <Coaster seat={seat} size={18} />
          <bdi class="who">{seat === at.reader ? t('page.you') : at.names[seat]}</bdi>
          <div class="held"><Held at={atSeat(at, seat, view)} /></div>
        </li>
      ))}
    </ul>
  );
}

export function ReplaySide(props: {
  at: At;
  views: View[];
  screen: Screen;
  entries: Entry[];
  open: ReplayTab | null;
  show(tab: ReplayTab | null): void;
  isWide: boolean;
}) {
  const { at, screen, entries, show, isWide } = props;
  const tabs = TABS.filter(([name]) => (name !== 'pad' || screen.Pad) && (name !== 'cards' || screen.Held));
  const open = props.open ?? (isWide ? tabs[0]?.[0] ?? 'log' : null);
  const Pad = screen.Pad;
  const move = (by: number): void => {
    const next = tabs[(tabs.findIndex(([name]) => name === open) + by + tabs.length) % tabs.length];
    if (next) show(next[0]);
    requestAnimationFrame(() => document.getElementById(`tab-${next?.[0]}`)?.focus());
  };
  const titles: Record<ReplayTab, string> = {
    cards: t('page.replay.cards'),
    pad: screen.padTitle?.() ?? t('page.pad'),
    log: t('page.tab.log'),
  };
  return (
    <aside class={`side ${open ? 'open' : ''}`} aria-label={t('page.side')}>
      <div
        class="tabs"
        role="tablist"
        onKeyDown={(event) => (event.key === 'ArrowRight' ? move(1) : event.key === 'ArrowLeft' && move(-1))}
      >
        {tabs.map(([name, icon]) => (
          <button
            key={name}
            id={`tab-${name}`}
            role="tab"
            aria-selected={open === name}
            aria-controls="panel"
            tabIndex={open === name || (!open && name === tabs[0]?.[0]) ? 0 : -1}
            onClick={() => show(open === name && !isWide ? null : name)}
          >
            <Icon name={icon} size={22} /><span>{titles[name]}</span>
          </button>
        ))}
      </div>
      <div class="panel paper" id="panel" role="tabpanel" aria-labelledby={`tab-${open ?? tabs[0]?.[0]}`}>
        <div class="scroll" tabIndex={open ? 0 : -1}>
          {open === 'cards' && <OpenCards at={at} views={props.views} screen={screen} />}
          {open === 'pad' && Pad && <Pad at={at} />}
          {open === 'log' && <LogList entries={entries} names={at.names} reader={at.reader} />}
        </div>
      </div>
    </aside>
  );
}
