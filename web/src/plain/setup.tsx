// The set-up of a table: seats, computer players, the game's options, clock, who may join. The option
// fields are made from the game's description.
import { useState } from 'preact/hooks';
import { http, type Game, type Option } from '../wire/http';
import { CLOCKS } from '../common/clocks';
import { find, t } from '../words/language';
import { go } from '../common/address';
import { showError, games } from '../common/state';
import { botName, optionValueName } from '../common/names';

/** One option of the game: a number, or one of its values. */
export function OptionField(props: {
  game: string;
  option: Option;
  value: string;
  change(value: string): void;
}) {
  const { game, option, value, change } = props;
  const label = find(`${game}.option.${option.name}`) ?? option.name;
  const values = option.values ?? [];
  const isNumber = option.min !== undefined;
  const isNamed = values.includes(value);
  return (
    <label class="option">
      <span>{label}</span>{' '}
      {values.length > 0 && (
        <select
          value={isNamed ? value : ''}
          onChange={(event) => change(event.currentTarget.value || String(option.min ?? 0))}
        >
          {isNumber && <option value="">{t('page.number')}</option>}
          {values.map((one) => (
            <option key={one} value={one}>
              {optionValueName(game, option.name, one)}
            </option>
          ))}
        </select>
      )}
      {isNumber && !isNamed && (
        <input
          type="number"
          min={option.min}
          max={option.max}
          value={value}
          onInput={(event) => change(event.currentTarget.value)}
        />
      )}
      {!isNumber && !values.length && (
        <input value={value} onInput={(event) => change(event.currentTarget.value)} />
      )}
    </label>
  );
}

function startOptions(game: Game): Record<string, string> {
  return Object.fromEntries(
    game.options.map((option) => [option.name, String(option.offer ?? option.default)]),
  );
}

/** The number of seats, and who sits there: people, or a computer player. */
function SeatFields(props: {
  game: Game;
  seats: number;
  bots: Record<string, string>;
  setSeats(seats: number): void;
  setBots(bots: Record<string, string>): void;
}) {
  const { game, seats, bots, setSeats, setBots } = props;
  return (
    <fieldset>
      <legend>{t('page.seats')}</legend>
      <label>
        {t('page.how_many')}{' '}
        <input
          type="number"
          min={game.seats[0]}
          max={game.seats[1]}
          value={seats}
          onInput={(event) => setSeats(Number(event.currentTarget.value))}
        />
      </label>
      {Array.from({ length: Math.min(Math.max(seats, 0), 8) }, (_unused, seat) => (
        <label key={seat}>
          {t('page.seat', { number: seat + 1 })}{' '}
          <select
            value={bots[seat] ?? ''}
            onChange={(event) => setBots({ ...bots, [seat]: event.currentTarget.value })}
          >
            <option value="">{t('page.for_people')}</option>
            {game.bots.map((bot) => (
              <option key={bot} value={bot}>
                {t('page.computer', { word: botName(game.key, bot) })}
              </option>
            ))}
          </select>
        </label>
      ))}
    </fieldset>
  );
}

export function SetUp(props: { game: string }) {
  const game = games.value.find((one) => one.key === props.game);
  const [seats, setSeats] = useState(game?.seats[0] ?? 2);
  const [bots, setBots] = useState<Record<string, string>>({});
  const [options, setOptions] = useState<Record<string, string>>(() => (game ? startOptions(game) : {}));
  const [isPublic, setPublic] = useState(false);
  const [clock, setClock] = useState('none');
  const [chat, setChat] = useState<'all' | 'phrases' | 'off'>('all');
  const [watched, setWatched] = useState(true);
  if (!game) return <p>{t('page.no_game')}</p>;
  const make = async (): Promise<void> => {
    const known = Object.fromEntries(
      Object.entries(bots).filter(([seat, bot]) => Number(seat) < seats && bot),
    );
    const chosen = Object.fromEntries(
      Object.entries(options).map(([name, value]) => [name, /^-?\d+$/.test(value) ? Number(value) : value]));
    try {
      const made = await http.make({
        game: game.key, seats, options: chosen, bots: known, public: isPublic, chat,
        clock: CLOCKS.find(([name]) => name === clock)?.[1] ?? null,
        watch: { allowed: watched, delay: 0 },
      });
      go(`/t/${made.code}`);
    } catch (error) {
      showError(error);
    }
  };
  return (
    <>
      <h1>{t('page.set_up', { word: game.title })}</h1>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void make();
        }}
      >
        <SeatFields game={game} seats={seats} bots={bots} setSeats={setSeats} setBots={setBots} />
        <fieldset>
          <legend>{t('page.options')}</legend>
          {game.options.map((option) => (
            <OptionField
              key={option.name}
              game={game.key}
              option={option}
              value={options[option.name] ?? ''}
              change={(value) => setOptions({ ...options, [option.name]: value })}
            />
          ))}
        </fieldset>
        <fieldset>
          <legend>{t('page.company')}</legend>
          <label>
            <input
              type="checkbox"
              checked={isPublic}
              onChange={(event) => setPublic(event.currentTarget.checked)}
            />{' '}
            {t('page.public')}
          </label>
          <label>
            <input
              type="checkbox"
              checked={watched}
              onChange={(event) => setWatched(event.currentTarget.checked)}
            />{' '}
            {t('page.watchers_allowed')}
          </label>
          <label>
            {t('page.clock')}{' '}
            <select value={clock} onChange={(event) => setClock(event.currentTarget.value)}>
              {CLOCKS.map(([name]) => <option key={name} value={name}>{t(`page.clock.${name}`)}</option>)}
            </select>
          </label>
          <label>
            {t('page.chat')}{' '}
            <select value={chat} onChange={(event) => setChat(event.currentTarget.value as 'all')}>
              {(['all', 'phrases', 'off'] as const).map((one) => (
                <option key={one} value={one}>
                  {t(`page.chat.${one}`)}
                </option>
              ))}
            </select>
          </label>
        </fieldset>
        <p><button class="main">{t('page.make')}</button></p>
      </form>
    </>
  );
}
