// The tray with coaster, cup and barrels, and their value. Standing dark barrels are buttons while the
// innkeeper decides whether to roll again, number barrels while the totals are chosen.
import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { t } from '../../../words/language';
import { Icon } from '../../ink/icons';
import { isLargeText } from '../../parts/large';
import type { At } from '../screen';
import { Bill, useOpenBill } from './bill';
import { Cup, Lying, markText, Standing } from './barrel';
import { chanceOf, Odds } from './odds';
import { useBarrelStage, type Rings } from './stage3d';
import { effectsOf, lyingBarrels, seen, standingBarrels, type Shown } from './view';

/** The barrel to whose totals the choice is narrowed; valid for one prompt only. */
const narrowed = signal<{ table: string; ask: number; place: number } | null>(null);

export const narrowedTo = (at: At, ask: number): number | null =>
  narrowed.value?.table === at.table && narrowed.value.ask === ask ? narrowed.value.place : null;

/** Whether this dark barrel is selected to be rolled again. A card may have the same word as a barrel's
 * place. */
const isThrown = (at: At, place: number): boolean => at.words[0] === 'again' && at.isChosen(String(place));

function Octagon() {
  return (
    <div class="tray">
      <div class="rim" />
      <div class="felt" />
      <svg
        viewBox="0 0 1000 720"
        aria-hidden="true"
        focusable="false"
        fill="none"
        stroke="#140b05"
        stroke-width="4"
        stroke-linejoin="round"
      >
        <path d="M250 20H750L985 200V430L720 700H280L15 430V200z" />
        <path d="M285 82H715L910 232V410L685 626H315L90 410V232z" />
        <path
          d="M250 20L285 82M750 20L715 82M985 200L910 232M985 430L910 410M720 700L685 626M280 700L315 626M15 430L90 410M15 200L90 232"
          stroke-width="2.5"
        />
      </svg>
    </div>
  );
}

function Coaster() {
  return (
    <svg class="beer-mat" viewBox="0 0 320 236" aria-hidden="true" focusable="false">
      <ellipse cx="160" cy="126" rx="156" ry="106" fill="#0d1505" opacity=".4" />
      <ellipse cx="160" cy="118" rx="156" ry="106" fill="#f0d49a" stroke="#1a100a" stroke-width="3" />
      <ellipse cx="160" cy="118" rx="142" ry="95" fill="none" stroke="#b2442a" stroke-width="7" />
      <ellipse cx="160" cy="118" rx="92" ry="60" fill="none" stroke="#b2442a" stroke-width="2.5" />
      <path
        d="M134 96h44v42h-44zM178 104h12a7 7 0 0 1 7 7v12a7 7 0 0 1-7 7h-12M128 96c-8-10 4-20 12-14 3-10 22-10 25 0 9-5 18 4 13 14z"
        fill="none"
        stroke="#b2442a"
        stroke-width="5"
        stroke-linejoin="round"
      />
    </svg>
  );
}

/** A tag: the mark, its effect as a word, and as an icon where there is no room for a word. */
type TagWords = { text: string; more: string; sign: ComponentChildren; tone: string };

function tagWords(at: At, barrel: Shown, effect: 'spoiled' | 'double' | undefined): TagWords {
  const text = barrel.mark === 'x' ? '' : markText(barrel.mark);
  if (effect === 'spoiled')
    return { text, more: t('page.polterfass.spoils'), sign: markText('x'), tone: 'struck' };
  if (effect === 'double')
    return { text, more: t('page.polterfass.doubled'), sign: markText('d'), tone: 'taken' };
  const tone = !barrel.isDark ? '' : isThrown(at, barrel.place) ? 'taken' : 'dark';
  if (barrel.mark === 'x') return { text, more: t('polterfass.spoiled'), sign: <b>{markText('x')}</b>, tone };
  if (tone === 'taken')
    return { text, more: t('page.polterfass.comes'), sign: <Icon name="cup" size={14} />, tone };
  return { text, more: '', sign: '', tone };
}

