// Finds a table by its code or, if it is public, by its name, and watches it while a component shows it.
import { useEffect, useState } from 'preact/hooks';
import { Table } from '../table/table';
import { http } from '../wire/http';
import { learnHome } from './links';
import { Refusal } from '../wire/connection';
import { t } from '../words/language';
import { connection, sayRefusal } from './state';

const CODE = /^[0-9a-z]{8}$/;

/** The code in a path as the server writes it, `h4tw9pzc` for `H4TW-9PZC`; null if it is not a code. */
export function readCode(place: string): string | null {
  const code = place.toLowerCase().replace(/[\s-]/g, '');
  return CODE.test(code) ? code : null;
}

/** The code or name of a table from typed or pasted text, which may be a link. */
export function readInvitation(typed: string): string | null {
  const link = /\/t\/([^/?#]+)/.exec(typed.trim());
  const word = link?.[1] ?? typed.trim();
  return word ? (readCode(word) ?? word) : null;
}

/** The reason why there is no table, in the reader's language. */
function sayMissing(error: unknown): string {
  const isUnknown = error instanceof Refusal && error.code === 'unknown_table';
  return isUnknown ? t('page.no_invitation') : sayRefusal(error);
}

export type TableLookup = { table: Table | null; missing: string };

export function useTable(place: string, as: 'watcher' | null): TableLookup {
  const [lookup, setLookup] = useState<TableLookup>({ table: null, missing: '' });
  const wire = connection.value;
  useEffect(() => {
    if (!wire) return;
    let found: Table | null = null;
    let isHere = true;
    const code = readCode(place);
    const look = code ? http.byCode(code).catch(() => http.byTable(place)) : http.byTable(place);
    look.then(
      (item) => {
        if (!isHere) return;
        learnHome(item.link);
        found = new Table(wire, item.table, code, as);
        setLookup({ table: found, missing: '' });
      },
      (error: unknown) => isHere && setLookup({ table: null, missing: sayMissing(error) }),
    );
    return () => {
      isHere = false;
      found?.leave();
    };
  }, [wire, place, as]);
  return lookup;
}
