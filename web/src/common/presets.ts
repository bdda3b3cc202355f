// Presets and the request for time of one's own seat. A box shows at once what was ticked, so that the next
// tick builds on it; what the server refuses is taken back.
import type { Signal } from '@preact/signals';
import type { Table } from '../table/table';
import type { Request } from '../wire/connection';
import { ask } from './state';

/** The value that the server has, and how many requests to change it are under way. */
type Pending = { kept: unknown; count: number };
const pending = new WeakMap<Signal<unknown>, Pending>();

async function put<T>(shown: Signal<T>, value: T, request: Request): Promise<void> {
  const key = shown as Signal<unknown>;
  const here = pending.get(key) ?? { kept: shown.peek(), count: 0 };
  pending.set(key, here);
  here.count++;
  shown.value = value;
  const done = await ask(request);
  if (done) here.kept = value;
  if (--here.count > 0) return;
  pending.delete(key);
  if (!done) shown.value = here.kept as T;
}

/** Sets a preset, or takes it away. */
export function togglePreset(table: Table, key: string): Promise<void> {
  const chosen = table.presets.peek() ?? [];
  const keys = chosen.includes(key) ? chosen.filter((one) => one !== key) : [...chosen, key];
  return put(table.presets, keys, { t: 'preset', table: table.table, keys });
}

export function setHold(table: Table, on: boolean): Promise<void> {
  return put(table.hold, on, { t: 'hold', table: table.table, on });
}