/** One standing barrel with its tag; a button if it can follow the selection. */
function StandingBarrel(props: {
  at: At;
  barrel: Shown;
  effect: 'spoiled' | 'double' | undefined;
  isFlat: boolean;
}) {
  const { at, barrel, effect } = props;
  const { text, more, sign, tone } = tagWords(at, barrel, effect);
  const place = String(barrel.place);
  const picture = (
    <>
      <span class={`tag ${tone}`}>
        {text} {more && <small class="in-words">{more}</small>}
        {sign && (
          <small class="as-sign" aria-hidden="true">
            {sign}
          </small>
        )}
      </span>
      {props.isFlat && <Standing mark={barrel.mark} isDark={barrel.isDark} />}
    </>
  );
  if (at.lit('again', place) || isThrown(at, barrel.place)) {
    return (
      <button
        class={`stands ${isThrown(at, barrel.place) ? 'ringed' : ''}`}
        data-thing={place}
        aria-pressed={isThrown(at, barrel.place)}
        onClick={() => at.choose('again', place)}
      >
        {picture}
      </button>
    );
  }
  const ask = at.prompt?.ask ?? 0;
  const isTouched = at.prompt?.forms.some((form) => effectsOf(form.say).has(barrel.place)) ?? false;
  if (isTouched) {
    const isOn = narrowedTo(at, ask) === barrel.place;
    return (
      <button
        class={`stands ${effect ? `ringed ${effect}` : ''}`}
        aria-pressed={isOn}
        onClick={() => (narrowed.value = isOn ? null : { table: at.table, ask, place: barrel.place })}
      >
        {picture}
      </button>
    );
  }
  return <span class={`stands ${effect ? `ringed ${effect}` : ''}`}>{picture}</span>;
}

/** "Es stehen 9 + 7 + 3, das wären 22 bis 28 Krüge." */
function ValueOfBarrels(props: { at: At; standing: Shown[] }) {
  const { at, standing } = props;
  const { range } = seen(at.view);
  if (!standing.length) return null;
  const numbers = standing
    .filter((one) => !one.isDark)
    .map((one) => one.mark)
    .join(' + ');
  const dark = standing
    .filter((one) => one.isDark)
    .map((one) => t(one.mark === 'x' ? 'polterfass.spoiled' : 'polterfass.double'))
    .join(', ');
  return (
    <p class="plate worth">
      <span class="stand">
        {t('page.polterfass.standing')} <b>{numbers || '–'}</b>
        {dark && `, ${dark}`}
      </span>
      {range && (
        <span>
          {t('page.polterfass.would_be')}{' '}
          <b>{range[0] === range[1] ? range[0] : t('polterfass.range', { min: range[0], max: range[1] })}</b>
        </span>
      )}
    </p>
  );
}

/** The rings on the 3D barrels: selected ones, and those that special barrels act on. */
function ringsOf(at: At, standing: Shown[]): Rings {
  const rings: Rings = {};
  for (const one of standing)
    if (isThrown(at, one.place)) rings[one.place] = 'chosen';
  for (const [place, effect] of effectsOf(at.action)) rings[place] = effect;
  return rings;
}

export function Stage(props: { at: At }) {
  const { at } = props;
  const now = seen(at.view);
  const isRolling = now.rolling || at.motion?.name === 'throw';
  const standing = standingBarrels(at);
  const lying = isRolling ? [] : lyingBarrels(at);
  const effects = effectsOf(at.action);
  const { canvas, tags } = useBarrelStage(at, ringsOf(at, standing));
  const isFlat = tags === null;
  const isBilling = at.motion?.name === 'bill';
  const opened = useOpenBill(at);
  const bill = isBilling ? (at.motion?.data as number) : opened;
  const isDeciding = at.prompt?.forms.some((form) => form.say === 'stop') ?? false;
  const placeOf = (one: Shown): { left: string; top: string } | undefined => {
    const tag = tags?.find((other) => other.place === one.place);
    return tag && { left: `${tag.x}px`, top: `${tag.y}px` };
  };
  return (
    <div class={`barrels ${now.phase} ${isFlat ? 'flat' : 'deep'}`} style={{ '--count': standing.length }}>
      {/* A canvas serves one stage. */}
      <canvas key={String(isLargeText.value)} ref={canvas} aria-hidden="true" />
      {isFlat && <Octagon />}
      <div class="dusk" />
      {isFlat && (
        <div class="middle">
          <Coaster />
          {now.phase !== 'over' &&
            lying.map((one) => <Lying key={one.place} place={one.place} isDark={one.isDark} />)}
          <Cup isUpright={isRolling} />
        </div>
      )}
      <div class="below">
        <ol class="row" aria-label={t('page.polterfass.standing')}>
          {standing
            .filter((one) => isFlat || placeOf(one))
            .map((one) => (
              <li key={one.place} style={isFlat ? undefined : placeOf(one)}>
                <StandingBarrel at={at} barrel={one} effect={effects.get(one.place)} isFlat={isFlat} />
              </li>
            ))}
        </ol>
        {/* The bill lies over the place where these stand; half of a line below its edge can't be read. */}
        <div class="sum">
          {bill === null &&
            (isDeciding && chanceOf(at) ? <Odds at={at} /> : <ValueOfBarrels at={at} standing={standing} />)}
        </div>
      </div>
      {bill !== null && <Bill key={isBilling ? 'show' : 'again'} at={at} round={bill} isAgain={!isBilling} />}
    </div>
  );
}
