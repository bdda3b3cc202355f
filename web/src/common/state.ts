// The state that both pages share: the person, the list of games, the connection, and the current error
// message in the reader's language.
import { signal } from '@preact/signals';
import type { Settings } from '#made/proto';
import { Connection, randomDevice, openSocket, Refusal, type Done, type Request } from '../wire/connection';
import { http, whoAmI, type Game, type Person } from '../wire/http';
import { catalogue, reasonAlone, t } from '../words/language';

export const person = signal<Person | null>(null);
export const games = signal<Game[]>([]);
export const errorMessage = signal<string | null>(null);
export const connection = signal<Connection | null>(null);

/** An error in the reader's language. */
export function sayRefusal(error: unknown): string {
  if (!(error instanceof Refusal)) return t('page.no_server');
  if (error.said && catalogue.value?.words[error.said.key]) return reasonAlone(error.said);
  const known = catalogue.value?.words[`page.error.${error.code}`];
  return known ?? error.message;
}

export function showError(error: unknown): void {
  errorMessage.value = sayRefusal(error);
}

/** Sends a request; shows the error and returns null if it was refused. */
export async function ask(request: Request): Promise<Done | null> {
  try {
    return (await connection.value?.request(request)) ?? null;
  } catch (error) {
    showError(error);
    return null;
  }
}

/** Checks the connection when the page becomes visible again or the network is back. */
function probeWhenBack(): void {
  const probe = (): void => connection.value?.probe();
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && probe());
  window.addEventListener('pageshow', probe);
  window.addEventListener('online', probe);
}

/** Logs in, fetches the list of games and connects. */
export async function begin(wants: { films: boolean }): Promise<void> {
  try {
    person.value = await whoAmI(t('page.guest', { number: 100000 + Math.floor(Math.random() * 900000) }));
    games.value = await http.games();
    connection.value = new Connection(openSocket, randomDevice(), wants);
  } catch (error) {
    showError(error);
  }
  probeWhenBack();
}

/** Creates a table with computer players, sits down and starts; returns the table's code, or null. */
export async function playAtOnce(game: Game, more: Partial<Settings> = {}): Promise<string | null> {
  const wire = connection.value;
  const quick = game.quick;
  if (!wire || !quick) return null;
  try {
    const options = Object.fromEntries(
      game.options.filter((o) => o.offer !== undefined).map((o) => [o.name, o.offer as string | number]),
    );
    const made = await http.make({
      game: game.key,
      seats: quick.seats,
      bots: quick.bots,
      ...more,
      options: { ...options, ...more.options },
    });
    await wire.request({ t: 'sit', table: made.table });
    await wire.request({ t: 'start', table: made.table });
    return made.code;
  } catch (error) {
    showError(error);
    return null;
  }
}
