// Small components for all screens; their styles are in style/parts.css.
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { connection, errorMessage } from '../../common/state';
import { isFar, sayDeadline } from '../../common/time';
import { t } from '../../words/language';
import { Icon, type IconName } from '../ink/icons';
import { Mark, seatClass } from '../ink/marks';

export function IconButton(props: {
  icon: IconName;
  label: string;
  onClick(): void;
  class?: string;
  expanded?: boolean;
}) {
  return (
    <button
      class={`icon-button ${props.class ?? ''}`}
      aria-label={props.label}
      title={props.label}
      aria-expanded={props.expanded}
      onClick={props.onClick}
    >
      <Icon name={props.icon} />
    </button>
  );
}

export function Sign() {
  return <div class="sign"><h1>Spelunke</h1></div>;
}

export function Paper(props: { class?: string; label?: string; children: ComponentChildren }) {
  return <section class={`paper ${props.class ?? ''}`} aria-label={props.label}>{props.children}</section>;
}

/** The ribbon: one sentence that says what is to be done. */
export function Ribbon(props: {
  text: ComponentChildren;
  isMine?: boolean;
  isRefused?: boolean;
  focusable?: boolean;
}) {
  return (
    <div class={`ribbon ${props.isRefused ? 'refused' : ''}`}>
      <p class="band" id="ribbon" tabIndex={props.focusable ? -1 : undefined}>
        {props.isMine && <span class="bell"><Icon name="bell" size={16} /></span>}
        <span>{props.text}</span>
      </p>
    </div>
  );
}

/** A seat's coaster: colour, mark, and an optional badge. With a picture, the mark must be shown next to
 * it. */
export function Coaster(props: {
  seat: number;
  size?: number;
  glows?: boolean;
  badge?: ComponentChildren;
  class?: string;
  picture?: ComponentChildren;
}) {
  return (
    <span class={`coaster ${seatClass(props.seat)} ${props.glows ? 'glows' : ''} ${props.class ?? ''}`}>
      {props.picture ?? <Mark seat={props.seat} size={props.size ?? 22} />}
      {props.badge}
    </span>
  );
}

export function Segments(props: {
  label: string;
  values: [string, string][];
  value: string;
  change(value: string): void;
}) {
  const { values, value, change } = props;
  const step = (by: number): void => {
    const at = values.findIndex(([key]) => key === value);
    const next = values[(at + by + values.length) % values.length];
    if (next) change(next[0]);
  };
  return (
    <div
      class="segments" role="radiogroup" aria-label={props.label}
      onKeyDown={(event) => {
        const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
        if (!by) return;
        event.preventDefault();
        const group = event.currentTarget;
        step(by);
        requestAnimationFrame(() => group.querySelector<HTMLElement>('[aria-checked=true]')?.focus());
      }}
    >
      {values.map(([key, text]) => (
        <button
          key={key}
          type="button"
          role="radio"
          aria-checked={key === value}
          tabIndex={key === value || !values.some(([one]) => one === value) ? 0 : -1}
          onClick={() => change(key)}
        >
          {text}
        </button>
      ))}
    </div>
  );
}

/** Re-renders every half second while a countdown runs. */
export function useTicking(on: boolean): void {
  const [, tick] = useState(0);
  useEffect(() => {
    if (!on) return;
    const timer = setInterval(() => tick((count) => count + 1), 500);
    return () => clearInterval(timer);
  }, [on]);
}

/** The remaining time by the server's clock, as a bar; for a far deadline also its date and hour. */
export function TimerBar(props: { since: number; until: number }) {
  useTicking(true);
  const now = connection.value?.time() ?? props.since;
  const left = Math.max(0, props.until - now);
  const share = props.until > props.since ? Math.min(1, left / (props.until - props.since)) : 0;
  return (
    <>
      <div
        class={`timer ${left < 10000 ? 'short' : ''}`}
        role="timer"
        aria-label={sayDeadline(props.until, now)}
      >
        <i style={{ transform: `scaleX(${share})` }} />
      </div>
      {isFar(left) && <p class="plate deadline" aria-hidden="true">{sayDeadline(props.until, now)}</p>}
    </>
  );
}

/** The current error message, until it is dismissed. */
export function Toast() {
  const text = errorMessage.value;
  return (
    <div role="alert">
      {text && (
        <div class="toast">
          <span>{text}</span>
          <button class="plank" onClick={() => (errorMessage.value = null)}>{t('page.understood')}</button>
        </div>
      )}
    </div>
  );
}
