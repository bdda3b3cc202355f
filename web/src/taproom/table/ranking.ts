// The ranking at the end, from the server's scores and winners.

/** How scores are compared: higher is better, lower is better, or they only give the order. */
export type Scores = 'most' | 'fewest' | 'places';

/** The seats from best to worst; winners come first among equal scores. */
export function ranking(scores: number[], winners: number[], kind: Scores = 'most'): number[] {
  const better = kind === 'fewest' ? -1 : 1;
  const seats = scores.map((_score, seat) => seat);
  return seats.sort(
    (a, b) =>
      Number(winners.includes(b)) - Number(winners.includes(a)) ||
      better * ((scores[b] ?? 0) - (scores[a] ?? 0)) ||
      a - b,
  );
}

/** The number shown for a seat: its score, or its rank from 1 if scores have no meaning. Equals share a
 * rank. */
export function figureOf(seat: number, scores: number[], winners: number[], kind: Scores = 'most'): number {
  if (kind !== 'places') return scores[seat] ?? 0;
  const [won, score] = [winners.includes(seat), scores[seat] ?? 0];
  return (
    1 +
    scores.filter((other, i) => winners.includes(i) > won || (winners.includes(i) === won && other > score))
      .length
  );
}
