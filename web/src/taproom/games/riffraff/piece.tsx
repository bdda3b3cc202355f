// Small drawings: the ship on a card with one area highlighted, the eight shapes of pieces, wheel and rope.
import { shapeOf } from '../../../plain/games/riffraff';

const AREAS: Record<number, string> = {
  9: 'M8 8h15v4H8z',
  10: 'M25 8h15v4H25z',
  7: 'M6 17h17v4H6z',
  8: 'M25 17h17v4H25z',
  5: 'M4 26h19v4H4z',
  6: 'M25 26h19v4H25z',
  1: 'M5 35h19v5H8z',
  2: 'M24 35h19l-3 5H24z',
  3: 'M8 40h16v5H11z',
  4: 'M24 40h16l-3 5H24z',
};

export function LittleShip(props: { area: number }) {
  return (
    <svg
      class="little-ship"
      viewBox="0 0 48 48"
      aria-hidden="true"
      focusable="false"
      stroke="#2b1c12"
      stroke-width="1.8"
      stroke-linejoin="round"
    >
      <path d="M23 3h2v32h-2z" fill="#8a5a33" />
      {Object.entries(AREAS).map(([number, path]) => (
        <path key={number} d={path} fill={Number(number) === props.area ? '#c4512d' : '#e4d6b4'} />
      ))}
    </svg>
  );
}

type Drawing = { colour: string; body: string; lines?: string };
const SHAPES: Record<string, Drawing> = {
  boat: { colour: '#d9ae74', body: 'M4 26h40c-2 10-8 14-20 14S6 36 4 26z', lines: 'M10 31h28M18 26v-4h12v4' },
  barrel: {
    colour: '#d8803a',
    body: 'M14 8h20c4 10 4 22 0 32H14c-4-10-4-22 0-32z',
    lines: 'M12 16h24M12 32h24',
  },
  flask: {
    colour: '#b2492f',
    body: 'M20 6h8v10c8 3 11 8 11 14 0 7-6 11-15 11S9 37 9 30c0-6 3-11 11-14z',
    lines: 'M19 11h10M10 29h28',
  },
  crate: { colour: '#6d8f46', body: 'M8 10h32v30H8z', lines: 'M8 17h32M8 33h32M17 17v16M31 17v16' },
  sailor: {
    colour: '#3f78a8',
    body: 'M24 6a7 7 0 0 1 6 11l14 5-2 6-10-3 2 17H14l2-17-10 3-2-6 14-5a7 7 0 0 1 6-11z',
    lines: 'M17 12h14M16 33h16',
  },
  chest: { colour: '#84bfdc', body: 'M6 20c0-8 6-10 18-10s18 2 18 10v20H6z', lines: 'M6 23h36M21 23v6h6v-6' },
  plank: { colour: '#4a3224', body: 'M3 20l40-6 2 10-40 6z', lines: 'M10 24l20-3' },
  rat: {
    colour: '#8f8a86',
    body: 'M8 34c2-12 12-18 22-16l4-6 4 7 6 7-6 8z',
    lines: 'M9 33C3 32 2 26 6 23M36 22h.5',
  },
};

export function PieceShape(props: { piece: string }) {
  const shape = SHAPES[shapeOf(props.piece)];
  if (!shape) return null;
  return (
    <svg
      class="piece-shape"
      viewBox="0 0 48 48"
      aria-hidden="true"
      focusable="false"
      stroke="#1a100a"
      stroke-width="2.4"
      stroke-linejoin="round"
      stroke-linecap="round"
    >
      <path d={shape.body} fill={shape.colour} />
      {shape.lines && <path d={shape.lines} fill="none" />}
    </svg>
  );
}

export function Wheel() {
  return (
    <svg
      viewBox="0 0 140 140"
      aria-hidden="true"
      focusable="false"
      stroke="#1a100a"
      stroke-width="3.5"
      stroke-linejoin="round"
    >
      {[0, 45, 90, 135, 180, 225, 270, 315].map((angle) => (
        <g key={angle} transform={`rotate(${angle} 70 70)`}>
          <path d="M66 24h8v-10q0-8-4-10-4 2-4 10z" fill="#b9804a" />
          <path d="M67 24h6v34h-6z" fill="#a06f40" />
        </g>
      ))}
      <circle cx="70" cy="70" r="48" fill="none" stroke-width="19" />
      <circle cx="70" cy="70" r="48" fill="none" stroke="#8a5a33" stroke-width="13" />
      <circle cx="70" cy="70" r="48" fill="none" stroke="#c58f55" stroke-width="2" />
    </svg>
  );
}

export function Rope() {
  return (
    <svg viewBox="0 0 60 190" aria-hidden="true" focusable="false" stroke="#1a100a" stroke-linejoin="round">
      <path d="M30 4v182" stroke-width="13" />
      <path d="M30 4v182" stroke="#d8b47a" stroke-width="8" />
      <path
        d={Array.from({ length: 20 }, (_unused, i) => `M26 ${6 + i * 9}l8 5`).join('')}
        stroke="#7d5526"
        stroke-width="2"
      />
      <circle cx="30" cy="90" r="26" fill="#d9a441" stroke-width="3.5" />
      <path
        d="M22 85l8-8 8 8M22 95l8 8 8-8"
        fill="none"
        stroke="#2b1c12"
        stroke-width="3.5"
        stroke-linecap="round"
      />
    </svg>
  );
}
