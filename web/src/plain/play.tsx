// A match as text: the question, the state of the table, the log, the clocks.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Info } from '#made/proto';
import type { Table } from '../table/table';
import { useKit } from '../common/kit';
import { sentence, t } from '../words/language';
import { sayDeadline } from '../common/time';
import { ask, connection } from '../common/state';
import { describe } from './games/describe';
import { Loading } from './games/loading';
import { Log } from './log';
import { botName, seatName, seatNames } from '../common/names';
import { Presets, PromptForms } from './prompt';

function useSeconds(): void {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), 500);
    return () => clearInterval(timer);
  }, []);
}

function Clocks(props: { table: Table; names: string[] }) {
  useSeconds();
  const clock = props.table.clock.value;
  const awaited = props.table.turn.value?.seats ?? [];
  const now = connection.value?.time() ?? 0;
  if (!clock?.until.some((until, seat) => until !== null && awaited.includes(seat))) return null;
  return (
    <ul class="clocks" aria-label={t('page.clocks')}>
      {clock.until.map((until, seat) =>
        until === null || !awaited.includes(seat) ? null : (
          <li key={seat}><bdi>{props.names[seat]}</bdi>: {sayDeadline(until, now)}</li>
        ))}
    </ul>
  );
}

/** Seats whose person is away, and seats that a computer player has taken over. */
function Absent(props: { table: Table; info: Info }) {
  const { table, info } = props;
  const mine = table.seat.value;
  const isKept = mine !== null && info.seats[mine]?.bot;
  return (
    <>
      {isKept && (
        <p>
          {t('page.kept')}{' '}
          <button class="main" onClick={() => ask({ t: 'back', table: table.table })}>
            {t('page.back')}
          </button>
        </p>
      )}
      {info.seats.map((one, seat) =>
        one?.here && one.here !== 'yes' ? (
          <p key={seat}>
            {t(one.bot ? 'page.is_kept' : one.here === 'gone' ? 'page.is_gone' : 'page.is_away', {
              name: seatName(info, seat),
            })}{' '}
            {one.here === 'gone' && !one.bot && mine !== null && (
              <button onClick={() => ask({ t: 'bot', table: table.table, seat, bot: 'regular' })}>
                {t('page.give_to_bot', { word: botName(info.game, 'regular') })}
              </button>
            )}
          </p>
        ) : null)}
    </>
  );
}

function WaitingFor(props: { table: Table; names: string[] }) {
  const turn = props.table.turn.value;
  const seat = props.table.seat.value;
  if (!turn || turn.kind === 'over') return null;
  const waited = (turn.kind === 'sim' ? [turn.seat ?? -1] : (turn.seats ?? [])).filter(
    (one) => one !== seat && one >= 0,
  );
  if (!waited.length) return null;
  return <p>{sentence({ key: 'page.waiting_for', args: { seats: waited } }, { names: props.names })}</p>;
}

function Result(props: { table: Table; info: Info; names: string[] }) {
  const score = props.table.score.value;
  const { table, info, names } = props;
  if (!score) return null;
  const mine = table.seat.value;
  return (
    <section aria-labelledby="result">
      <h2 id="result" aria-live="assertive">
        {sentence({ key: 'page.winners', args: { seats: score.winners } }, { names, reader: mine ?? -1 })}
      </h2>
      <ol>
        {score.scores.map((points, seat) => <li key={seat}>{names[seat]}: {points}</li>)}
      </ol>
      {mine !== null && !info.next && (
        <p>
          <button
            class="main"
            disabled={info.again.includes(mine)}
            onClick={() => ask({ t: 'again', table: table.table })}
          >
            {t('page.again')}
          </button>{' '}
          {info.again.length > 0 &&
            sentence({ key: 'page.want_again', args: { seats: info.again } }, { names })}
        </p>
      )}
    </section>
  );
}

export function Play(props: { table: Table; info: Info }) {
  const { table, info } = props;
  const kit = useKit(info.game);
  const names = seatNames(info);
  const reader = table.seat.value ?? -1;
  const prompt = table.prompt.value;
  const view = table.view.value;
  const asked = useRef<number | null>(null);
  useEffect(() => {
    const [now, before] = [prompt?.ask ?? 0, asked.current];
    asked.current = now;
    if (prompt?.must && now !== before) document.getElementById('task')?.focus();
    // What had the focus went away with its question.
    else if (before !== null && document.activeElement === document.body)
      document.getElementById(prompt?.forms.length ? 'task' : 'state')?.focus({ preventScroll: true });
  }, [prompt?.ask]);
  const state = view && kit ? describe(info.game, view, kit, names, reader) : [];
  return (
    <>
      {table.seat.value === null && <p>{t('page.you_watch')}</p>}
      <Result table={table} info={info} names={names} />
      <Absent table={table} info={info} />
      {table.sim.value && kit && view && (
        <Loading table={table} kit={kit} view={view} names={names} sim={table.sim.value} />
      )}
      {prompt && prompt.forms.length > 0 ? (
        <PromptForms table={table} prompt={prompt} game={info.game} names={names} reader={reader} />
      ) : (
        <WaitingFor table={table} names={names} />
      )}
      <Clocks table={table} names={names} />
      <section aria-labelledby="state">
        <h2 id="state" tabIndex={-1}>{t('page.table_now')}</h2>
        {state.map((part, i) => (
          <div key={i}>
            {part.title && <h3>{part.title}</h3>}
            <ul>{part.lines.map((line, j) => <li key={j}>{line}</li>)}</ul>
          </div>
        ))}
      </section>
      <Presets table={table} game={info.game} presets={(kit?.['presets'] as string[]) ?? []} />
      <Log table={table} names={names} reader={reader} />
    </>
  );
}
