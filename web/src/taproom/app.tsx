// The root component of the drawn page: chooses the screen for the URL, and shows what is common to all.
import { useEffect } from 'preact/hooks';
import { followAddress, Link, path, pathSegments } from '../common/address';
import { begin, connection } from '../common/state';
import { t } from '../words/language';
import { Filters } from './ink/filters';
import { Lobby } from './lobby';
import { Toast } from './parts/parts';
import { ConnectionLost } from './parts/connection_lost';
import { Update } from './parts/update';
import { RulesPlace } from './rules';
import { useLoaded } from './parts/loaded';
import { SetUp } from './setup';
import { TablePlace } from './table/place';

function Place() {
  const [first = '', second = ''] = pathSegments();
  if (path.value.endsWith('#me')) return <RedirectToPlain to="/plain/#me" />;
  if (!first) return <Lobby />;
  if (first === 'new') return <SetUp key={second} game={second} />;
  if (first === 't') return <TablePlace key={second} place={second} />;
  if (first === 'r') return <Replay key={second} table={second} />;
  if (first === 'rules') return <RulesPlace game={second} />;
  return (
    <main class="room lost">
      <p class="plate">
        {t('page.no_place')} <Link to="/">{t('page.to_lobby')}</Link>
      </p>
    </main>
  );
}

/** The replay screen is a chunk of its own, loaded on demand. */
function Replay(props: { table: string }) {
  const Loaded = useLoaded(() => import('./replay/place').then((one) => one.ReplayPlace));
  return Loaded ? (
    <Loaded table={props.table} />
  ) : (
    <main class="room">
      <h1 class="unseen">{t('page.connecting')}</h1>
    </main>
  );
}

/** Redirects to a screen that only the plain page has. */
function RedirectToPlain(props: { to: string }) {
  useEffect(() => location.replace(props.to), [props.to]);
  return <main class="room" />;
}

export function App() {
  useEffect(() => {
    followAddress();
    void begin({ films: true });
  }, []);
  return (
    <>
      <Filters />
      {connection.value ? <Place /> : <main class="room"><h1 class="unseen">Spelunke</h1></main>}
      <ConnectionLost />
      <Update />
      <Toast />
    </>
  );
}
