// The television view: for everybody in the room, readable from three metres. It shows no hands and no hidden
// choices, and needs no input.
import { useComputed } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Info } from '#made/proto';
import type { Speech } from '../../table/speech';
import type { Table } from '../../table/table';
import type { Kit } from '../../common/kit';
import { gameTitle, seatName, seatNames } from '../../common/names';
import { sentence, t } from '../../words/language';
import type { Screen } from '../games/screen';
import { Icon } from '../ink/icons';
import { Scene } from '../ink/scenes';
import { Coaster, Ribbon } from '../parts/parts';
import { ranking } from './ranking';
import { sayNumber } from './number';
import { usePlay } from './use_play';
import { spellCode } from './waiting';

/** The number of log sentences; more would cover the table. */
const TOLD = 2;

type Props = { table: Table; info: Info; kit: Kit | null; screen: Screen | null; speech: Speech };

function JoinCode(props: { info: Info }) {
  const code = props.info.code;
  if (!code) return null;
  return (
    <section class="paper door">
      <img src={`/qr/${code}.svg`} width="150" height="150" alt={t('page.qr')} />
      <p class="figures">{spellCode(code)}</p>
      <p class="host">{location.host}</p>
    </section>
  );
}

export function Television(props: Props) {
  const { table, info, kit, screen, speech } = props;
  useEffect(() => {
    document.documentElement.classList.add('tv');
    document.title = gameTitle(info.game);
    return () => document.documentElement.classList.remove('tv');
  }, [info.game]);
  if (!kit || !screen || !table.view.value) return <BeforeStart info={info} />;
  return <TelevisionMatch table={table} info={info} kit={kit} screen={screen} speech={speech} />;
}

function BeforeStart(props: { info: Info }) {
  const { info } = props;
  const missing = info.seats.filter((one) => !one).length;
  return (
    <main class={`television ${info.game}`}>
      <div class="board"><Scene game={info.game} /></div>
      <div class="shade" />
      <header><h1>{gameTitle(info.game)}</h1></header>
      <Ribbon text={missing ? t('page.tv_join', { count: missing }) : t('page.all_here')} />
      <JoinCode info={info} />
      <ol class="tv-seats">
        {info.seats.map((one, seat) => (
          <li key={seat}>
            {one ? (
              <Coaster seat={seat} size={27} />
            ) : (
              <span class="coaster free">
                <Icon name="plus" />
              </span>
            )}
            <span class="words">
              <bdi class="name">{seatName(info, seat)}</bdi>
            </span>
          </li>
        ))}
      </ol>
    </main>
  );
}

function TelevisionMatch(props: { table: Table; info: Info; kit: Kit; screen: Screen; speech: Speech }) {
  const { table, info, kit, screen, speech } = props;
  const { play, at } = usePlay({ table, info, kit, screen, isTelevision: true, speech });
  const last = useComputed(() =>
    table.log.value
      .filter((entry) => entry.events.length && entry.id <= play.queue.landed.value)
      .slice(-2)
      .map((entry) => ({ id: entry.id, events: entry.events.slice(-TOLD) })),
  );
  const names = seatNames(info);
  if (!at) return <BeforeStart info={info} />;
  const turn = table.turn.value;
  const awaited = turn?.kind === 'seats' ? turn.seats ?? [] : [];
  const score = table.score.value;
  const winners = score ? sentence({ key: 'page.winners', args: { seats: score.winners } }, { names }) : '';
  const text =
    winners ||
    screen.ribbon?.(at) ||
    (awaited.length
      ? sentence({ key: 'page.waiting_for', args: { seats: awaited } }, { names })
      : t('page.a_moment'));
  const order = score
    ? ranking(score.scores, score.winners, screen.scores)
    : info.seats.map((_one, seat) => seat);
  return (
    <main class={`television ${info.game}`}>
      <section class="board"><screen.Stage at={at} /></section>
      <header><h1>{gameTitle(info.game)}</h1><p>{screen.where?.(at)}</p></header>
      <Ribbon text={text} />
      <JoinCode info={info} />
      <ol class="tv-log">
        {last.value.map((entry) => (
          <li key={entry.id}>{entry.events.map((event) => sentence(event, { names })).join(' ')}</li>
        ))}
      </ol>
      <ol class="tv-seats">
        {order.map((seat) => {
          const face = screen.seat?.(at, seat) ?? {};
          return (
            <li key={seat} class={awaited.includes(seat) ? 'awaited' : ''}>
              <Coaster
                seat={seat}
                size={27}
                badge={
                  face.badge?.icon ? (
                    <span class={`badge ${face.badge.tone ?? ''}`}>
                      <Icon name={face.badge.icon} size={16} />
                    </span>
                  ) : null
                }
              />
              <span class="words">
                <bdi class="name">{names[seat]}</bdi>
                <span class="state">{face.state}</span>
              </span>
              {face.number != null && (
                <span class={`number ${face.number < 0 ? 'loss' : ''}`}>{sayNumber(face.number)}</span>
              )}
            </li>
          );
        })}
      </ol>
    </main>
  );
}
