// The form for the code or link of an invitation.
import { useState } from 'preact/hooks';
import { go } from '../../common/address';
import { readInvitation } from '../../common/use_table';
import { t } from '../../words/language';
import { Paper } from './parts';

export function ByCode() {
  const [code, setCode] = useState('');
  return (
    <Paper class="by-code">
      <h2 id="by-code">{t('page.invited')}</h2>
      <form
        aria-labelledby="by-code"
        onSubmit={(event) => {
          event.preventDefault();
          const place = readInvitation(code);
          if (place) go(`/t/${encodeURIComponent(place)}`);
        }}
      >
        <label for="code">{t('page.code')}</label>
        <input
          class="field"
          id="code"
          value={code}
          onInput={(event) => setCode(event.currentTarget.value)}
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          placeholder="h4tw-9pzc"
        />
        <button class="brass">{t('page.join')}</button>
      </form>
    </Paper>
  );
}
