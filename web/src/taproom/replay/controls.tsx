// The controls of a replay: a slider over all entries, back, play, forward, and speed. Arrows, Home, End and
// Space do the same.
import { useEffect } from 'preact/hooks';
import { sentence, t } from '../../words/language';
import type { At } from '../games/screen';
import { Icon, type IconName } from '../ink/icons';
import { SPEEDS, type ReplayPlayer } from './player';

/** The action of a key, or null. */
export function keyDoes(key: string, player: ReplayPlayer): (() => void) | null {
  const { position, cache } = player;
  const far = Math.max(1, Math.round(cache.entries / 10));
  switch (key) {
    case 'ArrowRight': case 'ArrowUp': return () => void player.forward();
    case 'ArrowLeft': case 'ArrowDown': return () => void player.back();
    case 'PageUp': return () => void player.go(position.peek() + far);
    case 'PageDown': return () => void player.go(position.peek() - far);
    case 'Home': return () => void player.go(0);
    case 'End': return () => void player.go(cache.entries);
    case ' ': return () => (player.isPlaying.peek() ? player.pause() : void player.play());
    default: return null;
  }
}

/** Handles keys wherever the focus is, except in lists, tabs and buttons that use them themselves. */
export function useReplayKeys(root: { current: HTMLElement | null }, player: ReplayPlayer): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (!root.current || event.ctrlKey || event.metaKey || event.altKey) return;
      const target = event.target as HTMLElement;
      const isSlider = target.matches('input[type=range].winding');
      if (!isSlider && target.matches('input, textarea, select, [role=tab], .scroll')) return;
      if (event.key === ' ' && target.matches('button, a, summary')) return;
      const does = keyDoes(event.key, player);
      if (!does) return;
      event.preventDefault();
      does();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [player]);
}

function ControlButton(props: {
  icon: IconName;
  label: string;
  tone?: string;
  disabled?: boolean;
  onClick(): void;
}) {
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

export function Controls(props: { player: ReplayPlayer; at: At; line: string; say(line: string): void }) {
  const { player, at } = props;
  const { cache, position, isPlaying, speed } = player;
  const entry = position.value;
  const where = t('page.replay.entry', { number: entry, count: cache.entries });
  /** Announces the entry after a jump, as after a step. */
  const said = (move: Promise<void>): void =>
    void move.then(() =>
      props.say(
        player.events.map((event) => sentence(event, { names: at.names, reader: at.reader })).join(' ') ||
          t('page.replay.entry', { number: position.peek(), count: cache.entries }),
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
          max={cache.entries}
          step="1"
          value={entry}
          aria-label={t('page.replay.slider')}
          aria-valuetext={`${where}. ${props.line}`}
          style={{ '--share': cache.entries ? entry / cache.entries : 0 }}
          onInput={(event) => void player.go(Number(event.currentTarget.value))}
        />
        <span class="entry">{where}</span>
      </p>
      <div class="winds" role="group" aria-label={t('page.replay.controls')}>
        <ControlButton
          icon="prev"
          label={t('page.replay.back')}
          disabled={entry === 0}
          onClick={() => said(player.back())}
        />
        <ControlButton
          icon={isPlaying.value ? 'pause' : 'play'}
          label={t(isPlaying.value ? 'page.replay.pause' : 'page.replay.play')}
          tone="brass"
          onClick={() => (isPlaying.value ? player.pause() : void player.play())}
        />
        <ControlButton
          icon="next"
          label={t('page.replay.on')}
          disabled={entry >= cache.entries}
          onClick={() => void player.forward()}
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
