// Who stands where at the end, by the scores and the winners that the server names.

/** What a score means: the more the better, the fewer the better, or only who came before whom. */
export type Scores = 'most' | 'fewest' | 'places';

/** Seats from the best to the last; the winners first, whatever decided between equals. */
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

/** What stands at a seat: its score, or its place from 1 where the score tells nobody anything. Equals share a place. */
export function figureOf(seat: number, scores: number[], winners: number[], kind: Scores = 'most'): number {
  if (kind !== 'places') return scores[seat] ?? 0;
  const [won, score] = [winners.includes(seat), scores[seat] ?? 0];
  return (
    1 +
    scores.filter((other, i) => winners.includes(i) > won || (winners.includes(i) === won && other > score))
      .length
  );
}
