// The replay screen at `/r/<table>`: the same seats, board and pad as in a live match, with all cards open
// and playback controls. The entry is in the URL, so that links can point to it.
import { useComputed, useSignalEffect } from '@preact/signals';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Info } from '#made/proto';
import { go, Link } from '../../common/address';
import { useKit, type Kit } from '../../common/kit';
import { learnHome } from '../../common/links';
import { actionLabel, gameTitle, seatNames } from '../../common/names';
import { useSpeech } from '../../common/speech';
import { person, sayRefusal } from '../../common/state';
import { browserScheduler } from '../../wire/connection';
import { http } from '../../wire/http';
import { sentence, t } from '../../words/language';
import type { At, Screen } from '../games/screen';
import { loadScreen } from '../games/screens';
import { IconButton, Ribbon } from '../parts/parts';
import { useLargeText } from '../parts/large';
import { useDrawerRoom, useKeptFocus, useWide } from '../table/layout';
import { Seats } from '../table/seats';
import { usePlay } from '../table/use_play';
import type { FilmSource } from '../table/films';
import { useSound } from '../table/sounds';
import { Dice } from './dice';
import { Controls, useReplayKeys } from './controls';
import { ReplayPlayer, type ReplayHost } from './player';
import { ReplaySide, type ReplayTab } from './side';
import { ShareReplay } from './share';
import { EntryCache } from './entry_cache';
import './replay.css';

type LoadedReplay = { cache: EntryCache; screen: Screen; kit: Kit };

/** The entry in the URL: `/r/k3v9#12`. */
function askedEntry(): number {
  const word = /^#(\d{1,6})$/.exec(location.hash)?.[1];
  return word ? Number(word) : 0;
}

export function ReplayPlace(props: { table: string }) {
  const [opened, setOpened] = useState<{ cache: EntryCache; screen: Screen } | null>(null);
  const [wrong, setWrong] = useState('');
  useEffect(() => {
    let isHere = true;
    const cache = new EntryCache(async (from, count) => {
      const page = await http.replay(props.table, from, count);
      learnHome(page.link);
      return page;
    });
    cache.ready(askedEntry()).then(() => loadScreen((cache.info as Info).game)).then(
      (screen) => {
        if (isHere) setOpened({ cache, screen });
        void cache.readyAll().catch(() => {});
      },
      (error: unknown) => isHere && setWrong(sayRefusal(error)),
    );
    return () => void (isHere = false);
  }, [props.table]);
  if (wrong)
    return (
      <main class="room lost">
        <p class="plate" role="alert">
          {wrong} <Link to="/">{t('page.to_lobby')}</Link>
        </p>
      </main>
    );
  if (!opened)
    return (
      <main class="room">
        <h1 class="unseen">{t('page.connecting')}</h1>
      </main>
    );
  return <WithKit table={props.table} {...opened} />;
}

function WithKit(props: { table: string; cache: EntryCache; screen: Screen }) {
  const kit = useKit(props.cache.info?.game ?? '');
  if (!kit) return <main class="table" />;
  return <ReplayScreen {...props} kit={kit} />;
}

/** The recordings of this match by number, each fetched once. */
function makeFilmSource(table: string): FilmSource & { load(number: number): Promise<Uint8Array | null> } {
  const kept = new Map<number, Uint8Array>();
  return {
    get: (number) => kept.get(number) ?? null,
    dispose: () => {},
    load: async (number) => {
      const film = kept.get(number) ?? (await http.film(table, number).catch(() => null));
      if (film) kept.set(number, film);
      return film;
    },
  };
}

