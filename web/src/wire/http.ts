// HTTP requests: people, games, tables, replays. The login is a cookie that scripts cannot read.
import type { Bodies, Code, Info, Message, Settings, View } from '#made/proto';
import { Refusal } from './connection';

export type Option = {
  name: string;
  help: string;
  default: string | number;
  offer?: string | number;
  min?: number;
  max?: number;
  values?: string[];
};
export type Game = {
  key: string;
  title: string;
  seats: [number, number];
  options: Option[];
  bots: string[];
  phrases: string[];
  helps: string[];
  quick: { seats: number; bots: Record<string, string> } | null;
};
export type Item = { table: string; info: Info };
/** `link`: the table's URL as others reach it. */
export type Found = Item & { link: string };
export type Mine = Item & { asked: boolean };
export type Person = { id: string; name: string };
export type Step = {
  who: number | string;
  action: string;
  events: (Message & { seen_by: (number | 'watcher')[] })[];
  d?: unknown;
  turn?: unknown;
  film?: number;
  at: number;
};
/** A range of entries of a finished match; `views` are the views of all seats before its first step. */
export type Replay = Found & { entries: number; views: View[]; steps: Step[] };
/** The result of drawing all chance of a match again. */
export type Proof = {
  commitment: string;
  drawn: number;
  scripted: number;
  sessions: number;
  elsewhere: number;
  misfit: { entry: number; claimed: string; expected: string } | null;
};

async function fetchJson<T>(method: string, path: string, body?: unknown): Promise<T> {
  const init: RequestInit = { method, credentials: 'same-origin', headers: { Accept: 'application/json' } };
  if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.headers = { ...init.headers, 'Content-Type': 'application/json' };
  }
  const response = await fetch(path, init);
  const text = await response.text();
  const answer = (text ? JSON.parse(text) : {}) as {
    error?: Code;
    reason?: string;
    key?: string;
    args?: Message['args'];
  };
  if (!response.ok) {
    const said = answer.key ? { key: answer.key, args: answer.args ?? {} } : null;
    throw new Refusal(answer.error ?? 'bad_request', answer.reason ?? response.statusText, said);
  }
  return answer as T;
}

export const http = {
  games: () => fetchJson<{ games: Game[] }>('GET', '/api/games').then((answer) => answer.games),
  kit: (game: string) =>
    fetchJson<{ kit: Record<string, unknown> }>('GET', `/api/kit/${game}`).then((answer) => answer.kit),
  me: (state?: 'over') =>
    fetchJson<{ person: Person; tables: Mine[] }>('GET', `/api/me${state ? `?state=${state}` : ''}`),
  guest: (name?: string) => fetchJson<{ person: Person }>('POST', '/api/guest', name ? { name } : {}),
  rename: (name: string) => fetchJson<{ person: Person }>('POST', '/api/me', { name }),
  forget: () => fetchJson<object>('DELETE', '/api/me'),
  account: (body: Bodies['POST /api/account']) => fetchJson<{ person: Person }>('POST', '/api/account', body),
  login: (body: Bodies['POST /api/login']) => fetchJson<{ person: Person }>('POST', '/api/login', body),
  logout: () => fetchJson<object>('POST', '/api/logout', {}),
  handover: () => fetchJson<{ handover: string }>('POST', '/api/handover', {}),
  make: (settings: Settings) =>
    fetchJson<{ table: string; code: string; link: string }>('POST', '/api/tables', settings),
  byCode: (code: string) => fetchJson<Found>('GET', `/api/codes/${encodeURIComponent(code)}`),
  byTable: (table: string) => fetchJson<Found>('GET', `/api/tables/${encodeURIComponent(table)}`),
  replay: (table: string, from: number, count: number) =>
    fetchJson<Replay>(
      'GET',
      `/api/replays/${encodeURIComponent(table)}?view=all&from=${from}&count=${count}`,
    ),
  proof: (table: string) => fetchJson<Proof>('GET', `/api/tables/${encodeURIComponent(table)}/proof`),
  /** A recording; null if the server no longer has it. */
  film: async (table: string, number: number): Promise<Uint8Array | null> => {
    const response = await fetch(`/api/tables/${encodeURIComponent(table)}/films/${number}`, {
      credentials: 'same-origin',
    });
    return response.ok ? new Uint8Array(await response.arrayBuffer()) : null;
  },
};

/** The person that is logged in. Without a login a guest of this name is created. */
export async function whoAmI(name: string): Promise<Person> {
  try {
    return (await http.me()).person;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'no_login') return (await http.guest(name)).person;
    throw error;
  }
}
