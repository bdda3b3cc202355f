// The end of a match: the winners, the podium, the game's own summary, a rematch.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Info } from '#made/proto';
import { allWantAgain } from '../../table/rematch';
import type { Table } from '../../table/table';
import { go, Link } from '../../common/address';
import { linkTo, shareAddress, shareLink } from '../../common/links';
import { gameTitle, seatNames } from '../../common/names';
import { ask, person } from '../../common/state';
import { sentence, t } from '../../words/language';
import type { At, Screen } from '../games/screen';
import { Icon } from '../ink/icons';
import { Coaster, IconButton } from '../parts/parts';
import { useLargeText } from '../parts/large';
import { sayNumber } from './number';
import { figureOf, ranking } from './ranking';

function Podium(props: { order: number[]; figure(seat: number): string; names: string[]; reader: number }) {
  const { order, figure, names, reader } = props;
  const steps = [order[1], order[0], order[2]];
  return (
    <ol class="podium">
      {steps.map((seat, i) => seat === undefined ? null : (
        <li key={seat} class={['second', 'first', 'third'][i]}>
          <Coaster seat={seat} size={i === 1 ? 30 : 24} glows={i === 1} />
          <bdi class="name">{seat === reader ? t('page.you') : names[seat]}</bdi>
          <span class="block figures">{figure(seat)}</span>
        </li>
      ))}
    </ol>
  );
}

/** Asks for a rematch. Everybody who asked, also before a reload, is taken to the new table; if all asked,
 * the owner's page starts it. */
export function useRematch(table: Table, info: Info): () => void {
  const [isWanted, setWanted] = useState(() => !info.next && info.again.includes(table.seat.peek() ?? -1));
  const { next } = info;
  useEffect(() => {
    if (!next || !isWanted) return;
    const starts = allWantAgain(info) && info.owner === person.value?.id;
    void (starts ? ask({ t: 'start', table: next }) : Promise.resolve(null)).then(() => go(`/t/${next}`));
  }, [next, isWanted]);
  return () => {
    setWanted(true);
    void ask({ t: 'again', table: table.table });
  };
}

function Share(props: { table: Table; info: Info }) {
  const [said, setSaid] = useState('');
  const address = shareAddress(props.table.table, props.info);
  if (!address) return null;
  const share = (): void => void shareLink(linkTo(address), gameTitle(props.info.game)).then(setSaid);
  return (
    <button class="plank" onClick={share}>
      <Icon name="share" size={20} /> <span role="status">{said || t('page.share')}</span>
    </button>
  );
}

type EndProps = { table: Table; info: Info; screen: Screen; at: At | null; again(): void; back(): void };

export function End(props: EndProps) {
  useLargeText();
  const { table, info, screen, at, again } = props;
  const score = table.score.value;
  const title = useRef<HTMLHeadingElement>(null);
  // What had the focus went with the match.
  useEffect(() => {
    if (document.activeElement === document.body) title.current?.focus({ preventScroll: true });
  }, [!score || !at]);
  if (!score || !at) return <main class="room" />;
  const names = seatNames(info);
  const reader = table.seat.value ?? -1;
  const order = ranking(score.scores, score.winners, screen.scores);
  const figure = (seat: number): string =>
    sayNumber(figureOf(seat, score.scores, score.winners, screen.scores));
  const rest = order
    .slice(3)
    .map((seat) => `${seat === reader ? t('page.you') : names[seat]} ${figure(seat)}`);
  const isAsked = reader >= 0 && info.again.includes(reader);
  const Ending = screen.Ending;
  return (
    <main class={`room place ending ${info.game}`}>
      <header class="bar">
        <IconButton icon="back" label={t('page.to_lobby')} onClick={() => go('/')} />
        <h1>{gameTitle(info.game)}</h1>
        <span class="where">{t('page.over_short')}</span>
      </header>
      <section class="result">
        <h2 aria-live="assertive" tabIndex={-1} ref={title}>
          {sentence({ key: 'page.winners', args: { seats: score.winners } }, { names, reader })}
        </h2>
        <Podium order={order} figure={figure} names={names} reader={reader} />
        <div class="podium-floor" />
        {rest.length > 0 && <p class="rest">{rest.join(' · ')}</p>}
        {info.again.length > 0 && !info.next && (
          <p class="rest">
            {sentence({ key: 'page.want_again', args: { seats: info.again } }, { names, reader })}
          </p>
        )}
      </section>
      {Ending && <section class="paper told"><Ending at={at} /></section>}
      <nav class="end-buttons" aria-label={t('page.what_now')}>
        {info.next ? (
          <Link class="brass tall" to={`/t/${info.next}`}>
            <Icon name="again" size={24} />
            <span>{t('page.to_rematch')}</span>
          </Link>
        ) : (
          reader >= 0 && (
            <button class="brass tall" disabled={isAsked} onClick={again}>
              <Icon name="again" size={24} />
              <span>{t('page.again')}</span>
              <small>{t('page.same_guests')}</small>
            </button>
          )
        )}
        <Link class="plank" to={`/r/${table.table}`}>
          <Icon name="play" size={20} /> {t('page.replay')}
        </Link>
        <button class="plank" onClick={props.back}>
          <Icon name="eye" size={20} /> {t('page.look_at_table')}
        </button>
        <Share table={table} info={info} />
        <Link class="plank" to="/">{t('page.to_lobby')}</Link>
      </nav>
    </main>
  );
}
