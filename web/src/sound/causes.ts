// Which event plays which sound, by message key. Every event here also has a text, so no information is given
// by sound alone.
import type { SoundName } from './recipes';

export const CAUSES: Record<string, SoundName> = {
  'page.your_turn': 'bell',

  'polterfass.rolled': 'knock',
  'polterfass.first_rolled': 'knock',
  'polterfass.ordered': 'card',
  'polterfass.ordered_cards': 'card',
  'polterfass.order_shown': 'card',
  'polterfass.again': 'thud',
  'polterfass.stops': 'pour',
  'polterfass.destroys': 'thud',
  'polterfass.doubles': 'clink',
  'polterfass.destroys_doubles': 'clink',
  'polterfass.bill_enough': 'clink',
  'polterfass.bill_greedy': 'murmur',
  'polterfass.bill_failed': 'murmur',
  'polterfass.over': 'murmur',

  'drachen.shuffled': 'card',
  'drachen.shuffled_drinks': 'card',
  'drachen.drew_cards': 'card',
  'drachen.discarded': 'card',
  'drachen.played': 'card',
  'drachen.played_at': 'card',
  'drachen.negated': 'thud',
  'drachen.paid': 'coin',
  'drachen.paid_inn': 'coin',
  'drachen.paid_pot': 'coin',
  'drachen.inn_paid': 'coin',
  'drachen.inn_paid_pot': 'coin',
  'drachen.pot_taken': 'coin',
  'drachen.pot_won': 'coin',
  'drachen.purse_divided': 'coin',
  'drachen.bought': 'clink',
  'drachen.revealed': 'card',
  'drachen.drank': 'pour',
  'drachen.house': 'murmur',
  'drachen.toast': 'clink',
  'drachen.contest': 'murmur',
  'drachen.challenge': 'knock',
  'drachen.passed_out': 'thud',
  'drachen.broke': 'thud',
  'drachen.won': 'murmur',

  'riffraff.laid': 'card',
  'riffraff.shown': 'card',
  'riffraff.captain_is': 'knock',
  'riffraff.loads': 'knock',
  'riffraff.loads_second': 'knock',
  'riffraff.rests': 'knock',
  'riffraff.slid': 'knock',
  'riffraff.falls': 'murmur',
  'riffraff.caught': 'thud',
  'riffraff.caught_own': 'thud',
  'riffraff.lost': 'splash',
  'riffraff.heels': 'creak',
  'riffraff.all_loaded': 'murmur',
  'riffraff.over': 'murmur',
};

/** Degrees of heel at which the creak is loudest. */
const LOUDEST = 20;

/** The loudness of an event, from 0 to 1: the creak depends on the ship's heel. */
export function loudnessOf(key: string, args: Record<string, unknown>): number {
  const degrees = args['degrees'];
  return key === 'riffraff.heels' && typeof degrees === 'number' ? Math.min(1, degrees / LOUDEST) : 1;
}
