// A finished match as a list of all entries: who did what, and the events, with all cards open.
import { useEffect, useState } from 'preact/hooks';
import type { Info } from '#made/proto';
import { http, type Step } from '../wire/http';
import { sentence, t } from '../words/language';
import { sayRefusal } from '../common/state';
import { actionLabel, gameTitle, seatNames } from '../common/names';

const AT_ONCE = 100;

export function Replay(props: { table: string }) {
  const [info, setInfo] = useState<Info | null>(null);
  const [steps, setSteps] = useState<Step[]>([]);
  const [entries, setEntries] = useState(0);
  const [wrong, setWrong] = useState('');
  const load = (from: number): void => {
    http.replay(props.table, from, AT_ONCE).then((answer) => {
      setEntries(answer.entries);
      setSteps((old) => [...old.slice(0, from), ...answer.steps]);
    }, (error: unknown) => setWrong(sayRefusal(error)));
  };
  useEffect(() => {
    http.byTable(props.table).then(
      (item) => setInfo(item.info),
      (error: unknown) => setWrong(sayRefusal(error)),
    );
    load(0);
  }, [props.table]);
  if (wrong) return <p role="alert">{wrong}</p>;
  if (!info) return <p>{t('page.connecting')}</p>;
  const names = seatNames(info);
  return (
    <>
      <h1>{t('page.replay_of', { word: gameTitle(info.game) })}</h1>
      <p>
        {t('page.entries', { count: entries })}{' '}
        <a href={`/api/tables/${encodeURIComponent(props.table)}/log?stamps=1`}>{t('page.log_file')}</a>
      </p>
      <ol>
        {steps.map((step, i) => (
          <li key={i}>
            {typeof step.who === 'number' && (
              <>
                <strong>{names[step.who]}</strong>: {actionLabel(info.game, step.action, names, -1)}.{' '}
              </>
            )}
            {step.events.map((event) => sentence(event, { names })).join(' ')}
          </li>
        ))}
      </ol>
      {steps.length < entries && <button onClick={() => load(steps.length)}>{t('page.more')}</button>}
    </>
  );
}
