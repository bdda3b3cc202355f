// The chat of a table: text, and quick phrases that everybody reads in their own language.
import { useState } from 'preact/hooks';
import type { Info } from '#made/proto';
import type { Table } from '../table/table';
import { find, t } from '../words/language';
import { mute, muted, unmuteAll } from '../common/muted';
import { speakerName } from '../common/names';
import { ask, games, person } from '../common/state';

export function ChatBox(props: { table: Table; info: Info }) {
  const { table, info } = props;
  const [text, setText] = useState('');
  const phrases = games.value.find((game) => game.key === info.game)?.phrases ?? [];
  const allowed = info.settings.chat ?? 'all';
  const lines = table.chat.value.filter((line) => !muted.value.includes(line.from));
  if (allowed === 'off') return null;
  return (
    <section aria-labelledby="chat">
      <h2 id="chat">{t('page.chat')}</h2>
      <ol class="chat" aria-live="polite">
        {lines.slice(-30).map((line) => (
          <li key={line.id}>
            <bdi>{speakerName(line, info)}</bdi>:{' '}
            <bdi>{line.phrase ? (find(line.phrase) ?? line.phrase) : line.text}</bdi>{' '}
            {line.from && line.from !== person.value?.id && (
              <button class="small" onClick={() => mute(line.from)}>
                {t('page.mute', { name: line.name })}
              </button>
            )}
          </li>
        ))}
      </ol>
      {muted.value.length > 0 && <button onClick={unmuteAll}>{t('page.unmute')}</button>}
      {allowed === 'all' && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (!text.trim()) return;
            ask({ t: 'say', table: table.table, text: text.trim() });
            setText('');
          }}
        >
          <label>
            {t('page.say')}{' '}
            <input value={text} maxLength={300} onInput={(event) => setText(event.currentTarget.value)} />
          </label>{' '}
          <button>{t('page.send')}</button>
        </form>
      )}
      {phrases.length > 0 && (
        <details>
          <summary>{t('page.phrases')}</summary>
          {phrases.map((phrase) => (
            <button key={phrase} type="button" onClick={() => ask({ t: 'say', table: table.table, phrase })}>
              {find(phrase) ?? phrase}
            </button>
          ))}
        </details>
      )}
    </section>
  );
}
