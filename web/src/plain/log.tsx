// The log as sentences; new entries are announced by one polite live region.
import type { Entry, Table } from '../table/table';
import { useSpeech } from '../common/speech';
import { sentence, t } from '../words/language';

export function Log(props: { table: Table; names: string[]; reader: number }) {
  const { table, names, reader } = props;
  const say = (entry: Entry): string =>
    entry.events.map((event) => sentence(event, { names, reader })).join(' ');
  return (
    <section aria-labelledby="log">
      <h2 id="log">{t('page.log')}</h2>
      <LiveRegion table={table} />
      <ol class="log" reversed>
        {[...table.log.value].reverse().map((entry) => (
          <li key={entry.id}>{say(entry)}</li>
        ))}
      </ol>
    </section>
  );
}

function LiveRegion(props: { table: Table }) {
  return <p class="speech" aria-live="polite">{useSpeech(props.table).lines.value}</p>;
}
