// The waiting room: seats, invitation, preferences, chat, start.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Info } from '#made/proto';
import type { Table } from '../../table/table';
import { go } from '../../common/address';
import { useKit, type Kit } from '../../common/kit';
import { linkTo, shareLink } from '../../common/links';
import { botName, gameTitle, seatName } from '../../common/names';
import { ask, games, person, showError } from '../../common/state';
import { http } from '../../wire/http';
import { find, rulesOf, t } from '../../words/language';
import { Markdown } from '../../words/markdown';
import { Icon } from '../ink/icons';
import { useLargeText } from '../parts/large';
import { IconButton, Paper } from '../parts/parts';
import { RoundTable, SeatMark, StoolPicture, stoolPlace } from '../parts/stools';
import { Modal } from '../parts/modal';
import { ChatBox } from './side';

/** Formats a code for reading aloud: h4tw9pzc becomes h4tw-9pzc. */
export const spellCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`;

function Invitation(props: { code: string; game: string; isFirst: boolean }) {
  const [said, setSaid] = useState('');
  const link = linkTo(`/t/${props.code}`);
  const share = (): void => void shareLink(link, gameTitle(props.game)).then(setSaid);
  return (
    <Paper class="invitation">
      <h2>{t('page.invite')}</h2>
      <div class="invitation-body">
        <img src={`/qr/${props.code}.svg`} width="150" height="150" alt={t('page.qr')} />
        <div>
          <p class="code figures">{spellCode(props.code)}</p>
          <input
            class="field link"
            readOnly
            aria-label={t('page.link')}
            value={link}
            onFocus={(event) => event.currentTarget.select()}
          />
          <button class={props.isFirst ? 'brass' : 'plank'} onClick={share}>
            <Icon name="share" size={20} /> {t('page.share')}
          </button>
          <a class="plank" href={`/t/${props.code}?tv`} target="_blank" rel="noopener">
            <Icon name="television" size={20} /> {t('page.television')}
          </a>
          <p role="status" class="faded">
            {said}
          </p>
        </div>
      </div>
    </Paper>
  );
}

function StoolMenu(props: { table: Table; info: Info; seat: number; close(): void }) {
  const { table, info, seat, close } = props;
  const one = info.seats[seat];
  const game = games.value.find((other) => other.key === info.game);
  const send = (request: Parameters<typeof ask>[0]): void => void ask(request).then(close);
  const isMine = table.seat.value === seat;
  const isOwner = info.owner === person.value?.id;
  return (
    <Modal label={t('page.seat', { number: seat + 1 })} close={close}>
      <Paper class="stool-menu">
        <h2>{seatName(info, seat)}</h2>
        <div class="choices" onClick={(event) => event.stopPropagation()}>
          {!one && table.seat.value === null && (
            <button class="brass" onClick={() => send({ t: 'sit', table: table.table, seat })}>
              {t('page.sit')}
            </button>
          )}
          {isMine && (
            <button class="plank" onClick={() => send({ t: 'stand', table: table.table })}>
              {t('page.stand')}
            </button>
          )}
          {isOwner && one?.person !== undefined && !isMine && (
            <button class="plank" onClick={() => send({ t: 'kick', table: table.table, seat })}>
              {t('page.kick', { name: seatName(info, seat) })}
            </button>
          )}
          {isOwner && one?.person === undefined && (
            <>
              {one && (
                <button class="plank" onClick={() => send({ t: 'bot', table: table.table, seat, bot: null })}>
                  {t('page.free_for_friends')}
                </button>
              )}
              {[...(game?.bots ?? [])].reverse().map((bot) => (
                <button
                  key={bot}
                  class="plank"
                  aria-current={one?.bot === bot ? 'true' : undefined}
                  onClick={() => send({ t: 'bot', table: table.table, seat, bot })}
                >
                  {t('page.computer', { word: botName(info.game, bot) })}
                </button>
              ))}
            </>
          )}
          <button class="plank" data-first onClick={close}>{t('page.leave_so')}</button>
        </div>
      </Paper>
    </Modal>
  );
}

function seatWords(info: Info, seat: number, me: string | undefined): [string, string] {
  const one = info.seats[seat];
  if (!one) return [t('page.free'), t('page.for_friends_short')];
  const isOwner = one.person !== undefined && one.person === info.owner;
  const name = one.person !== undefined && one.person === me ? t('page.you') : seatName(info, seat);
  if (one.person === undefined) return [name, botName(info.game, one.bot ?? '')];
  if (one.here !== 'yes') return [name, t(one.here === 'gone' ? 'page.gone' : 'page.away')];
  return [name, t(isOwner ? 'page.host' : 'page.is_here')];
}

/** The reader's choice for an option that each seat chooses, such as the character. */
function SeatOption(props: { table: Table; info: Info; kit: Kit | null }) {
  const { table, info, kit } = props;
  const letters = ((kit?.['characters'] as { letter: string }[] | undefined) ?? []).map((one) => one.letter);
  const seat = table.seat.value;
  if (!letters.length || seat === null) return null;
  const mine = (info.wishes as (string | null)[] | null)?.[seat] ?? '';
  return (
    <div class="wish" role="group" aria-label={t('page.wish')}>
      <p>{t('page.wish')}</p>
      {letters.map((letter) => (
        <button
          key={letter}
          class="plank"
          aria-pressed={mine === letter}
          onClick={() => void ask({ t: 'wish', table: table.table, value: mine === letter ? '-' : letter })}
        >
          {find(`${info.game}.character.${letter}`)?.split(/[:.,]/)[0] ?? letter}
        </button>
      ))}
    </div>
  );
}

function DiceWord(props: { table: Table; info: Info }) {
  const { table, info } = props;
  const [word, setWord] = useState('');
  const seat = table.seat.value;
  if (seat === null || info.words.includes(seat)) return null;
  return (
    <details class="dice-word">
      <summary>{t('page.fair_dice')}</summary>
      <p>{t('page.fair_dice_help')} <code>{info.commitment}</code></p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (word.trim()) void ask({ t: 'word', table: table.table, word: word.trim() });
        }}
      >
        <input
          class="field"
          aria-label={t('page.word')}
          placeholder={t('page.word')}
          value={word}
          maxLength={100}
          onInput={(event) => setWord(event.currentTarget.value)}
        />
        <button class="plank">{t('page.give_word')}</button>
      </form>
    </details>
  );
}

/** The name of the game and its rules, for people who came by a link. */
function About(props: { game: string }) {
  return (
    <Paper class="about-game">
      <p>{t(`page.about.${props.game}`)}</p>
      <details>
        <summary>{t('page.rules')}</summary>
        <div class="rules-text">
          <Markdown text={rulesOf(props.game)} />
        </div>
      </details>
    </Paper>
  );
}

/** Renames the person to the typed name; returns false if it was refused, after showing the error. */
async function renamePerson(name: string): Promise<boolean> {
  if (!name.trim() || name.trim() === person.value?.name) return true;
  try {
    person.value = (await http.rename(name.trim())).person;
    return true;
  } catch (error) {
    showError(error);
    return false;
  }
}

/** For people who came by an invitation: a field for the name, and a button for any free seat. */
function SitDown(props: { name: string; change(name: string): void; sit(): void }) {
  return (
    <form
      class="make sit-down"
      onSubmit={(event) => {
        event.preventDefault();
        props.sit();
      }}
    >
      <label for="your-name">{t('page.your_name')}</label>
      <input
        class="field"
        id="your-name"
        value={props.name}
        autocomplete="nickname"
        enterkeyhint="go"
        onFocus={(event) => event.currentTarget.select()}
        onInput={(event) => props.change(event.currentTarget.value)}
      />
      <button class="brass">{t('page.sit')}</button>
    </form>
  );
}

export function WaitingRoom(props: { table: Table; info: Info }) {
  const { table, info } = props;
  useLargeText();
  const kit = useKit(info.game);
  const [picked, setPicked] = useState<number | null>(null);
  const me = person.value?.id;
  const isOwner = info.owner === me;
  const isFull = info.seats.every(Boolean);
  const missing = info.seats.filter((one) => !one).length;
  useEffect(() => {
    document.title = `${gameTitle(info.game)} · Spelunke`;
  }, [info.game]);
  const ring = useRef<HTMLDivElement>(null);
  const isSitting = useRef(false);
  const [name, setName] = useState(person.value?.name ?? '');
  const mayJoin = !isOwner && !isFull && table.seat.value === null;
  /** Saves the typed name before sitting down; then the focus moves to the reader's seat. */
  const sit = async (seat?: number): Promise<void> => {
    if (!(await renamePerson(name))) return;
    isSitting.current = true;
    await ask({ t: 'sit', table: table.table, ...(seat === undefined ? {} : { seat }) });
  };
  const mine = table.seat.value;
  useEffect(() => {
    if (mine !== null && isSitting.current) ring.current?.querySelectorAll('button')[mine]?.focus();
    isSitting.current = false;
  }, [mine]);
  const tap = (seat: number): void => {
    const one = info.seats[seat];
    if (!one && table.seat.value === null) void sit(seat);
    else if (isOwner || table.seat.value === seat) setPicked(seat);
  };
  return (
    <main class="room place set-up waiting">
      <header class="bar">
        <IconButton icon="back" label={t('page.to_lobby')} onClick={() => go('/')} />
        <h1>{gameTitle(info.game)}</h1>
      </header>
      <section class="stools" aria-label={t('page.who_plays')}>
        <div class="ring" ref={ring}>
          <RoundTable game={info.game} />
          {info.seats.map((one, seat) => {
            const [who, more] = seatWords(info, seat, me);
            return (
              <button
                key={seat}
                class="stool-place"
                style={stoolPlace(seat, info.seats.length)}
                onClick={() => tap(seat)}
              >
                <StoolPicture />
                <SeatMark seat={seat} isFree={!one} />
                <b><bdi>{who}</bdi></b><span>{more}</span>
              </button>
            );
          })}
        </div>
        <p class="stools-help">
          <span>
            {table.seat.value === null
              ? t(isFull ? 'page.you_watch' : 'page.tap_to_sit')
              : t(isOwner ? 'page.tap_stool_waiting' : 'page.owner_starts')}
          </span>
        </p>
      </section>
      <div class="settings">
        {!isOwner && <About game={info.game} />}
        {isOwner && info.code && <Invitation code={info.code} game={info.game} isFirst />}
        <SeatOption table={table} info={info} kit={kit} />
        {!isOwner && info.code && <Invitation code={info.code} game={info.game} isFirst={!mayJoin} />}
        <DiceWord table={table} info={info} />
        <details class="paper waiting-chat">
          <summary>{t('page.chat')}</summary>
          <ChatBox table={table} info={info} />
        </details>
      </div>
      {isOwner && (
        <button
          class="brass tall make"
          disabled={!isFull}
          onClick={() => void ask({ t: 'start', table: table.table })}
        >
          <span>{t('page.start')}</span>
          <small>{isFull ? t('page.all_here') : t('page.missing', { count: missing })}</small>
        </button>
      )}
      {mayJoin && <SitDown name={name} change={setName} sit={() => void sit()} />}
      {picked !== null && <StoolMenu table={table} info={info} seat={picked} close={() => setPicked(null)} />}
    </main>
  );
}
