// The clocks offered for a table, by the names that the catalogues have for them.
import type { Settings } from '#made/proto';

export const CLOCKS: [string, Settings['clock'] | null][] = [
  ['none', null],
  ['fast', { decide: 30000, reserve: 120000 }],
  ['slow', { decide: 120000, reserve: 600000 }],
  ['days', { decide: 86400000, reserve: 172800000 }],
];
