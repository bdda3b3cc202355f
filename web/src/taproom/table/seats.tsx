// The row of seats above the board. A game's screen says what each seat shows (`SeatFace`).
import type { Info } from '#made/proto';
import type { Table } from '../../table/table';
import { t } from '../../words/language';
import type { At, Screen, SeatFace } from '../games/screen';
import { Icon } from '../ink/icons';
import { Coaster } from '../parts/parts';
import { sayNumber } from './number';

export function Seats(props: { at: At; table: Table; screen: Screen }) {
  const { at, table, screen } = props;
  const awaited = table.turn.value?.kind === 'seats' ? table.turn.value.seats ?? [] : [];
  return (
    <ol class="seats" aria-label={t('page.at_table')}>
      {at.info.seats.map((_one, seat) => {
        const face = screen.seat?.(at, seat) ?? {};
        const glows = face.glows ?? (seat === at.reader && awaited.includes(seat));
        return (
          <li
            key={seat}
            class={`${glows ? 'turn' : ''} ${seat === at.reader ? 'me' : ''}`}
            title={at.names[seat]}
          >
            {face.aim ? (
              <button
                class="target"
                data-aim={seat}
                data-thing={face.aim.thing}
                aria-pressed={face.aim.isTaken}
                onClick={face.aim.choose}
              >
                <SeatContent at={at} seat={seat} face={face} glows={glows} />
              </button>
            ) : (
              <SeatContent at={at} seat={seat} face={face} glows={glows} />
            )}
          </li>
        );
      })}
    </ol>
  );
}

function SeatContent(props: { at: At; seat: number; face: SeatFace; glows: boolean }) {
  const { at, seat, face, glows } = props;
  const badge = awayBadge(at.info, seat) ?? face.badge;
  return (
    <>
      <Coaster
        seat={seat}
        glows={glows || Boolean(face.aim?.isTaken)}
        badge={badge && <Badge badge={badge} state={face.state} />}
        picture={face.picture}
      />
      <span class="words">
        <span class="name">
          {face.emblem}
          <bdi>{seat === at.reader ? t('page.you') : at.names[seat] ?? ''}</bdi>
        </span>
        {face.number != null && (
          <span class={`number ${face.number < 0 ? 'loss' : ''}`}>{sayNumber(face.number)}</span>
        )}
        {face.state && <span class="state">{face.state}</span>}
        {face.more}
      </span>
    </>
  );
}

/** The badge of a seat whose person is away, which replaces the game's own badge. */
function awayBadge(info: Info, seat: number): SeatFace['badge'] {
  const one = info.seats[seat];
  if (one?.here === undefined || one.here === 'yes') return undefined;
  return one.bot
    ? { icon: 'robot', label: t('page.kept_by_bot') }
    : { icon: 'away', label: t('page.away') };
}

/** `state` is already shown as text, so it is not repeated for screen readers. */
function Badge(props: { badge: NonNullable<SeatFace['badge']>; state: string | undefined }) {
  const { badge, state } = props;
  return (
    <span class={`badge ${badge.tone ?? ''}`} title={badge.label}>
      {badge.icon ? <Icon name={badge.icon} size={14} /> : badge.text}
      {badge.label !== state && <span class="unseen">{badge.label}</span>}
    </span>
  );
}
