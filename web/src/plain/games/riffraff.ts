// Riff Raff in sentences: captain, cards, cargo in front of everybody, what lies where, how the ship heels.
import { catalogue, find, sentence, t } from '../../words/language';
import type { Describe } from './describe';

type Seen = {
  phase: string;
  captain: number | null;
  round: number;
  rounds: number;
  shown: (number | null)[];
  active: number | null;
  loading: string | null;
  supply: string[][];
  tilt: number[];
  aboard: { piece: string; area: number }[];
  out_of_game: string[];
  my_card: number | null;
  hands: (number | number[])[];
};

export function shapeOf(piece: string): string {
  return /^[a-z]+/.exec(piece)?.[0] ?? piece;
}

export function shapeName(piece: string): string {
  return find(`riffraff.word.${shapeOf(piece)}`) ?? piece;
}

/** "boat, barrel ×2" */
function pieceList(pieces: string[]): string {
  const counts = new Map<string, number>();
  for (const piece of pieces) counts.set(shapeName(piece), (counts.get(shapeName(piece)) ?? 0) + 1);
  return (
    [...counts].map(([name, count]) => (count > 1 ? `${name} ×${count}` : name)).join(', ') || t('page.none')
  );
}

/** Formats thousandths of a degree as "3.2° to port, 1.0° to the bow". */
function heelWords(tilt: number[]): string {
  const [about_x = 0, about_y = 0] = tilt;
  const lean = (value: number, less: string, more: string): string[] =>
    Math.abs(value) < 50
      ? []
      : [
          t('riffraff.lean', {
            number: (Math.abs(value) / 1000).toLocaleString(catalogue.value?.language, {
              minimumFractionDigits: 1,
              maximumFractionDigits: 1,
            }),
            side: value < 0 ? less : more,
          }),
        ];
  const words = [...lean(about_x, 'port', 'starboard'), ...lean(about_y, 'stern', 'bow')].map((one) => one);
  return words.join(', ') || t('riffraff.lean_none');
}

export const riffraff: Describe = (view, _kit, names, reader) => {
  const seen = view as unknown as Seen;
  const title =
    seen.captain === null
      ? t('riffraff.title_start')
      : sentence(
          { key: 'riffraff.title_bar', args: { round: seen.round, rounds: seen.rounds, seat: seen.captain } },
          { names, reader },
        );
  const seats = seen.supply.map((pieces, seat) => {
    // While cards are laid, the view still has those of the previous round.
    const card = seen.phase === 'cards' ? null : seen.shown[seat];
    const args = { seat, count: pieces.length, pieces: pieceList(pieces), ...(card == null ? {} : { card }) };
    return sentence(
      { key: card == null ? 'riffraff.say_seat' : 'riffraff.say_seat_card', args },
      { names, reader },
    );
  });
  const areas = [...new Set(seen.aboard.map((one) => one.area))]
    .sort((a, b) => a - b)
    .map((area) =>
      t('riffraff.say_area', {
        area,
        pieces: pieceList(seen.aboard.filter((one) => one.area === area).map((one) => one.piece)),
      }),
    );
  // During a loading the view is that of before it: the ship sways, and what falls has not landed.
  const ship =
    seen.loading === null
      ? [t('riffraff.figure_ship', { word: heelWords(seen.tilt) }), ...(areas.length ? areas : [t('riffraff.say_empty')])]
      : [sentence({ key: 'page.loading', args: { seat: seen.active ?? -1 } }, { names, reader }), ...areas];
  const hand = seen.hands[reader];
  const parts = [{ title: '', lines: [title, ...seats] }, { title: t('page.ship'), lines: ship }];
  if (Array.isArray(hand)) parts.push({ title: t('riffraff.title_cards'), lines: [hand.join(', ')] });
  return parts;
};
