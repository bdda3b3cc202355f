// The table before the start: seats, computer players, invitation, preferences, chat, start.
import { useEffect, useState } from 'preact/hooks';
import type { Info } from '#made/proto';
import type { Table } from '../table/table';
import { http } from '../wire/http';
import { find, t } from '../words/language';
import { copyLink, linkTo } from '../common/links';
import { ask, games, person } from '../common/state';
import { botName, seatName } from '../common/names';

function Invitation(props: { code: string }) {
  const [said, setSaid] = useState('');
  const link = linkTo(`/t/${props.code}`);
  const shown = `${props.code.slice(0, 4)}-${props.code.slice(4)}`;
  return (
    <section aria-labelledby="invite">
      <h2 id="invite">{t('page.invite')}</h2>
      <p>
        <label>
          {t('page.link')} <input readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
        </label>{' '}
        <button type="button" onClick={() => void copyLink(link).then(setSaid)}>
          {t('page.copy')}
        </button>{' '}
        <span role="status">{said}</span>
      </p>
      <p>{t('page.code_is', { word: shown })}</p>
      <img src={`/qr/${props.code}.svg`} width="180" height="180" alt={t('page.qr')} />
    </section>
  );
}

function Stool(props: { table: Table; info: Info; seat: number }) {
  const { table, info, seat } = props;
  const one = info.seats[seat];
  const me = person.value?.id;
  const isOwner = info.owner === me;
  const mine = table.seat.value;
  const game = games.value.find((other) => other.key === info.game);
  const isMine = one?.person !== undefined && one.person === me;
  return (
    <li>
      {t('page.seat', { number: seat + 1 })}: <strong>{seatName(info, seat)}</strong>
      {one && one.person === undefined && one.bot && ` (${botName(info.game, one.bot)})`}
      {one?.here === 'away' && ` (${t('page.away')})`}
      {one?.here === 'gone' && ` (${t('page.gone')})`}
      {info.words.includes(seat) && ` (${t('page.has_word')})`}{' '}
      {!one && mine === null && (
        <button onClick={() => ask({ t: 'sit', table: table.table, seat })}>{t('page.sit')}</button>
      )}
      {isMine && <button onClick={() => ask({ t: 'stand', table: table.table })}>{t('page.stand')}</button>}
      {isOwner && one?.person !== undefined && !isMine && (
        <button onClick={() => ask({ t: 'kick', table: table.table, seat })}>
          {t('page.kick', { name: seatName(info, seat) })}
        </button>
      )}
      {isOwner && one?.person === undefined && (
        <label>
          {t('page.plays')}{' '}
          <select
            value={one?.bot ?? ''}
            onChange={(event) =>
              ask({ t: 'bot', table: table.table, seat, bot: event.currentTarget.value || null })
            }
          >
            <option value="">{t('page.for_people')}</option>
            {game?.bots.map((bot) => (
              <option key={bot} value={bot}>
                {t('page.computer', { word: botName(info.game, bot) })}
              </option>
            ))}
          </select>
        </label>
      )}
    </li>
  );
}

/** The reader's choice for an option that each seat chooses, such as the character. */
function SeatOption(props: { table: Table; info: Info }) {
  const { table, info } = props;
  const [letters, setLetters] = useState<string[]>([]);
  useEffect(() => {
    http.kit(info.game).then((kit) => {
      const characters = kit['characters'] as { letter: string }[] | undefined;
      setLetters(characters?.map((one) => one.letter) ?? []);
    }, () => {});
  }, [info.game]);
  const seat = table.seat.value;
  if (!letters.length || seat === null) return null;
  const mine = (info.wishes as (string | null)[] | null)?.[seat] ?? '';
  return (
    <label>
      {t('page.wish')}{' '}
      <select
        value={mine ?? ''}
        onChange={(event) => ask({ t: 'wish', table: table.table, value: event.currentTarget.value || '-' })}
      >
        <option value="">{t('page.no_wish')}</option>
        {letters.map((letter) => (
          <option key={letter} value={letter}>
            {find(`${info.game}.character.${letter}`)?.split(/[:.,]/)[0] ?? letter}
          </option>
        ))}
      </select>
    </label>
  );
}

function DiceWord(props: { table: Table; info: Info }) {
  const { table, info } = props;
  const [word, setWord] = useState('');
  const seat = table.seat.value;
  if (seat === null || info.words.includes(seat)) return null;
  return (
    <details>
      <summary>{t('page.fair_dice')}</summary>
      <p>{t('page.fair_dice_help')} <code>{info.commitment}</code></p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (word.trim()) ask({ t: 'word', table: table.table, word: word.trim() });
        }}
      >
        <label>
          {t('page.word')}{' '}
          <input value={word} maxLength={100} onInput={(event) => setWord(event.currentTarget.value)} />
        </label>{' '}
        <button>{t('page.give_word')}</button>
      </form>
    </details>
  );
}

export function WaitingRoom(props: { table: Table; info: Info }) {
  const { table, info } = props;
  const isOwner = info.owner === person.value?.id;
  const isFull = info.seats.every(Boolean);
  return (
    <>
      <section aria-labelledby="stools">
        <h2 id="stools">{t('page.who_plays')}</h2>
        <ol>{info.seats.map((_one, seat) => <Stool key={seat} table={table} info={info} seat={seat} />)}</ol>
        <SeatOption table={table} info={info} />
        <DiceWord table={table} info={info} />
        {isOwner ? (
          <p>
            <button class="main" disabled={!isFull} onClick={() => ask({ t: 'start', table: table.table })}>
              {t('page.start')}
            </button>{' '}
            {!isFull && t('page.not_full')}{' '}
            <button onClick={() => ask({ t: 'close', table: table.table })}>{t('page.close')}</button>
          </p>
        ) : (
          <p>{t('page.owner_starts')}</p>
        )}
      </section>
      {info.code && <Invitation code={info.code} />}
    </>
  );
}
