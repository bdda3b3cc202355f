// Polterfass in sentences: round, barrels, orders, pad.
import { sentence, t } from '../../words/language';
import type { Describe } from './describe';

type Barrel = { place: number; ends: [string, string]; special: boolean };
type PadRound = {
  innkeeper: number;
  served: number | null;
  ordered: number;
  points: (number | null)[];
  totals: number[];
};
type Seen = {
  round: number;
  innkeeper: number | null;
  goal: number;
  phase: string;
  barrels: string[];
  totals: number[];
  range: [number, number] | null;
  ordered: number[];
  cards_laid: number[];
  my_order?: number[];
  pad: PadRound[];
};

function standingName(mark: string): string {
  if (mark === 'x') return t('polterfass.spoiled');
  return mark === 'd' ? t('polterfass.double') : mark;
}

function barrelLine(seen: Seen, barrels: Barrel[]): string {
  const standing = seen.barrels.filter((mark) => mark !== '-').map(standingName).join(', ') || t('page.none');
  const lying = barrels.filter((barrel) => seen.barrels[barrel.place - 1] === '-')
    .map((barrel) => (barrel.special ? t('polterfass.special') : barrel.ends.join('/'))).join(', ');
  const [min, max] = seen.range ?? [0, 0];
  const worth = min === max ? String(max) : t('polterfass.range', { min, max });
  return t(lying ? 'polterfass.say_barrels' : 'polterfass.say_all_stand', { standing, lying, worth });
}

function padLines(seen: Seen, names: string[]): string[] {
  if (!seen.pad.length) return [t('polterfass.pad_empty')];
  return seen.pad.map((round, i) => {
    const args = { round: i + 1, seat: round.innkeeper, ordered: round.ordered };
    const head = round.served === null
      ? sentence({ key: 'polterfass.pad_failed', args }, { names })
      : sentence({ key: 'polterfass.pad_round', args: { ...args, served: round.served } }, { names });
    const seats = round.totals.map((total, seat) =>
      sentence(
        { key: 'polterfass.pad_seat', args: { seat, points: round.points[seat] ?? 0, total } },
        { names },
      ),
    );
    return `${head} ${seats.join('; ')}.`;
  });
}

export const polterfass: Describe = (view, kit, names) => {
  const seen = view as unknown as Seen;
  const scores = seen.totals.map((total, seat) => `${names[seat]} ${total}`).join(', ');
  const lines = [t('page.goal', { count: seen.goal })];
  if (seen.innkeeper !== null)
    lines.unshift(
      sentence(
        { key: 'polterfass.say_round', args: { round: seen.round, seat: seen.innkeeper, scores } },
        { names },
      ),
    );
  if (seen.barrels.length && seen.phase !== 'first_roll' && seen.phase !== 'over')
    lines.push(barrelLine(seen, kit['barrels'] as Barrel[]));
  if (seen.my_order?.length) lines.push(t('page.my_order', { cards: seen.my_order }));
  const laid = seen.ordered.map((seat) =>
    seen.cards_laid[seat] ? `${names[seat]} ${seen.cards_laid[seat]}` : (names[seat] ?? ''),
  );
  if (laid.length) lines.push(t('polterfass.say_ordered', { word: laid.join(', ') }));
  return [{ title: '', lines }, { title: t('page.pad'), lines: padLines(seen, names) }];
};
