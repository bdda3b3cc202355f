// Presets: questions that the server answers with a pass for this seat. Others do not see them.
import type { Table } from '../../table/table';
import { setHold, togglePreset } from '../../common/presets';
import { find, t } from '../../words/language';
import type { At } from '../games/screen';

export function Presets(props: { table: Table; at: At }) {
  const { table, at } = props;
  const presets = (at.kit['presets'] as string[] | undefined) ?? [];
  const chosen = table.presets.value;
  if (!presets.length || chosen === null) return null;
  return (
    <fieldset class="presets">
      <legend>{t('page.presets', { count: chosen.length })}</legend>
      {presets.map((key) => (
        <label key={key}>
          <input
            type="checkbox"
            checked={chosen.includes(key)}
            onChange={() => void togglePreset(table, key)}
          />
          <span>{find(`${at.game}.preset.${key}`) ?? key}</span>
        </label>
      ))}
      <label>
        <input
          type="checkbox" checked={table.hold.value}
          onChange={(event) => void setHold(table, event.currentTarget.checked)}
        />
        <span>{t('page.hold')}</span>
      </label>
    </fieldset>
  );
}
