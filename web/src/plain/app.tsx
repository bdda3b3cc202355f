// The root component of the plain page: chooses the screen for the URL, and shows the person, the language
// and the state of the connection. Every screen has a URL, so that the browser's history works.
import { useEffect } from 'preact/hooks';
import { followAddress, Link, path, pathSegments } from '../common/address';
import { begin, connection, person, errorMessage } from '../common/state';
import { catalogue, LANGUAGES, t, useLanguage } from '../words/language';
import { Lobby } from './lobby';
import { Me } from './me';
import { Replay } from './replay';
import { Rules } from './rules';
import { SetUp } from './setup';
import { TablePlace } from './place';

function Place() {
  if (path.value.endsWith('#me')) return <Me />;
  const [first = '', second = ''] = pathSegments();
  if (!first) return <Lobby />;
  if (first === 'new') return <SetUp game={second} />;
  if (first === 't') return <TablePlace key={second} place={second} />;
  if (first === 'r') return <Replay table={second} />;
  if (first === 'rules') return <Rules game={second} />;
  return <p>{t('page.no_place')}</p>;
}

function ConnectionStatus() {
  const status = connection.value?.status.value;
  const attempt = connection.value?.attempt.value ?? 0;
  let text = '';
  if (status === 'waiting' || (status === 'connecting' && attempt > 0))
    text = t('page.reconnecting', { attempt });
  if (status === 'old') text = t('page.reload');
  if (status === 'ended') text = t('page.login_ended');
  return (
    <div class={text ? 'status bad' : 'status'} role="status">
      {text}
      {status === 'waiting' && (
        <button onClick={() => connection.value?.retryNow()}>{t('page.retry')}</button>
      )}
      {(status === 'old' || status === 'ended') && (
        <button onClick={() => location.reload()}>{t('page.reload_now')}</button>
      )}
    </div>
  );
}

function ErrorMessage() {
  if (!errorMessage.value) return <div role="alert" />;
  return (
    <div role="alert" class="trouble">
      {errorMessage.value} <button onClick={() => (errorMessage.value = null)}>{t('page.understood')}</button>
    </div>
  );
}

export function App() {
  useEffect(() => {
    followAddress();
    void begin({ films: false });
  }, []);
  const language = catalogue.value?.language ?? 'en';
  return (
    <>
      <header>
        <Link to="/">Spelunke</Link>
        <span>{person.value && <Link to="/#me">{person.value.name || t('page.nameless')}</Link>}</span>
        <label>
          {t('page.language')}{' '}
          <select
            value={language}
            onChange={(event) => void useLanguage(event.currentTarget.value as never, true)}
          >
            {LANGUAGES.map((one) => (
              <option key={one} value={one} lang={one}>{t(`page.language.${one}`)}</option>
            ))}
          </select>
        </label>
      </header>
      <ConnectionStatus />
      <ErrorMessage />
      <main>{connection.value ? <Place /> : <p>{t('page.connecting')}</p>}</main>
      <footer>{t('page.unofficial')}</footer>
    </>
  );
}
