// A chart of the mugs after each round, a line with a mark for each seat.
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../../../words/language';
import { markPath, seatClass } from '../../ink/marks';
import { sayNumber } from '../../table/number';
import type { At } from '../screen';
import { Pad } from './pad';
import { seen } from './view';

const [WIDTH, HEIGHT, RIGHT] = [600, 170, 78];

export function Chart(props: { at: At }) {
  const { pad, goal, totals } = seen(props.at.truth);
  const values = totals.map((_total, seat) => [0, ...pad.map((round) => round.totals[seat] ?? 0)]);
  const all = [...values.flat(), goal, 0];
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const x = (i: number): number => 8 + (i * (WIDTH - RIGHT - 8)) / Math.max(pad.length, 1);
  const y = (value: number): number =>
    HEIGHT - 12 - ((value - low) / Math.max(high - low, 1)) * (HEIGHT - 24);
  const path = (row: number[]): string =>
    row.map((value, i) => `${i ? 'L' : 'M'}${x(i).toFixed(1)} ${y(value).toFixed(1)}`).join('');
  // Labels that would overlap are moved down.
  const labels = values
    .map((row, seat) => ({ seat, last: row.at(-1) ?? 0, at: y(row.at(-1) ?? 0) }))
    .sort((a, b) => a.at - b.at);
  labels.forEach((label, i) => (label.at = Math.max(label.at, (labels[i - 1]?.at ?? -99) + 19)));
  const over = Math.max(0, (labels.at(-1)?.at ?? 0) - (HEIGHT - 8));
  return (
    <svg class="chart" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={t('page.polterfass.chart')}>
      <path d={`M0 ${y(0)}H${WIDTH - RIGHT}`} stroke="#2b1c12" stroke-opacity=".45" stroke-dasharray="3 5" />
      <path d={`M0 ${y(goal)}H${WIDTH - RIGHT}`} stroke="#8f661f" stroke-width="2" />
      {values.map((row, seat) => (
        <g key={seat} class={seatClass(seat)}>
          <path d={path(row)} fill="none" stroke="#2b1c12" stroke-width="6" stroke-linejoin="round" />
          <path class="seat-line" d={path(row)} fill="none" stroke-width="3" stroke-linejoin="round" />
        </g>
      ))}
      {labels.map(({ seat, last, at }) => (
        <g
          key={seat}
          class={`mark ${seatClass(seat)}`}
          data-mark={seat}
          transform={`translate(${WIDTH - RIGHT + 8} ${at - 9 - over})`}
        >
          <path d={markPath(seat)} transform="scale(.72)" />
          <text class="chart-number" x="26" y="15">{sayNumber(last)}</text>
        </g>
      ))}
    </svg>
  );
}

export function Ending(props: { at: At }) {
  const pad = useRef<HTMLDivElement>(null);
  // If the pad needs scrolling, its last round is shown.
  useEffect(() => void pad.current?.scrollTo(0, pad.current.scrollHeight), []);
  return (
    <>
      <h3>{t('page.polterfass.chart')}</h3>
      <Chart at={props.at} />
      <div class="ending-pad" ref={pad}><Pad at={props.at} isEnding /></div>
    </>
  );
}
