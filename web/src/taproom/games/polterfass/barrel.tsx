// A barrel in 2D, standing or lying; used before the 3D stage is loaded and without WebGL.
import { Barrel } from '../../ink/scenes';

/** The text for a mark. */
export const markText = (mark: string): string => (mark === 'd' ? '×2' : mark === 'x' ? '✕' : mark);

export function Standing(props: { mark: string; isDark: boolean }) {
  return (
    <svg class="barrel" viewBox="-40 -54 80 104" aria-hidden="true" focusable="false">
      <ellipse cx="4" cy="40" rx="33" ry="9" fill="#0d1505" opacity=".45" />
      <Barrel x={0} y={0} text={props.mark === 'x' ? '' : markText(props.mark)} dark={props.isDark} />
      {props.mark === 'x' && (
        <path d="M-10-44l20 12M10-44l-20 12" stroke="#e2603a" stroke-width="5" stroke-linecap="round" />
      )}
    </svg>
  );
}

/** Positions of the nine barrels when they lie on the coaster, in percent, and their rotation in degrees. */
const SPOTS: [number, number, number][] = [
  [31, 40, 62],
  [52, 58, 118],
  [68, 34, 80],
  [47, 22, 150],
  [82, 56, 40],
  [22, 62, 100],
  [62, 76, 70],
  [38, 80, 132],
  [14, 38, 25],
];

export function Lying(props: { place: number; isDark: boolean }) {
  const [x, y, turn] = SPOTS[(props.place - 1) % SPOTS.length] as [number, number, number];
  return (
    <svg
      class="lying"
      viewBox="-54 -54 108 108"
      aria-hidden="true"
      focusable="false"
      style={{ left: `${x}%`, top: `${y}%` }}
    >
      <ellipse cx="6" cy="22" rx="42" ry="17" fill="#1a0d04" opacity=".4" />
      <g transform={`rotate(${turn})`}><Barrel x={0} y={0} text="" dark={props.isDark} /></g>
    </svg>
  );
}

export function Cup(props: { isUpright: boolean }) {
  return (
    <svg
      class={`cup ${props.isUpright ? 'rolls' : 'rests'}`}
      viewBox="-70 -86 140 172"
      aria-hidden="true"
      focusable="false"
      stroke="#1a100a"
      stroke-width="3.5"
      stroke-linejoin="round"
    >
      <path d="M-44-70L-60 62C-58 84 58 84 60 62L44-70z" fill="#7b3f1c" />
      <path d="M18-70L30 76C48 73 60 69 60 62L44-70z" fill="#1a100a" opacity=".22" stroke="none" />
      <path
        d="M-58 44C-40 60 40 60 58 44M-48-40C-30-28 30-28 48-40"
        fill="none"
        stroke="#4d230c"
        stroke-width="5"
      />
      <path
        d="M-57 52C-40 68 40 68 57 52"
        fill="none"
        stroke="#d9a441"
        stroke-width="2.5"
        stroke-dasharray="7 6"
      />
      <ellipse cx="0" cy="-70" rx="44" ry="13" fill="#8d4c24" />
    </svg>
  );
}
