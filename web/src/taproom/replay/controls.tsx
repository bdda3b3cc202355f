// The controls of a replay: a slider over all entries, back, play, forward, and speed. Arrows, Home, End and
// Space do the same.
import { useEffect } from 'preact/hooks';
import { sentence, t } from '../../words/language';
import type { At } from '../games/screen';
import { Icon, type IconName } from '../ink/icons';
import { SPEEDS, type Projector } from './projector';

/** The action of a key, or null. */
export function keyDoes(key: string, projector: Projector): (() => void) | null {
  const { position, tape } = projector;
  const far = Math.max(1, Math.round(tape.entries / 10));
  switch (key) {
    case 'ArrowRight': case 'ArrowUp': return () => void projector.forward();
    case 'ArrowLeft': case 'ArrowDown': return () => void projector.back();
    case 'PageUp': return () => void projector.go(position.peek() + far);
    case 'PageDown': return () => void projector.go(position.peek() - far);
    case 'Home': return () => void projector.go(0);
    case 'End': return () => void projector.go(tape.entries);
    case ' ': return () => (projector.isPlaying.peek() ? projector.pause() : void projector.play());
    default: return null;
  }
}

/** Handles keys wherever the focus is, except in lists, tabs and buttons that use them themselves. */
export function useReplayKeys(root: { current: HTMLElement | null }, projector: Projector): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (!root.current || event.ctrlKey || event.metaKey || event.altKey) return;
      const target = event.target as HTMLElement;
      const isSlider = target.matches('input[type=range].winding');
      if (!isSlider && target.matches('input, textarea, select, [role=tab], .scroll')) return;
      if (event.key === ' ' && target.matches('button, a, summary')) return;
      const does = keyDoes(event.key, projector);
      if (!does) return;
      event.preventDefault();
      does();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [projector]);
}

function Wind(props: { icon: IconName; label: string; tone?: string; disabled?: boolean; onClick(): void }) {
  return (
    <button
      class={`${props.tone ?? 'plank'} wind`}
      aria-label={props.label}
      title={props.label}
      disabled={props.disabled}
      onClick={props.onClick}
    >
      <Icon name={props.icon} size={22} />
    </button>
  );
}

export function Controls(props: { projector: Projector; at: At; line: string; say(line: string): void }) {
  const { projector, at } = props;
  const { tape, position, isPlaying, speed } = projector;
  const entry = position.value;
  const where = t('page.replay.entry', { number: entry, count: tape.entries });
  /** Announces the entry after a jump, as after a step. */
  const said = (move: Promise<void>): void =>
    void move.then(() =>
      props.say(
        projector.events.map((event) => sentence(event, { names: at.names, reader: at.reader })).join(' ') ||
          t('page.replay.entry', { number: position.peek(), count: tape.entries }),
      ),
    );
  const next = SPEEDS[(SPEEDS.indexOf(speed.value) + 1) % SPEEDS.length] ?? 1;
  return (
    <div class="press controls">
      <p class="plate winding-line">
        <input
          class="winding"
          type="range"
          min="0"
          max={tape.entries}
          step="1"
          value={entry}
          aria-label={t('page.replay.slider')}
          aria-valuetext={`${where}. ${props.line}`}
          style={{ '--share': tape.entries ? entry / tape.entries : 0 }}
          onInput={(event) => void projector.go(Number(event.currentTarget.value))}
        />
        <span class="entry">{where}</span>
      </p>
      <div class="winds" role="group" aria-label={t('page.replay.controls')}>
        <Wind
          icon="prev"
          label={t('page.replay.back')}
          disabled={entry === 0}
          onClick={() => said(projector.back())}
        />
        <Wind
          icon={isPlaying.value ? 'pause' : 'play'}
          label={t(isPlaying.value ? 'page.replay.pause' : 'page.replay.play')}
          tone="brass"
          onClick={() => (isPlaying.value ? projector.pause() : void projector.play())}
        />
        <Wind
          icon="next"
          label={t('page.replay.on')}
          disabled={entry >= tape.entries}
          onClick={() => void projector.forward()}
        />
        <button
          class="plank wind figures"
          aria-label={t('page.replay.speed', { number: speed.value })}
          title={t('page.replay.speed', { number: speed.value })}
          onClick={() => (speed.value = next)}
        >{`${speed.value}×`}</button>
      </div>
    </div>
  );
}
