// The person's account: name, passphrase, transfer to another device, deletion.
import { useEffect, useState } from 'preact/hooks';
import { http, type Mine } from '../wire/http';
import { t } from '../words/language';
import { BASE, Link } from '../common/address';
import { showError, person } from '../common/state';
import { whoSits } from './lobby';
import { gameTitle } from '../common/names';

function TwoFields(props: {
  title: string;
  help: string;
  button: string;
  send(name: string, passphrase: string): Promise<unknown>;
}) {
  const [name, setName] = useState('');
  const [passphrase, setPassphrase] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        props.send(name, passphrase).then(() => location.assign(`${BASE}/`), showError);
      }}
    >
      <fieldset>
        <legend>{props.title}</legend>
        <p>{props.help}</p>
        <label>
          {t('page.name')}{' '}
          <input
            required
            value={name}
            autocomplete="username"
            onInput={(event) => setName(event.currentTarget.value)}
          />
        </label>{' '}
        <label>
          {t('page.passphrase')}{' '}
          <input
            required
            type="password"
            value={passphrase}
            autocomplete="current-password"
            onInput={(event) => setPassphrase(event.currentTarget.value)}
          />
        </label>{' '}
        <button>{props.button}</button>
      </fieldset>
    </form>
  );
}

/** Makes a code for another device, or logs in with one. */
function Handover() {
  const [handover, setHandover] = useState('');
  const [given, setGiven] = useState('');
  return (
    <fieldset>
      <legend>{t('page.handover')}</legend>
      <p>{t('page.handover_help')}</p>
      <button onClick={() => http.handover().then((answer) => setHandover(answer.handover), showError)}>
        {t('page.handover_make')}
      </button>{' '}
      <strong role="status">{handover}</strong>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          http.login({ handover: given }).then(() => location.assign(`${BASE}/`), showError);
        }}
      >
        <label>
          {t('page.handover_code')}{' '}
          <input value={given} onInput={(event) => setGiven(event.currentTarget.value)} />
        </label>{' '}
        <button>{t('page.login')}</button>
      </form>
    </fieldset>
  );
}

/** Deletes the person, after a check box. */
function Forget() {
  const [isSure, setSure] = useState(false);
  return (
    <fieldset>
      <legend>{t('page.forget')}</legend>
      <p>{t('page.forget_help')}</p>
      <label>
        <input
          type="checkbox"
          checked={isSure}
          onChange={(event) => setSure(event.currentTarget.checked)}
        />{' '}
        {t('page.sure')}
      </label>{' '}
      <button
        disabled={!isSure}
        onClick={() => http.forget().then(() => location.assign(`${BASE}/`), showError)}
      >
        {t('page.forget')}
      </button>
    </fieldset>
  );
}

export function Me() {
  const [name, setName] = useState(person.value?.name ?? '');
  const [over, setOver] = useState<Mine[]>([]);
  useEffect(() => {
    http.me('over').then((me) => setOver(me.tables), showError);
  }, []);
  return (
    <>
      <h1>{t('page.me')}</h1>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          http.rename(name).then((answer) => (person.value = answer.person), showError);
        }}
      >
        <label>
          {t('page.name')}{' '}
          <input required value={name} onInput={(event) => setName(event.currentTarget.value)} />
        </label>{' '}
        <button>{t('page.rename')}</button>
      </form>
      <TwoFields
        title={t('page.account')}
        help={t('page.account_help')}
        button={t('page.account_make')}
        send={(one, passphrase) => http.account({ name: one, passphrase })}
      />
      <TwoFields
        title={t('page.login')}
        help={t('page.login_help')}
        button={t('page.login')}
        send={(one, passphrase) => http.login({ name: one, passphrase })}
      />
      <Handover />
      <p>
        <button onClick={() => http.logout().then(() => location.assign(`${BASE}/`), showError)}>
          {t('page.logout')}
        </button>
      </p>
      <Forget />
      <h2>{t('page.finished')}</h2>
      <ul>
        {over.map(({ table, info }) => (
          <li key={table}>
            <Link to={`/r/${table}`}>{gameTitle(info.game)}</Link>: {whoSits(info)}
          </li>
        ))}
      </ul>
    </>
  );
}
