// Announces a table's log to screen readers in the reader's language; used by both pages.
import { useLayoutEffect, useMemo } from 'preact/hooks';
import { narrate, Speech } from '../table/speech';
import type { Table } from '../table/table';
import { browserScheduler } from '../wire/connection';
import { sentence } from '../words/language';
import { seatNames } from './names';

export function useSpeech(table: Table): Speech {
  const speech = useMemo(() => new Speech(browserScheduler), [table]);
  useLayoutEffect(() => {
    const end = narrate(table, speech, (events) => {
      const info = table.info.peek();
      const now = { names: info ? seatNames(info) : [], reader: table.seat.peek() ?? -1 };
      return events.map((event) => sentence(event, now)).join(' ');
    });
    return () => {
      end();
      speech.stop();
    };
  }, [table, speech]);
  return speech;
}
