// The sounds of a table, and their volume sliders. No information is given by sound alone.
import { effect } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { CHANNELS, LABELS, Sound, TITLE } from '../../sound/sound';
import type { Table } from '../../table/table';
import { t } from '../../words/language';

const sound = new Sound(localStorage, () => new AudioContext());

/** Plays the sounds of this table's events from the first tap or key on, and a bell when this seat is
 * asked. */
export function useSound(table: Table): void {
  useEffect(() => {
    const wake = (): void => sound.wake();
    document.addEventListener('pointerdown', wake);
    document.addEventListener('keydown', wake);
    const unfollow = table.follow({ change: (change) => sound.hear(change.events), reset: () => {} });
    let ask = table.prompt.peek()?.ask ?? 0;
    const hush = effect(() => {
      const prompt = table.prompt.value;
      const isOwnTurn = prompt?.must && prompt.forms.length > 0 && !table.turn.peek()?.reaction;
      if (isOwnTurn && prompt.ask !== ask) sound.hear([{ key: 'page.your_turn' }]);
      ask = prompt?.ask ?? ask;
    });
    return () => {
      document.removeEventListener('pointerdown', wake);
      document.removeEventListener('keydown', wake);
      unfollow();
      hush();
    };
  }, [table]);
}

/** The three volume sliders; their values are stored on this device. */
export function SoundLevels() {
  return (
    <fieldset class="sound-levels">
      <legend>{t(TITLE)}</legend>
      {CHANNELS.map((channel) => (
        <label key={channel}>
          <span>{t(LABELS[channel])}</span>
          <input
            type="range"
            min="0"
            max="1"
            step="0.1"
            value={sound.levels[channel].value}
            onInput={(event) => sound.setLevel(channel, Number(event.currentTarget.value))}
          />
        </label>
      ))}
    </fieldset>
  );
}
