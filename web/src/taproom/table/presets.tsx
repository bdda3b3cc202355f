// Presets: questions that the server answers with a pass for this seat. Others do not see them.
import type { Table } from '../../table/table';
import { ask } from '../../shared/state';
import { find, t } from '../../words/language';
import type { At } from '../games/screen';

export function Presets(props: { table: Table; at: At }) {
  const { table, at } = props;
  const presets = (at.kit['presets'] as string[] | undefined) ?? [];
  const chosen = table.presets.value;
  if (!presets.length || chosen === null) return null;
  const set = (keys: string[]): void => {
    void ask({ t: 'preset', table: table.table, keys }).then((done) => done && (table.presets.value = keys));
  };
  return (
    <fieldset class="presets">
      <legend>{t('page.presets', { count: chosen.length })}</legend>
      {presets.map((key) => (
        <label key={key}>
          <input
            type="checkbox"
            checked={chosen.includes(key)}
            onChange={() =>
              set(chosen.includes(key) ? chosen.filter((one) => one !== key) : [...chosen, key])
            }
          />
          <span>{find(`${at.game}.preset.${key}`) ?? key}</span>
        </label>
      ))}
      <label>
        <input
          type="checkbox" checked={table.hold.value}
          onChange={(event) => {
            const on = event.currentTarget.checked;
            void ask({ t: 'hold', table: table.table, on }).then((done) => done && (table.hold.value = on));
          }}
        />
        <span>{t('page.hold')}</span>
      </label>
    </fieldset>
  );
}
