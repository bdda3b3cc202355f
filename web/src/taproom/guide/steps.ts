// The steps of the guided first rounds: when each is shown and which element it points at. Conditions refer
// only to keys from the server (of a question, of an event) and to a running session; there are no rules
// here. The text of a step is `page.guide.<game>.<name>`.
import type { Settings } from '#made/proto';

export const PARTS = {
  seats: '.seats',
  ribbon: '.ribbon .band',
  board: '.board',
  hand: '.hand',
  press: '.press',
  side: '.side',
} as const;
export type Part = keyof typeof PARTS;

/** The conditions of a step; all that are given must hold. */
export type When = {
  /** The key of the question to this seat is one of these. */
  asked?: readonly string[];
  /** One of these has happened. */
  event?: readonly string[];
  /** This seat is asked for a reaction. */
  reaction?: true;
  /** A session of this seat is running, or is not. */
  session?: boolean;
  /** Nothing is asked of this seat. */
  idle?: true;
  /** These steps have been read before. */
  after?: readonly string[];
};

export type GuideStep = { name: string; at: Part; when: When; isLast?: true };
export type Course = { settings: Partial<Settings>; steps: readonly GuideStep[] };

/** Settings that are slow enough for beginners. */
const CALM: Partial<Settings> = { pause: [1200, 2200] };

export const COURSES: Record<string, Course> = {
  polterfass: {
    settings: { ...CALM, options: { first_innkeeper: 3 } },
    steps: [
      { name: 'seats', at: 'seats', when: {} },
      { name: 'throw', at: 'board', when: { event: ['polterfass.first_rolled'] } },
      { name: 'order', at: 'hand', when: { asked: ['polterfass.task_order'] } },
      {
        name: 'wait',
        at: 'ribbon',
        when: { after: ['order'], idle: true, event: ['polterfass.ordered', 'polterfass.ordered_cards'] },
      },
      {
        name: 'bill',
        at: 'side',
        when: { event: ['polterfass.bill_enough', 'polterfass.bill_greedy', 'polterfass.bill_failed'] },
      },
      { name: 'serve', at: 'press', when: { asked: ['polterfass.task_serve'] } },
      { name: 'reckon', at: 'hand', when: { asked: ['polterfass.task_reckon'] } },
      { name: 'done', at: 'ribbon', when: { after: ['bill', 'serve'] }, isLast: true },
    ],
  },
  drachen: {
    settings: { ...CALM, options: { first_seat: 0 } },
    steps: [
      { name: 'seats', at: 'seats', when: {} },
      { name: 'hand', at: 'hand', when: { event: ['drachen.drew', 'drachen.drew_cards'] } },
      { name: 'action', at: 'hand', when: { asked: ['drachen.task_action'] } },
      { name: 'buy', at: 'board', when: { asked: ['drachen.task_buy'] } },
      { name: 'drink', at: 'board', when: { after: ['buy'], event: ['drachen.drank', 'drachen.revealed'] } },
      { name: 'answer', at: 'press', when: { reaction: true } },
      { name: 'discard', at: 'hand', when: { asked: ['drachen.task_discard'] } },
      { name: 'done', at: 'ribbon', when: { after: ['buy', 'discard'] }, isLast: true },
    ],
  },
  riffraff: {
    settings: { ...CALM },
    steps: [
      { name: 'ship', at: 'board', when: {} },
      { name: 'card', at: 'hand', when: { asked: ['riffraff.task_card'] } },
      { name: 'captain', at: 'seats', when: { event: ['riffraff.captain_is', 'riffraff.captain_stays'] } },
      { name: 'piece', at: 'hand', when: { asked: ['riffraff.task_load', 'riffraff.task_second'] } },
      { name: 'hold', at: 'board', when: { session: true } },
      { name: 'catch', at: 'board', when: { after: ['hold'], session: false } },
      { name: 'done', at: 'ribbon', when: { after: ['hold', 'catch'] }, isLast: true },
    ],
  },
};
