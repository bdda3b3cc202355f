// The screen of a table: the waiting room, then the match, then the end.
import { useEffect, useState } from 'preact/hooks';
import type { Info } from '#made/proto';
import type { Speech } from '../../table/speech';
import type { Table } from '../../table/table';
import { Link, path } from '../../common/address';
import { useKit } from '../../common/kit';
import { Loading } from '../../plain/games/loading';
import { seatNames } from '../../common/names';
import { useTable } from '../../common/use_table';
import { useSpeech } from '../../common/speech';
import { sayRefusal } from '../../common/state';
import { t } from '../../words/language';
import type { Screen } from '../games/screen';
import { loadScreen } from '../games/screens';
import { ByCode } from '../parts/by_code';
import { useLoaded } from '../parts/loaded';
import { Absent } from './absent';
import { End, useRematch } from './end';
import { Frame } from './frame';
import { usePlay, type PlayProps } from './use_play';
import { Menu } from './menu';
import { useSound } from './sounds';
import { Television } from './television';
import { WaitingRoom } from './waiting';

/** Says why there is no table, and offers the form for another invitation. */
function NotFound(props: { text: string }) {
  return (
    <main class="room lost">
      <p class="plate" role="alert">
        {props.text} <Link to="/">{t('page.to_lobby')}</Link>
      </p>
      <ByCode />
    </main>
  );
}

export function TablePlace(props: { place: string }) {
  const isTelevision = path.value !== '' && new URLSearchParams(location.search).has('tv');
  const { table, missing } = useTable(props.place, isTelevision ? 'watcher' : null);
  const info = table?.info.value;
  if (missing) return <NotFound text={missing} />;
  if (table?.refusal.value) return <NotFound text={sayRefusal(table.refusal.value)} />;
  if (!table || !info) return <main class="room"><h1 class="unseen">{t('page.connecting')}</h1></main>;
  return <TableScreens table={table} info={info} isTelevision={isTelevision} />;
}

/** The live regions belong to the table, so that they persist while its screens change. */
function TableScreens(props: { table: Table; info: Info; isTelevision: boolean }) {
  const { table, info, isTelevision } = props;
  const speech = useSpeech(table);
  const isOpen = info.state === 'open';
  return (
    <>
      {isOpen && isTelevision && (
        <Television table={table} info={info} kit={null} screen={null} speech={speech} />
      )}
      {isOpen && !isTelevision && <WaitingRoom table={table} info={info} />}
      {!isOpen && <Match table={table} info={info} isTelevision={isTelevision} speech={speech} />}
      <p class="unseen" aria-live="polite" id="speech">{speech.lines.value}</p>
      <p class="unseen" aria-live="assertive" id="question">{speech.question.value}</p>
    </>
  );
}

function useScreen(game: string): Screen | null {
  const [screen, setScreen] = useState<Screen | null>(null);
  useEffect(() => {
    let isHere = true;
    void loadScreen(game).then((one) => isHere && setScreen(one));
    return () => void (isHere = false);
  }, [game]);
  return screen;
}

/** A guided first round, loaded on demand. */
function Guided(props: { table: Table; game: string }) {
  const Guide = useLoaded(() => import('../guide/guide').then((one) => one.Guide));
  return Guide && <Guide {...props} />;
}

type MatchProps = { table: Table; info: Info; isTelevision: boolean; speech: Speech };

function Match(props: MatchProps) {
  const { table, info, isTelevision, speech } = props;
  const kit = useKit(info.game);
  const screen = useScreen(info.game);
  useSound(table);
  if (!kit || !screen) return <main class="table" />;
  if (isTelevision) return <Television table={table} info={info} kit={kit} screen={screen} speech={speech} />;
  return (
    <MatchAndEnd table={table} info={info} kit={kit} screen={screen} isTelevision={false} speech={speech} />
  );
}

/** The match, and the end once the last animation has finished. */
function MatchAndEnd(props: PlayProps) {
  const { table, info, kit, screen } = props;
  const { play, at } = usePlay(props);
  const [isEndSeen, setEndSeen] = useState(false);
  // Kept here, because the wish for a rematch also counts for somebody who looks at the table.
  const again = useRematch(table, info);
  useEffect(() => {
    if (info.next) setEndSeen(false);
  }, [info.next]);
  const isOver = info.state === 'over' && table.score.value !== null && play.queue.motion.value === null;
  if (isOver && !isEndSeen)
    return (
      <End table={table} info={info} screen={screen} at={at} again={again} back={() => setEndSeen(true)} />
    );
  return (
    <>
      <Frame
        table={table}
        info={info}
        screen={screen}
        play={play}
        at={at}
        menu={<Menu table={table} info={info} />}
        toEnd={isOver ? () => setEndSeen(false) : null}
      >
        <Absent table={table} info={info} />
        {!screen.steers?.() &&
          table.sim.value &&
          table.view.value &&
          (!screen.steers || table.sim.value.seat === table.seat.value) && (
            <div class="paper by-numbers">
              <Loading
                table={table}
                kit={kit}
                view={table.view.value}
                names={seatNames(info)}
                sim={table.sim.value}
              />
            </div>
          )}
      </Frame>
      {path.value.endsWith('#guide') && <Guided table={table} game={info.game} />}
    </>
  );
}
