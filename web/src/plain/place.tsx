// The screen of a table, found by its code or, if it is public, by its name: before the start, in play, over.
import { useEffect } from 'preact/hooks';
import type { Table } from '../table/table';
import { t } from '../words/language';
import { Link } from '../common/address';
import { useTable } from '../common/use_table';
import { sayRefusal } from '../common/state';
import { ChatBox } from './chat';
import { gameTitle } from '../common/names';
import { Play } from './play';
import { WaitingRoom } from './waiting';

export function TablePlace(props: { place: string }) {
  const as = new URLSearchParams(location.search).has('tv') ? 'watcher' : null;
  const { table, missing } = useTable(props.place, as);
  if (missing) return <p role="alert">{missing} <Link to="/">{t('page.to_lobby')}</Link></p>;
  if (!table) return <p>{t('page.connecting')}</p>;
  return <TableShown table={table} />;
}

function TableShown(props: { table: Table }) {
  const { table } = props;
  const info = table.info.value;
  useEffect(() => {
    const mine = table.prompt.value?.must;
    document.title = (mine ? '● ' : '') + (info ? `${gameTitle(info.game)} · Spelunke` : 'Spelunke');
  });
  if (table.refusal.value)
    return (
      <p role="alert">
        {sayRefusal(table.refusal.value)} <Link to="/">{t('page.to_lobby')}</Link>
      </p>
    );
  if (!info) return <p>{t('page.connecting')}</p>;
  return (
    <>
      <h1>{gameTitle(info.game)}</h1>
      <p><Link to={`/rules/${info.game}`}>{t('page.rules_of', { word: gameTitle(info.game) })}</Link></p>
      {info.state === 'open' ? <WaitingRoom table={table} info={info} /> : <Play table={table} info={info} />}
      <ChatBox table={table} info={info} />
      {info.next && <p><Link to={`/t/${info.next}`}>{t('page.to_rematch')}</Link></p>}
      {info.state === 'over' && <p><Link to={`/r/${table.table}`}>{t('page.replay')}</Link></p>}
    </>
  );
}
