// Zum Blauen Drachen in sentences: everybody's alcohol, Fortitude and gold, what is pending, my hand.
import type { Message } from '#made/proto';
import { find, sentence, t } from '../../words/language';
import type { Describe, Kit } from './describe';

export type Seat = {
  character: string;
  name: string;
  fortitude: number;
  alcohol: number;
  gold: number;
  hand: number | string[];
  deck: number;
  discard: string[];
  pile: number;
  in: boolean;
  out?: string;
};
export type Item = {
  kind: string;
  source?: number;
  targets?: number[];
  card?: string;
  total?: number;
  fortitude?: number;
  cause?: string;
  to?: string | number;
  drinks?: string[];
  felt?: [number, number] | null;
  marks?: string[];
  ignored_by?: number[];
  negated?: boolean;
};
type Event = {
  kind: string;
  revealed?: number[];
  scores?: number[];
  drinking?: number[];
  drinks?: unknown;
  winner?: number;
};
export type Seen = {
  seats: Seat[];
  phase: string;
  active: number | null;
  drinks_left: number;
  pot: number;
  inn: number;
  stack: Item[];
  frames: Item[];
  window: { seats: number[]; sealed: number[] } | null;
  gamble: { in: number[]; control: number | null; locked: boolean; passed: number[]; turn: number } | null;
  event?: Event;
  going_out?: number[];
};

export function cardName(card: string): string {
  return find(`drachen.word.${card}`) ?? card;
}

function seatLine(seen: Seen, seat: number, names: string[], reader: number): string {
  const one = seen.seats[seat] as Seat;
  if (!one.in) return sentence({ key: 'drachen.say_out', args: { seat } }, { names });
  const cards = Array.isArray(one.hand) ? one.hand.length : one.hand;
  const args = {
    seat,
    alcohol: one.alcohol,
    fortitude: one.fortitude,
    gold: one.gold,
    drinks: one.pile,
    cards,
  };
  const line = sentence({ key: seat === reader ? 'drachen.say_you' : 'drachen.say_seat', args }, { names });
  return `${line} (${one.name})`;
}

function payment(item: Item): Message {
  const args: Message['args'] = { seat: item.source ?? 0, amount: item.total ?? 0 };
  if (item.cause === 'refill') return { key: 'drachen.item_refill', args };
  if (item.to === 'pot') return { key: 'drachen.item_ante', args };
  if (item.to === 'inn') return { key: 'drachen.item_pay_inn', args };
  return { key: 'drachen.item_pay', args: { ...args, to: Number(item.to) } };
}

function drink(item: Item): Message | null {
  if (!item.drinks?.length) return null;
  const [alcohol, fortitude] = item.felt ?? [item.total ?? 0, item.fortitude ?? 0];
  const key = item.marks?.includes('half') ? 'drachen.item_half' : 'drachen.item_drink';
  return { key, args: { seat: item.source ?? 0, alcohol, fortitude, drinks: item.drinks } };
}

function event(seen: Seen, kit: Kit, names: string[]): Message {
  const happening = seen.event;
  const card = (kit['drinks'] as { id: string; kind: string }[]).find(
    (one) => one.kind === happening?.kind,
  )?.id;
  if (!card) return { key: 'drachen.item_toast', args: {} };
  const scores = (happening?.revealed ?? [])
    .map((seat) => `${names[seat]} ${happening?.scores?.[seat] ?? 0}`)
    .join(', ');
  return scores
    ? { key: 'drachen.item_contest', args: { drink: card, scores } }
    : { key: 'drachen.item_event', args: { drink: card } };
}

function gamble(seen: Seen): Message {
  const round = seen.gamble;
  const args = { pot: seen.pot, seats: round?.in ?? [] };
  if (round?.control == null) return { key: 'drachen.item_round_open', args };
  return { key: 'drachen.item_round', args: { ...args, seat: round.control } };
}

export function itemMessage(item: Item, seen: Seen, kit: Kit, names: string[]): Message | null {
  if (item.kind === 'card') {
    const { card = '', source: seat = 0, targets: [to, ...more] = [] } = item;
    return to === undefined
      ? { key: 'drachen.item_card', args: { seat, card } }
      : { key: 'drachen.item_card_at', args: { seat, card, to, seats: [to, ...more] } };
  }
  if (item.kind === 'gold') return payment(item);
  if (item.kind === 'drink') return drink(item);
  if (item.kind === 'event') return event(seen, kit, names);
  if (item.kind === 'gamble') return gamble(seen);
  if (item.kind === 'last_chance') return { key: 'drachen.item_last', args: { seats: seen.going_out ?? [] } };
  return null;
}

function pendingLines(seen: Seen, kit: Kit, names: string[], reader: number): string[] {
  const lines: string[] = [];
  for (const item of [...seen.frames, ...seen.stack].reverse()) {
    const message = itemMessage(item, seen, kit, names);
    if (!message) continue;
    const ignored = item.ignored_by?.length
      ? sentence({ key: 'drachen.item_ignored', args: { seats: item.ignored_by } }, { names })
      : '';
    lines.push(sentence(message, { names, reader }) + ignored);
  }
  const asked = (seen.window?.seats ?? []).filter((seat) => !seen.window?.sealed.includes(seat));
  if (asked.length) lines.push(sentence({ key: 'drachen.asked', args: { seats: asked } }, { names }));
  return lines.length ? lines : [t('drachen.pending_none')];
}

function handLines(hand: string[], kit: Kit, names: string[], reader: number): string[] {
  const cards = kit['cards'] as { id: string; kind: string }[];
  if (!hand.length) return [t('drachen.hand_empty')];
  return hand.map((id, i) => {
    const kind = t(`drachen.kind.${cards.find((card) => card.id === id)?.kind ?? 'action'}`);
    const text = sentence(
      { key: `drachen.text.${id}`, args: { seat: reader, seats: [] } },
      { names, reader },
    );
    return t('drachen.hand_card_text', { number: i + 1, card: cardName(id), kind, text });
  });
}

export const drachen: Describe = (view, kit, names, reader) => {
  const seen = view as unknown as Seen;
  const middle =
    seen.active === null
      ? []
      : [
          sentence(
            { key: 'drachen.say_middle', args: { seat: seen.active, drinks: seen.drinks_left } },
            { names },
          ),
        ];
  const parts = [
    { title: '', lines: [...middle, ...seen.seats.map((_one, seat) => seatLine(seen, seat, names, reader))] },
    { title: t('drachen.title_pending'), lines: pendingLines(seen, kit, names, reader) },
  ];
  const hand = seen.seats[reader]?.hand;
  if (Array.isArray(hand)) parts.push({ title: t('page.hand'), lines: handLines(hand, kit, names, reader) });
  return parts;
};
