// The lobby: start one of the three games, resume a match, enter a code, join an open table.
import { useEffect, useState } from 'preact/hooks';
import { go, Link, path } from '../common/address';
import { gameTitle, seatName } from '../common/names';
import { showError, connection, games, person, playAtOnce } from '../common/state';
import { http, type Game, type Item, type Mine } from '../wire/http';
import { catalogue, LANGUAGES, rulesOf, t, useLanguage } from '../words/language';
import type { Language } from '../words/render';
import { Icon } from './ink/icons';
import { Mark } from './ink/marks';
import { Scene } from './ink/scenes';
import { ByCode } from './parts/by_code';
import { Paper, Sign } from './parts/parts';

export function LanguageChoice() {
  const language = catalogue.value?.language ?? 'en';
  return (
    <label class="plank language">
      <Icon name="globe" size={20} />
      <span class="unseen">{t('page.language')}</span>
      <select
        value={language}
        onChange={(event) => void useLanguage(event.currentTarget.value as Language, true)}
      >
        {LANGUAGES.map((one) => (
          <option key={one} value={one} lang={one}>
            {t(`page.language.${one}`)}
          </option>
        ))}
      </select>
    </label>
  );
}

function GameCard(props: { game: Game; isBusy: boolean; play(game: Game): void }) {
  const { game } = props;
  return (
    <article class="game-card" aria-labelledby={`game-${game.key}`}>
      <div class="picture"><Scene game={game.key} /></div>
      <div class="words">
        <h2 id={`game-${game.key}`}>{game.title}</h2>
        <p class="facts">
          {t('page.guests', { from: game.seats[0], upto: game.seats[1] })} ·{' '}
          <Link to={`/rules/${game.key}`}>{t('page.rules')}</Link>
          <GuidedRoundButton game={game} isBusy={props.isBusy} />
        </p>
        <p class="about">{t(`page.about.${game.key}`)}</p>
        <div class="buttons">
          <button
            class="brass"
            disabled={props.isBusy}
            id={`play-${game.key}`}
            aria-labelledby={`game-${game.key} play-${game.key}`}
            onClick={() => props.play(game)}
          >
            {t('page.play_at_once')}
          </button>
          <Link
            class="plank"
            to={`/new/${game.key}`}
            id={`make-${game.key}`}
            labelledBy={`game-${game.key} make-${game.key}`}
          >
            {t('page.for_friends')}
          </Link>
        </div>
      </div>
    </article>
  );
}

/** Starts a guided first round; its code is loaded on demand. */
function GuidedRoundButton(props: { game: Game; isBusy: boolean }) {
  const { game } = props;
  const [isStarting, setStarting] = useState(false);
  const teach = async (): Promise<void> => {
    setStarting(true);
    try {
      const { COURSES } = await import('./guide/steps');
      const code = await playAtOnce(game, COURSES[game.key]?.settings);
      if (code) go(`/t/${code}#guide`);
    } finally {
      setStarting(false);
    }
  };
  return (
    <>
      {' '}
      ·{' '}
      <button
        class="teach"
        disabled={props.isBusy || isStarting}
        id={`teach-${game.key}`}
        aria-labelledby={`game-${game.key} teach-${game.key}`}
        title={t('page.teach_title')}
        onClick={() => void teach()}
      >
        {t('page.teach')}
      </button>
    </>
  );
}

/** All matches that go on; first the one that waits for this person. */
function ResumeMatches(props: { tables: Mine[] }) {
  const sorted = [...props.tables].sort((a, b) => Number(b.asked) - Number(a.asked));
  return (
    <>
      {sorted.map(({ table, info, asked }, i) => (
        <Link key={table} class={`${i ? 'plank' : 'brass'} go-on`} to={`/t/${info.code ?? table}`}>
          <Icon name="play" size={20} />
          <span>
            {t('page.go_on', { word: gameTitle(info.game) })}
            {asked && <small>{t('page.your_turn')}</small>}
          </span>
        </Link>
      ))}
    </>
  );
}

function OpenTable(props: { item: Item }) {
  const { table, info } = props.item;
  const owner = info.seats.findIndex((one) => one?.person !== undefined && one.person === info.owner);
  const taken = info.seats.filter(Boolean).length;
  const isOpen = info.state === 'open' && taken < info.seats.length;
  return (
    <li>
      <Mark seat={Math.max(owner, 0)} size={18} />
      <bdi class="who">{owner >= 0 ? seatName(info, owner) : t('page.forgotten')}</bdi>
      <span>{gameTitle(info.game)}</span>
      <span class="facts">
        {info.state === 'open'
          ? t('page.seated', { count: taken, of: info.seats.length })
          : t(`page.state.${info.state}`)}
      </span>
      <Link to={`/t/${info.code ?? table}`}>{t(isOpen ? 'page.sit_down_there' : 'page.watch')} ›</Link>
    </li>
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
    <Paper class="open-tables">
      <h2>{t('page.public_tables')}</h2>
      {!tables.length && <p class="faded">{t('page.no_tables')}</p>}
      <ul tabIndex={tables.length > 3 ? 0 : -1}>
        {tables.map((item) => (
          <OpenTable key={item.table} item={item} />
        ))}
      </ul>
    </Paper>
  );
}

export function Lobby() {
  const [mine, setMine] = useState<Mine[]>([]);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    document.title = 'Spelunke';
    http.me().then((me) => setMine(me.tables), showError);
  }, [path.value]);
  const play = (game: Game): void => {
    setBusy(true);
    void playAtOnce(game).then((code) => {
      setBusy(false);
      if (code) go(`/t/${code}`);
    });
  };
  return (
    <main class="room lobby">
      <header>
        <Sign />
        <div class="who-am-i">
          <LanguageChoice />
          <a class="plank" href="/plain/#me">
            <Icon name="person" size={20} />
            <bdi>{person.value?.name || t('page.nameless')}</bdi>
          </a>
        </div>
        <p class="motto">{t('page.motto')}</p>
      </header>
      <ResumeMatches tables={mine} />
      <div class="game-cards">
        {games.value
          .filter((game) => game.quick && rulesOf(game.key))
          .map((game) => (
            <GameCard key={game.key} game={game} isBusy={isBusy} play={play} />
          ))}
      </div>
      <div class="sheets">
        <OpenTables />
        <ByCode />
      </div>
      <footer class="unofficial">{t('page.unofficial')} <a href="/plain/">{t('page.plain')}</a></footer>
    </main>
  );
}
