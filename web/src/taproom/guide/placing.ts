// Positions the guide's bubble next to its target, without covering anything that is needed now.

export type Box = { left: number; top: number; right: number; bottom: number };
export type Size = { width: number; height: number };
export type Placed = { left: number; top: number; side: 'below' | 'above' | 'left' | 'right' | 'inside' };

const GAP = 14;
const EDGE = 8;

function overlap(a: Box, b: Box): number {
  const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return wide > 0 && high > 0 ? wide * high : 0;
}

const within = (value: number, from: number, to: number): number => Math.max(from, Math.min(value, to));

/** The position inside the window that covers the least of `avoid`; the first of equals. */
export function placeBubble(target: Box, bubble: Size, room: Size, avoid: readonly Box[]): Placed {
  const [x, y] = [
    (target.left + target.right) / 2 - bubble.width / 2,
    (target.top + target.bottom) / 2 - bubble.height / 2,
  ];
  const wishes: Placed[] = [
    { side: 'below', left: x, top: target.bottom + GAP },
    { side: 'above', left: x, top: target.top - GAP - bubble.height },
    { side: 'left', left: target.left - GAP - bubble.width, top: y },
    { side: 'right', left: target.right + GAP, top: y },
    ...avoid.flatMap((one): Placed[] => [
      { side: 'above', left: x, top: one.top - GAP - bubble.height },
      { side: 'below', left: x, top: one.bottom + GAP },
    ]),
    { side: 'inside', left: x, top: target.top + GAP },
    { side: 'inside', left: x, top: target.bottom - GAP - bubble.height },
  ];
  const places = wishes.map((wish) => ({
    ...wish,
    left: within(wish.left, EDGE, room.width - bubble.width - EDGE),
    top: within(wish.top, EDGE, room.height - bubble.height - EDGE),
  }));
  const cost = (place: Placed): number => {
    const box = {
      left: place.left,
      top: place.top,
      right: place.left + bubble.width,
      bottom: place.top + bubble.height,
    };
    return (
      avoid.reduce((sum, one) => sum + overlap(box, one), 0) +
      (place.side === 'inside' ? 0 : overlap(box, target))
    );
  };
  return places.reduce((best, place) => (cost(place) < cost(best) ? place : best));
}