function ReplayScreen(props: LoadedReplay & { table: string }) {
  const { cache, screen, kit } = props;
  const info = cache.info as Info;
  const names = seatNames(info);
  const reader = info.seats.findIndex((one) => one?.person !== undefined && one.person === person.value?.id);
  const root = useRef<HTMLElement>(null);
  const host = useRef<ReplayHost | null>(null);
  const { player, shelf } = useMemo(() => {
    const films = makeFilmSource(props.table);
    const asks: ReplayHost = {
      isStill: () => host.current?.isStill() ?? true,
      land: () => host.current?.land(),
      letters: (events) => host.current?.letters(events) ?? 0,
      showsFilms: () => host.current?.showsFilms() ?? false,
    };
    return {
      shelf: films,
      player: new ReplayPlayer(cache, props.table, reader, films, asks, browserScheduler),
    };
  }, [cache]);
  const speech = useSpeech(player.table);
  const { play, at } = usePlay({
    table: player.table,
    info,
    kit,
    screen,
    isTelevision: false,
    speech,
    films: shelf,
  });
  host.current = {
    isStill: () => play.queue.isEmpty,
    land: () => play.queue.skip(),
    letters: (events) => events.map((event) => sentence(event, { names, reader })).join(' ').length,
    showsFilms: () => at !== null && !at.isReduced,
  };
  useEffect(() => {
    void player.go(askedEntry());
    return () => player.dispose();
  }, [player]);
  useSound(player.table);
  useSignalEffect(() => {
    document.title = `${t('page.replay')} · ${gameTitle(info.game)}`;
    const entry = player.position.value;
    if (!player.isPlaying.value)
      history.replaceState(null, '', `${location.pathname}${location.search}${entry ? `#${entry}` : ''}`);
  });
  useReplayKeys(root, player);
  useDrawerRoom(root);
  useKeptFocus(root, at !== null);
  useLargeText();
  if (!at) return <main class="table" ref={root} />;
  return (
    <ReplayTable
      root={root}
      player={player}
      at={at}
      screen={screen}
      info={info}
      landed={play.queue.landed.value}
      speech={speech.lines.value}
      say={(line) => speech.say(line)}
    />
  );
}

type ReplayTableProps = {
  root: { current: HTMLElement | null };
  player: ReplayPlayer;
  at: At;
  screen: Screen;
  info: Info;
  landed: number;
  speech: string;
  say(line: string): void;
};

/** The last entry in one sentence: its first event, or who did what. */
function sayEntry(player: ReplayPlayer, at: At): string {
  const step = player.cache.step(player.position.value - 1);
  const [event] = player.events;
  if (event) return sentence(event, { names: at.names, reader: at.reader });
  if (typeof step?.who === 'number')
    return t('page.replay.did', {
      action: actionLabel(at.game, step.action, at.names, at.reader),
      name: at.names[step.who] ?? '',
    });
  return t(step ? 'page.replay.quiet' : 'page.replay.begins');
}

/** Renders the table. */
function ReplayTable(props: ReplayTableProps) {
  const { root, player, at, screen, info } = props;
  const { table } = player;
  const [tab, setTab] = useState<ReplayTab | null>(null);
  const isWide = useWide();
  const entries = useComputed(() => table.log.value);
  const line = sayEntry(player, at);
  const { Stage } = screen;
  return (
    <main class={`table replay no-hand ${info.game}`} ref={root}>
      <header class="bar">
        <IconButton icon="back" label={t('page.to_lobby')} onClick={() => go('/')} />
        <h1>{gameTitle(info.game)}</h1>
        <span class="where">{screen.where?.(at)}</span>
        <span class="fill" />
        <Dice table={table.table} info={info} />
        <ShareReplay player={player} info={info} />
      </header>
      <Seats at={at} table={table} screen={screen} />
      <Ribbon text={line} focusable />
      <section class="board" aria-label={t('page.table_now')}><Stage at={at} /></section>
      <Controls player={player} at={at} say={props.say} line={line} />
      <ReplaySide
        at={at}
        views={player.views}
        screen={screen}
        entries={entries.value.filter((entry) => entry.id <= props.landed)}
        open={tab}
        show={setTab}
        isWide={isWide}
      />
      <p class="unseen" aria-live="polite" id="speech">
        {props.speech}
      </p>
    </main>
  );
}
