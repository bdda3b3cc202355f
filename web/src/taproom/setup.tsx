// The set-up of a table: seats are changed by tapping them; the options come from the game's description.
import { useState } from 'preact/hooks';
import { CLOCKS } from '../common/clocks';
import { go } from '../common/address';
import { botName, optionValueName } from '../common/names';
import { ask, showError, connection, games } from '../common/state';
import { http, type Game, type Option } from '../wire/http';
import { find, rulesOf, t } from '../words/language';
import { isStool, numberChoices, offered, standing } from './choices';
import { Icon } from './ink/icons';
import { Scene } from './ink/scenes';
import { useLargeText } from './parts/large';
import { IconButton, Paper, Segments } from './parts/parts';
import { Stools, type Stool } from './parts/stools';

function valueName(game: string, option: Option, value: string): string {
  if (isStool(option) && /^\d+$/.test(value))
    return value === '0' ? t('page.you') : String(Number(value) + 1);
  return optionValueName(game, option.name, value);
}

/** One option of the game: its values as segments, or an input field. */
export function OptionField(props: {
  game: string;
  option: Option;
  value: string;
  stools: number;
  change(value: string): void;
}) {
  const { game, option, value, stools, change } = props;
  const label =
    find(`page.option.${game}.${option.name}`) ?? find(`${game}.option.${option.name}`) ?? option.name;
  const isNumber = option.min !== undefined;
  const choices = isNumber ? numberChoices(option, value, stools) : option.values ?? [];
  return (
    <div class="option">
      <p class="faded" id={`option-${option.name}`}>
        {label}
      </p>
      {choices.length > 0 ? (
        <Segments
          label={label}
          values={choices.map((one) => [one, valueName(game, option, one)])}
          value={value}
          change={change}
        />
      ) : (
        <input
          class="field"
          aria-labelledby={`option-${option.name}`}
          value={value}
          onInput={(event) => change(event.currentTarget.value)}
        />
      )}
    </div>
  );
}

/** Converts an option's value for the server: a number or a word. */
const typed = (value: string): number | string => (/^-?\d+$/.test(value) ? Number(value) : value);

function startOptions(game: Game): Record<string, string> {
  return Object.fromEntries(game.options.map((option) => [option.name, offered(option)]));
}

/** The initial seats: the first is the creator's; the others are free or have a computer player. */
function startStools(game: Game): Stool[] {
  const seats = game.quick?.seats ?? game.seats[0];
  return Array.from({ length: seats }, (_unused, seat): Stool => {
    if (seat === 0) return { kind: 'me' };
    const bot = game.quick?.bots[String(seat)];
    return bot && seat > 1 ? { kind: 'bot', bot } : { kind: 'free' };
  });
}

export function SetUp(props: { game: string }) {
  const game = games.value.find((one) => one.key === props.game);
  if (!game) return <main class="room lost"><p class="plate">{t('page.no_game')}</p></main>;
  return <SetUpGame game={game} />;
}

/** A setting of the table with a few values. */
function Choice(props: Parameters<typeof Segments>[0]) {
  return (
    <div class="option">
      <p class="faded">{props.label}</p>
      <Segments {...props} />
    </div>
  );
}

/** Links to set up another game instead. */
function OtherGames(props: { game: Game }) {
  return (
    <nav class="other-games" aria-label={t('page.games')}>
      {games.value
        .filter((one) => one.quick && rulesOf(one.key))
        .map((one) => (
          <button
            key={one.key}
            class="game-choice"
            aria-current={one.key === props.game.key ? 'true' : undefined}
            onClick={() => go(`/new/${one.key}`)}
          >
            <Scene game={one.key} />
            <span>{one.title}</span>
          </button>
        ))}
    </nav>
  );
}

function SetUpGame(props: { game: Game }) {
  const { game } = props;
  useLargeText();
  const [stools, setStools] = useState<Stool[]>(() => startStools(game));
  const [options, setOptions] = useState<Record<string, string>>(() => startOptions(game));
  const [isPublic, setPublic] = useState('link');
  const [clock, setClock] = useState('none');
  const [chat, setChat] = useState<'all' | 'phrases' | 'off'>('all');
  const [watched, setWatched] = useState('on');
  const [showsRules, setShowsRules] = useState(false);
  // A second tap must not make a second table.
  const [isBusy, setBusy] = useState(false);
  const bots = stools.filter((one) => one.kind === 'bot').length;
  const free = stools.filter((one) => one.kind === 'free').length;
  const [first, ...rest] = [...game.options].sort(
    (a, b) => Number(b.name === 'goal') - Number(a.name === 'goal'),
  );
  const valueOf = (option: Option): string => standing(option, options[option.name] ?? '', stools.length);
  const make = async (): Promise<void> => {
    setBusy(true);
    try {
      const made = await http.make({
        game: game.key, seats: stools.length, public: isPublic === 'all', chat,
        options: Object.fromEntries(game.options.map((option) => [option.name, typed(valueOf(option))])),
        bots: Object.fromEntries(
          stools.flatMap((one, seat) => (one.kind === 'bot' ? [[String(seat), one.bot]] : [])),
        ),
        clock: CLOCKS.find(([name]) => name === clock)?.[1] ?? null,
        watch: { allowed: watched === 'on', delay: 0 },
      });
      if (connection.value) await ask({ t: 'sit', table: made.table, seat: 0 });
      go(`/t/${made.code}`);
    } catch (error) {
      showError(error);
    } finally {
      setBusy(false);
    }
  };
  const field = (option: Option) => (
    <OptionField
      key={option.name}
      game={game.key}
      option={option}
      value={valueOf(option)}
      stools={stools.length}
      change={(value) => setOptions({ ...options, [option.name]: value })}
    />
  );
  return (
    <main class="room place set-up">
      <header class="bar">
        <IconButton icon="back" label={t('page.to_lobby')} onClick={() => go('/')} />
        <h1>{t('page.set_up_title')}</h1>
        <span class="fill" />
        <OtherGames game={game} />
      </header>
      <Stools game={game} stools={stools} change={setStools} botName={(bot) => botName(game.key, bot)} />
      <Paper class="settings">
        <h2>{game.title}</h2>
        <Choice
          label={t('page.who_may_come')}
          values={[
            ['link', t('page.only_link')],
            ['all', t('page.everybody')],
          ]}
          value={isPublic}
          change={setPublic}
        />
        <Choice
          label={t('page.clock')}
          values={CLOCKS.map(([name]) => [name, t(`page.clock_short.${name}`)])}
          value={clock}
          change={setClock}
        />
        {first && field(first)}
        <button class="more" aria-expanded={showsRules} onClick={() => setShowsRules(!showsRules)}>
          <span>{t('page.house_rules')}</span>
          <Icon name={showsRules ? 'close' : 'gear'} size={20} />
        </button>
        {showsRules && (
          <>
            {rest.map(field)}
            <Choice
              label={t('page.chat')}
              values={(['all', 'phrases', 'off'] as const).map((one) => [one, t(`page.chat.${one}`)])}
              value={chat}
              change={(value) => setChat(value as 'all')}
            />
            <Choice
              label={t('page.watchers_allowed')}
              values={(['on', 'off'] as const).map((one) => [one, t(`page.value.${one}`)])}
              value={watched}
              change={setWatched}
            />
          </>
        )}
      </Paper>
      <button class="brass tall make" disabled={isBusy} onClick={() => void make()}>
        <span>{t('page.make_for', { count: stools.length })}</span>
        <small>{t('page.stools', { count: bots, free: free })}</small>
      </button>
    </main>
  );
}
