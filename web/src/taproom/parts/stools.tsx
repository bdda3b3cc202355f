// The seats around a round table. A tap cycles through the states of a seat: free, a computer player,
// removed.
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Game } from '../../wire/http';
import { t } from '../../words/language';
import { Icon } from '../ink/icons';
import { Mark, seatClass } from '../ink/marks';
import { Barrel } from '../ink/scenes';

export type Stool = { kind: 'me' } | { kind: 'free' } | { kind: 'bot'; bot: string };
type Props = { game: Game; stools: Stool[]; change(stools: Stool[]): void; botName(bot: string): string };

/** The next state: free, each computer player from the strongest on, removed if there are enough seats,
 * free. */
function nextStool(props: Props, seat: number): Stool[] {
  const { game, stools } = props;
  const now = stools[seat] as Stool;
  const bots = [...game.bots].reverse();
  const at = now.kind === 'bot' ? bots.indexOf(now.bot) : -1;
  const bot = bots[at + 1];
  if (bot) return stools.map((one, i) => (i === seat ? { kind: 'bot', bot } : one));
  if (stools.length > game.seats[0]) return stools.filter((_one, i) => i !== seat);
  return stools.map((one, i) => (i === seat ? { kind: 'free' } : one));
}

/** The position of seat i of n, in percent of the picture; the first is at the front. */
export function stoolPlace(i: number, count: number): { left: string; top: string } {
  const angle = Math.PI / 2 + (i * 2 * Math.PI) / count;
  return { left: `${50 + 37 * Math.cos(angle)}%`, top: `${47 + 37 * Math.sin(angle)}%` };
}

export function RoundTable(props: { game: string }) {
  return (
    <svg class="round-table" viewBox="0 0 400 330" aria-hidden="true" focusable="false">
      <g stroke="#1a100a" stroke-width="3">
        <ellipse cx="200" cy="170" rx="98" ry="80" fill="#4d301c" />
        <ellipse cx="200" cy="161" rx="98" ry="80" fill="#7a4d2b" />
        <path
          d="M106 150q94-12 188 0M112 188q88 12 176 0"
          fill="none"
          stroke="#3a2110"
          stroke-opacity=".5"
          stroke-width="2"
        />
        <ellipse cx="200" cy="160" rx="48" ry="38" fill="#efe0bd" />
        <ellipse cx="200" cy="160" rx="40" ry="31" fill="none" stroke="#a9432a" stroke-width="3.5" />
      </g>
      {props.game === 'polterfass' && (
        <>
          <Barrel x={186} y={154} text="8" size={0.42} />
          <Barrel x={215} y={162} text="5" size={0.42} />
        </>
      )}
    </svg>
  );
}

export function SeatMark(props: { seat: number; isFree: boolean; size?: number }) {
  if (props.isFree)
    return (
      <span class="coaster free">
        <Icon name="plus" />
      </span>
    );
  return (
    <span class={`coaster ${seatClass(props.seat)}`}>
      <Mark seat={props.seat} size={props.size ?? 24} />
    </span>
  );
}

export function StoolPicture() {
  return (
    <svg
      class="stool"
      viewBox="0 0 100 62"
      aria-hidden="true"
      focusable="false"
      stroke="#1a100a"
      stroke-width="3"
      stroke-linejoin="round"
    >
      <path d="M22 30l-8 28h10l6-22zM78 30l8 28H76l-6-22z" fill="#4d301c" />
      <ellipse cx="50" cy="28" rx="46" ry="22" fill="#4d301c" />
      <ellipse cx="50" cy="22" rx="46" ry="21" fill="#8a5a33" />
    </svg>
  );
}

export function Stools(props: Props) {
  const { game, stools } = props;
  const section = useRef<HTMLElement>(null);
  const hadFocus = useRef(false);
  const change = (next: Stool[]): void => {
    hadFocus.current = section.current?.contains(document.activeElement) ?? false;
    props.change(next);
  };
  // The pressed button may be gone: the last stool, or the one for another stool.
  useLayoutEffect(() => {
    if (hadFocus.current && document.activeElement === document.body)
      [...(section.current?.querySelectorAll<HTMLElement>('.stool-place') ?? [])].at(-1)?.focus();
    hadFocus.current = false;
  }, [stools.length]);
  const words = (stool: Stool, seat: number): [string, string] => {
    if (stool.kind === 'me') return [t('page.you'), t('page.host')];
    if (stool.kind === 'free') return [t('page.free'), t('page.for_friends_short')];
    const before = stools.slice(0, seat).filter((one) => one.kind === 'bot').length;
    return [t(`words.guest.${before + 1}`), props.botName(stool.bot)];
  };
  return (
    <section class="stools" aria-label={t('page.who_plays')} ref={section}>
      <div class="ring">
        <RoundTable game={game.key} />
        {stools.map((stool, seat) => {
          const [name, more] = words(stool, seat);
          return (
            <button
              key={seat}
              class="stool-place"
              style={stoolPlace(seat, stools.length)}
              disabled={stool.kind === 'me'}
              onClick={() => change(nextStool(props, seat))}
            >
              <StoolPicture />
              <SeatMark seat={seat} isFree={stool.kind === 'free'} />
              <b>{name}</b><span>{more}</span>
            </button>
          );
        })}
      </div>
      <p class="stools-help">
        <span>{t('page.tap_stool')}</span>
        {stools.length < game.seats[1] && (
          <button class="plank" onClick={() => change([...stools, { kind: 'free' }])}>
            <Icon name="plus" size={18} /> {t('page.one_more')}
          </button>
        )}
      </p>
    </section>
  );
}
