// Each seat has a colour and a mark. The mark is shown wherever the colour is, so that colour is never the
// only sign.

const SHAPES = [
  'M12 2.5L22 21H2z',
  'M3.5 3.5h17v17h-17z',
  'M12 1.5L22 12 12 22.5 2 12z',
  'M12 2.5a9.5 9.5 0 1 0 0 19 9.5 9.5 0 0 0 0-19z',
  'M12 1.5l3 7 7.5.6-5.7 5 1.8 7.4L12 17.5l-6.6 4 1.8-7.4-5.7-5L9 8.5z',
  'M8.5 2.5h7v6h6v7h-6v6h-7v-6h-6v-7h6z',
];

/** The CSS class that sets `--seat` to a seat's colour. */
export const seatClass = (seat: number): string => `seat-${seat % SHAPES.length}`;

/** The SVG path of a seat's mark in a 24x24 box. */
export const markPath = (seat: number): string => SHAPES[seat % SHAPES.length] as string;

export function Mark(props: { seat: number; size?: number }) {
  const { seat, size = 22 } = props;
  return (
    <svg
      class={`mark ${seatClass(seat)}`}
      data-mark={seat % SHAPES.length}
      width={size}
      height={size}
      viewBox="-1 -1 26 26"
      aria-hidden="true"
      focusable="false"
    >
      <path d={markPath(seat)} />
    </svg>
  );
}
