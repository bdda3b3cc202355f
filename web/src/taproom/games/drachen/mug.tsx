// Tankards: the drink's kind by colour and name, filled in proportion to its value.
import type { Kit } from '../../../common/kit';

const BREWS = ['#e07a2b', '#a8324a', '#5a3a22', '#d9a441', '#7c9a3a', '#b8512f', '#8a6fb0'];

const WATER = '#8cc4cf';

/** A drink's colour: the same for the same id; drinks without alcohol look like water. */
function brewOf(kit: Kit, drink: string): string {
  const row = ((kit['drinks'] as { id: string; alcohol: number[] }[] | undefined) ?? []).find(
    (one) => one.id === drink,
  );
  if ((row?.alcohol[0] ?? 1) <= 0) return WATER;
  return BREWS[Number(drink.replace(/\D/g, '')) % BREWS.length] ?? '#d9a441';
}

export function MugDrawing(props: { kit: Kit; drink: string; share: number }) {
  const level = 66 - 54 * Math.max(0, Math.min(1, props.share));
  return (
    <svg
      class="mug-drawing"
      viewBox="0 0 76 76"
      aria-hidden="true"
      focusable="false"
      stroke="#1a100a"
      stroke-width="2.6"
      stroke-linejoin="round"
    >
      <path d="M54 22h8a8 8 0 0 1 8 8v16a8 8 0 0 1-8 8h-9" fill="none" stroke-width="8" />
      <path d="M54 22h8a8 8 0 0 1 8 8v16a8 8 0 0 1-8 8h-9" fill="none" stroke="#8a5c34" stroke-width="4" />
      <path d="M10 6h46l-4 64H14z" fill="#e7d9b733" />
      {props.share > 0 && (
        <path
          d={`M${14 - ((66 - level) / 64) * 4 + 1} ${level}H${52 + ((66 - level) / 64) * 4 - 1}L51 69H15z`}
          fill={brewOf(props.kit, props.drink)}
          stroke="none"
        />
      )}
      {props.share > 0 && (
        <path d={`M12 ${level}q4-7 9-3 4-7 10-2 6-5 9 0 7-4 13 5v4H12z`} fill="#fff6e0" stroke-width="2" />
      )}
      <path d="M19 14l3 48" stroke="#fff" stroke-opacity=".45" stroke-width="4" fill="none" />
      <path d="M10 6h46l-4 64H14z" fill="none" />
    </svg>
  );
}
