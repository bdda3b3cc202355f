// The screen of Polterfass.
import { wholeAction } from '../../../prompt/choosing';
import { sentence, t } from '../../../words/language';
import type { Motion, Step } from '../../table/queue';
import type { At, Press, Screen, SeatFace } from '../screen';
import { Ending } from './ending';
import { Hand, hasHand } from './hand';
import { Held } from './held';
import { Pad } from './pad';
import { Stage } from './stage';
import { isStageReady } from './stage3d';
import { seen } from './view';
import './style.css';

const number = (at: At, action: string, key: string, arg: string): number | null => {
  const said = at.tell(action).find((one) => one.key === `polterfass.${key}`);
  const value = said?.args[arg];
  return typeof value === 'number' ? value : null;
};

function orderPress(at: At): Press[] {
  if (!at.action) return [{ action: null, text: t('page.polterfass.choose_cards'), tone: 'brass' }];
  const mugs = number(at, at.action, 'tell_order', 'order');
  const cards = at.action.split(' ').slice(1).map(Number);
  const text =
    mugs === null
      ? t('page.do.polterfass.order', { words: cards })
      : t('page.polterfass.order_mugs', { count: mugs });
  return [{ action: at.action, text, help: t('page.polterfass.face_down', { cards: cards }), tone: 'brass' }];
}

function stopHelp(at: At): string {
  const said = at.tell('stop');
  const range = said.find((one) => one.key === 'polterfass.tell_stop');
  if (range)
    return t('page.polterfass.serves_range', {
      from: range.args['least'] as number,
      upto: range.args['most'] as number,
    });
  const served = number(at, 'stop', 'tell_serve', 'served');
  return served === null ? '' : t('page.polterfass.serves', { count: served });
}

function servingPresses(at: At): Press[] {
  const prompt = at.prompt;
  if (!prompt) return [];
  const again = at.words[0] === 'again' ? at.action : wholeAction(prompt, ['again']);
  const thrown = again ? number(at, again, 'tell_again', 'barrels') : null;
  let help = '';
  if (again === null) help = t('page.polterfass.choose_dark');
  else if (thrown !== null) help = t('page.polterfass.into_cup', { count: thrown });
  const stop: Press = {
    action: 'stop',
    text: t('page.polterfass.tap_off'),
    help: stopHelp(at),
    icon: 'tap',
    tone: 'brass',
  };
  return [
    stop,
    { action: again, text: t('page.do.polterfass.again', { words: [] }), help, icon: 'cup', tone: 'brass' },
  ];
}

function reckonPress(at: At): Press[] {
  if (!at.action) return [{ action: null, text: t('page.polterfass.choose_mugs'), tone: 'brass' }];
  const served = number(at, at.action, 'tell_serve', 'served');
  const help = at
    .tell(at.action)
    .filter((one) => one.key !== 'polterfass.tell_serve')
    .map((one) => sentence(one, { names: at.names, reader: at.reader }))
    .join(' ');
  return [
    {
      action: at.action,
      text:
        served === null ? t('page.do.polterfass.serve') : t('page.polterfass.serve_mugs', { count: served }),
      help,
      tone: 'brass',
    },
  ];
}

function presses(at: At): Press[] {
  const forms = at.prompt?.forms ?? [];
  if (forms.some((form) => form.say === 'order')) return orderPress(at);
  if (forms.some((form) => form.say === 'stop')) return servingPresses(at);
  return forms.length ? reckonPress(at) : [];
}

function seat(at: At, seat: number): SeatFace {
  const now = seen(at.view);
  const face: SeatFace = { number: now.totals[seat] ?? null };
  if (now.phase === 'over') return face;
  if (seat === now.innkeeper)
    return {
      ...face,
      state: t('page.polterfass.innkeeper'),
      badge: { icon: 'apron', label: t('page.polterfass.innkeeper') },
    };
  const cards = now.cards_laid?.[seat] ?? 0;
  if (now.phase === 'orders') {
    const isDone = now.ordered.includes(seat);
    const state = t(isDone ? 'page.polterfass.has_ordered' : 'page.polterfass.ponders');
    return {
      ...face,
      state,
      badge: { icon: isDone ? 'check' : 'wait', tone: isDone ? 'done' : 'awaited', label: state },
    };
  }
  if (!cards) return face;
  const state = t('page.polterfass.cards', { count: cards });
  return { ...face, state, badge: { text: String(cards), label: state } };
}

function ribbon(at: At): string | null {
  const now = seen(at.view);
  const names = { names: at.names, reader: at.reader };
  if (at.prompt?.forms.length) return null;
  if (now.innkeeper !== null && (now.rolling || at.motion?.name === 'throw'))
    return sentence({ key: 'page.polterfass.rolls', args: { seat: now.innkeeper } }, names);
  const missing = now.totals
    .map((_total, one) => one)
    .filter((one) => one !== now.innkeeper && !now.ordered.includes(one));
  if (at.isTelevision && now.phase === 'orders' && missing.length)
    return t('page.polterfass.tv_order', { count: missing.length });
  return null;
}

/** The animations of a step: a throw, as long as its recording, and a bill. */
function motions(step: Step): Motion[] {
  const found: Motion[] = [];
  if (step.events.some((one) => one.key === 'polterfass.first_rolled' || one.key === 'polterfass.rolled'))
    found.push(
      isStageReady.peek() && step.film !== null
        ? { name: 'throw', kind: 'throw', ms: 8000, data: step.film }
        : { name: 'throw', kind: 'gesture', ms: 350, data: null },
    );
  if (step.events.some((one) => /\.bill_/.test(one.key)))
    found.push({ name: 'bill', kind: 'bill', ms: 3500, data: seen(step.after).pad.length - 1 });
  return found;
}

function fits(at: At): string {
  const totals = at.prompt?.task.args['totals'];
  if (Array.isArray(totals))
    return t('page.polterfass.fits_totals', { words: [...(totals as number[])].sort((a, b) => a - b) });
  return t(
    at.prompt?.forms.some((form) => form.say === 'order')
      ? 'page.polterfass.choose_cards'
      : 'page.polterfass.fits_serving',
  );
}

export const polterfass: Screen = {
  where: (at) => t('page.polterfass.where', { round: seen(at.view).round, count: seen(at.view).goal }),
  seat, ribbon, Stage, Hand, hasHand, Pad, presses, fits, motions, Held, Ending,
};
