// The lobby: resume a match, play at once, set up a table, join one by its code or from the list.
import { useEffect, useState } from 'preact/hooks';
import type { Info } from '#made/proto';
import { http, type Game, type Mine } from '../wire/http';
import { rulesOf, t } from '../words/language';
import { go, Link, path } from '../common/address';
import { showError, connection, games, playAtOnce } from '../common/state';
import { readInvitation } from '../common/use_table';
import { gameTitle, seatName } from '../common/names';

function RunningMatches(props: { tables: Mine[] }) {
  if (!props.tables.length) return null;
  return (
    <section aria-labelledby="running">
      <h2 id="running">{t('page.my_tables')}</h2>
      <ul>
        {props.tables.map(({ table, info, asked }) => (
          <li key={table}>
            <Link to={`/t/${info.code ?? table}`}>{t('page.go_on', { word: gameTitle(info.game) })}</Link>{' '}
            {whoSits(info)} {asked && <strong>{t('page.your_turn')}</strong>}
          </li>
        ))}
      </ul>
    </section>
  );
}

export function whoSits(info: Info): string {
  return info.seats.map((_seat, i) => seatName(info, i)).join(', ');
}

function GameCard(props: { game: Game }) {
  const { game } = props;
  return (
    <article aria-labelledby={`game-${game.key}`}>
      <h3 id={`game-${game.key}`}>{game.title}</h3>
      <p>{t(`page.about.${game.key}`)}</p>
      <p>{t('page.players', { from: game.seats[0], upto: game.seats[1] })}</p>
      <p class="buttons">
        <button class="main" onClick={() => void playAtOnce(game).then((code) => code && go(`/t/${code}`))}>
          {t('page.play_now', { word: game.title })}
        </button>
        <Link to={`/new/${game.key}`}>{t('page.set_up', { word: game.title })}</Link>
        <Link to={`/rules/${game.key}`}>{t('page.rules_of', { word: game.title })}</Link>
      </p>
    </article>
  );
}

function ByCode() {
  const [code, setCode] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const place = readInvitation(code);
        if (place) go(`/t/${encodeURIComponent(place)}`);
      }}
    >
      <label>
        {t('page.code')}{' '}
        <input
          value={code}
          onInput={(event) => setCode(event.currentTarget.value)}
          autocomplete="off"
          placeholder="h4tw-9pzc"
        />
      </label>{' '}
      <button>{t('page.join')}</button>
    </form>
  );
}

function OpenTables() {
  const wire = connection.value;
  useEffect(() => {
    wire?.followLobby(true);
    return () => wire?.followLobby(false);
  }, [wire]);
  const tables = wire?.lobby.value ?? [];
  return (
    <section aria-labelledby="public">
      <h2 id="public">{t('page.public_tables')}</h2>
      {!tables.length && <p>{t('page.no_tables')}</p>}
      <ul>
        {tables.map(({ table, info }) => (
          <li key={table}>
            <Link to={`/t/${table}`}>{gameTitle(info.game)}</Link>: {whoSits(info)} (
            {t(`page.state.${info.state}`)})
          </li>
        ))}
      </ul>
    </section>
  );
}

export function Lobby() {
  const [mine, setMine] = useState<Mine[]>([]);
  useEffect(() => {
    http.me().then((me) => setMine(me.tables), showError);
  }, [path.value]);
  return (
    <>
      <h1>{t('page.welcome')}</h1>
      <RunningMatches tables={mine} />
      <section aria-labelledby="games">
        <h2 id="games">{t('page.games')}</h2>
        <div class="games">
          {games.value
            .filter((game) => game.quick && rulesOf(game.key))
            .map((game) => (
              <GameCard key={game.key} game={game} />
            ))}
        </div>
      </section>
      <section aria-labelledby="code">
        <h2 id="code">{t('page.invited')}</h2>
        <ByCode />
      </section>
      <OpenTables />
    </>
  );
}
