// The screen of Riff Raff: cards, captain, cargo, and the ship.
import { useState } from 'preact/hooks';
import { CONTROLS, DEVICES } from '../../../hand/help';
import { riffraff as describe, shapeName } from '../../../plain/games/riffraff';
import { actionLabel } from '../../../common/names';
import { sentence, t } from '../../../words/language';
import { Mark } from '../../ink/marks';
import type { At, Press, Screen, SeatFace } from '../screen';
import { Hand, hasHand } from './hand';
import { Held } from './held';
import { byNumbers, helm } from './helm';
import { Stage } from './stage';
import { isMine } from './steering';
import { areaOf, askedOf, seenOf, withoutNumbers } from './view';
import './riffraff.css';

/** The buttons of a loading: release, and switching between the hand and numbers; none after the release. */
function loadingPresses(at: At): Press[] {
  const own = helm.value;
  if (own && own.phase.value !== 'hold') return [];
  const way: Press = {
    action: null,
    text: t(byNumbers.value ? 'page.riffraff.by_hand' : 'page.riffraff.by_numbers'),
    tone: 'plank',
    onPress: () => void (byNumbers.value = !byNumbers.value),
  };
  const piece = own?.held.value;
  if (byNumbers.value || !own || !piece) return [way];
  const { refusal } = own;
  const help = refusal
    ? t('riffraff.may_not_let_go', { word: t(refusal) })
    : t('page.riffraff.lets_go', { area: areaOf(seenOf(at.truth), []) ?? 0 });
  return [
    way,
    {
      action: null,
      text: t('page.riffraff.let_go', { word: shapeName(piece) }),
      help,
      tone: 'brass',
      onPress: () => own.letGo(),
    },
  ];
}

export function presses(at: At): Press[] {
  if (isMine(at)) return loadingPresses(at);
  if (!at.prompt?.forms.length) return [];
  if (!at.action) return [{ action: null, text: t('page.choose_first'), tone: 'brass' }];
  const [verb, card] = at.action.split(' ');
  const text =
    verb === 'card'
      ? t('page.riffraff.lay_card', { card: Number(card) })
      : actionLabel(at.game, withoutNumbers(at.action), at.names, at.reader);
  return [
    {
      action: at.action,
      text,
      help: at
        .tell(at.action)
        .map((one) => sentence(one, { names: at.names, reader: at.reader }))
        .join(' '),
      tone: 'brass',
    },
  ];
}

function seat(at: At, seat: number): SeatFace {
  const seen = seenOf(at.view);
  const face: SeatFace = { number: seen.supply[seat]?.length ?? null };
  const isCaptain = seen.captain === seat;
  const card = seen.phase === 'cards' ? null : seen.shown[seat];
  const captain = isCaptain ? { badge: { text: '★', label: t('page.riffraff.captain') } } : {};
  if (seen.active === seat && card != null)
    return { ...face, ...captain, state: t('page.riffraff.loads_on', { area: card }), glows: true };
  if (card != null) return { ...face, ...captain, state: t('page.riffraff.card', { card }) };
  if (seen.laid.includes(seat))
    return {
      ...face,
      state: t('page.riffraff.has_laid'),
      badge: { icon: 'check', tone: 'done', label: t('page.riffraff.has_laid') },
    };
  return { ...face, ...captain, ...(isCaptain ? { state: t('page.riffraff.captain') } : {}) };
}

function ribbon(at: At): string | null {
  if (!at.sim) return null;
  const own = helm.value;
  const words = { names: at.names, reader: at.reader };
  if (!isMine(at) || byNumbers.value)
    return sentence({ key: 'page.loading', args: { seat: at.sim.seat } }, words);
  if (own?.isOpen.value && own.phase.value === 'catch') return t('page.riffraff.catch');
  if (own && own.phase.value !== 'hold') return t('riffraff.lets_go');
  const area = areaOf(seenOf(at.truth), []);
  return own?.held.value && area !== null
    ? t('page.riffraff.hold', { word: shapeName(own.held.value), area })
    : sentence({ key: 'page.loading', args: { seat: at.sim.seat } }, words);
}

/** The state of the table as text, and help for the controls. */
function Pad(props: { at: At }) {
  const { at } = props;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {describe(at.view, at.kit, at.names, at.reader).map((part, i) => (
        <section key={i}>
          {part.title && <h2>{part.title}</h2>}
          {part.lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </section>
      ))}
      <button class="plank" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t('page.riffraff.steering')}
      </button>
      {isOpen && (
        <dl class="steering">
          {CONTROLS.map((control) => (
            <div key={control.what}>
              <dt>{t(control.what)}</dt>
              {(Object.keys(DEVICES) as (keyof typeof DEVICES)[]).map((device) => (
                <dd key={device}>
                  {t(DEVICES[device])}: {t(control[device])}
                </dd>
              ))}
            </div>
          ))}
        </dl>
      )}
    </>
  );
}

/** The end: the pieces that everybody has left. */
function Ending(props: { at: At }) {
  const { at } = props;
  return (
    <ul class="unloaded">
      {seenOf(at.view).supply.map((pieces, seat) => (
        <li key={seat}>
          <Mark seat={seat} size={18} />
          <span>
            {sentence(
              {
                key: pieces.length ? 'page.riffraff.left_over' : 'page.riffraff.all_loaded',
                args: { seat, words: pieces.map(shapeName) },
              },
              { names: at.names, reader: at.reader },
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

const FITS = {
  card: 'page.riffraff.choose_card',
  captain: 'page.riffraff.choose_seat',
  order: 'page.riffraff.choose_order',
  load: 'page.riffraff.choose_piece',
} as const;

export const riffraff: Screen = {
  where: (at) => {
    const { round, rounds } = seenOf(at.view);
    return t('page.riffraff.where', { round, rounds });
  },
  seat,
  ribbon,
  Stage,
  Hand,
  hasHand,
  Pad,
  presses,
  padTitle: () => t('page.ship'),
  Held,
  fits: (at) => { const asked = askedOf(at.prompt); return asked ? t(FITS[asked]) : ''; },
  steers: () => !byNumbers.value,
  isAwaited: isMine,
  scores: 'fewest',
  Ending,
};
