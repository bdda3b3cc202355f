// What is heard at a table, and the sliders for it. Nothing here is said by sound alone: each cause has words too.
import { effect } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { CHANNELS, LABELS, Sound, TITLE } from '../../sound/sound';
import type { Table } from '../../table/table';
import { t } from '../../words/language';

const sound = new Sound(localStorage, () => new AudioContext());

/** From the first tap or key on, what happens at this table is heard, and a bell where this seat is asked. */
export function useSound(table: Table): void {
  useEffect(() => {
    const wake = (): void => sound.wake();
    document.addEventListener('pointerdown', wake);
    document.addEventListener('keydown', wake);
    const unfollow = table.follow({ change: (change) => sound.hear(change.events), anew: () => {} });
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

/** Three sliders, each kept on this device. */
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
