// Guests without a browser: each has a login and a connection of the page's own code, and plays what a policy says.
// They bring a table to the moment that a test wants to look at; then their logins open it in a browser.
import { connect, type Socket as Plug } from 'node:net';
import type { BrowserContext } from 'playwright-core';
import { SUBPROTOCOL, type View } from '#made/proto';
import { unfold } from '../unit/unfold';
import { Table } from '../../src/table/table';
import { Connection, randomDevice, type Socket } from '../../src/wire/connection';

const KEY = 'c3BlbHVua2Ugc3BlbHVuaw==';
const TEXT = 1;
const BINARY = 2;
const CLOSE = 8;
const PING = 9;
const PONG = 10;

/** A frame of a client; the mask is zero, which changes nothing. */
function pack(kind: number, data: Uint8Array): Uint8Array {
  const long = data.length > 125;
  const head = long ? [128 | kind, 128 | 126, data.length >> 8, data.length & 255, 0, 0, 0, 0] : [128 | kind, 128 | data.length, 0, 0, 0, 0];
  const bytes = new Uint8Array(head.length + data.length);
  bytes.set(head);
  bytes.set(data, head.length);
  return bytes;
}

/** A WebSocket for Node, as far as the server's messages need one. */
export function openWire(url: string, token: string): Socket {
  const { hostname, port, host } = new URL(url);
  const plug: Plug = connect(Number(port), hostname);
  let [rest, isOpen] = [new Uint8Array(0), false];
  let parts: Uint8Array[] = [];
  let kind = TEXT;
  const socket: Socket = {
    send: (data) => plug.write(typeof data === 'string' ? pack(TEXT, new TextEncoder().encode(data)) : pack(BINARY, new Uint8Array(data))),
    close: () => plug.destroy(),
    onopen: null, onclose: null, onmessage: null,
  };
  const deliver = (code: number, isLast: boolean, data: Uint8Array): void => {
    if (code === PING) plug.write(pack(PONG, data));
    if (code === CLOSE) plug.destroy();
    if (code > BINARY) return;
    if (code) kind = code;
    parts.push(data.slice());
    if (!isLast) return;
    const whole = new Uint8Array(parts.reduce((sum, one) => sum + one.length, 0));
    parts.reduce((at, one) => (whole.set(one, at), at + one.length), 0);
    parts = [];
    socket.onmessage?.({ data: kind === TEXT ? new TextDecoder().decode(whole) : whole.buffer });
  };
  const readFrame = (): boolean => {
    const view = new DataView(rest.buffer, rest.byteOffset, rest.length);
    if (rest.length < 2) return false;
    let [length, from] = [(rest[1] as number) & 127, 2];
    if (length === 126 && rest.length >= 4) [length, from] = [view.getUint16(2), 4];
    else if (length === 127 && rest.length >= 10) [length, from] = [Number(view.getBigUint64(2)), 10];
    else if (length >= 126) return false;
    if (rest.length < from + length) return false;
    const [first, data] = [rest[0] as number, rest.subarray(from, from + length)];
    rest = rest.slice(from + length);
    deliver(first & 15, (first & 128) > 0, data);
    return true;
  };
  plug.on('connect', () => plug.write(`GET /ws HTTP/1.1\r\nHost: ${host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: ${KEY}\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: ${SUBPROTOCOL}\r\nAuthorization: Bearer ${token}\r\n\r\n`));
  plug.on('data', (bytes) => {
    const all = new Uint8Array(rest.length + bytes.length);
    all.set(rest);
    all.set(bytes, rest.length);
    rest = all;
    if (!isOpen) {
      const end = new TextDecoder('latin1').decode(rest).indexOf('\r\n\r\n');
      if (end < 0) return;
      rest = rest.slice(end + 4);
      isOpen = true;
      socket.onopen?.();
    }
    while (readFrame());
  });
  plug.on('error', () => {});
  plug.on('close', () => socket.onclose?.({ code: 1006 }));
  return socket;
}

async function post<T>(url: string, path: string, token: string | null, body: object): Promise<T> {
  const answer = await fetch(url + path, { method: 'POST', headers: { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) }, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** One person without a browser, at one table. */
export class Person {
  table: Table | null = null;
  private constructor(readonly url: string, readonly token: string, readonly wire: Connection) {}

  static async called(name: string, url: string): Promise<Person> {
    const { token } = await post<{ token: string }>(url, '/api/guest', null, { name });
    return Person.known(token, url);
  }

  /** Somebody who has a login already, perhaps of another start of the server. */
  static known(token: string, url: string): Person {
    return new Person(url, token, new Connection(() => openWire(url, token), randomDevice(), { films: false }));
  }

  make(settings: object): Promise<{ table: string; code: string }> {
    return post(this.url, '/api/tables', this.token, { pause: [0, 0], reaction: [0, 0], ...settings });
  }

  async sit(table: string, code: string, seat: number): Promise<void> {
    this.table = new Table(this.wire, table, code);
    await this.wire.request({ t: 'sit', table, seat });
  }

  get view(): View | null {
    return this.table?.view.value ?? null;
  }

  /** What a browser needs to be this person. */
  async lend(context: BrowserContext): Promise<void> {
    const { hostname } = new URL(this.url);
    await context.addCookies([{ name: 'spelunke', value: this.token, domain: hostname, path: '/' }]);
  }

  leave(): void {
    this.wire.close();
  }
}

export type Ask = { seat: number; actions: string[]; person: Person };
/** One of the actions; null: this person does nothing now. */
export type Policy = (ask: Ask) => string | null;

/** Milliseconds between two looks at who is asked. */
const IDLE = 10;
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const NAMES = ['Dora', 'Emil', 'Franz', 'Gerda', 'Hugo', 'Ida'];

/** People at one table. Nothing is left to chance: the same seed and policy lead to the same moment. */
export class Crowd {
  code = '';
  table = '';
  private constructor(readonly people: Person[]) {}

  /** All seats that no computer player has are taken by people; the match begins. */
  static async at(url: string, settings: { seats: number; bots?: Record<number, string> } & Record<string, unknown>, names = NAMES): Promise<Crowd> {
    const seats = Array.from({ length: settings.seats }, (_unused, seat) => seat).filter((seat) => !settings.bots?.[seat]);
    const people = await Promise.all(seats.map((seat) => Person.called(names[seat] ?? `P${seat}`, url)));
    const crowd = new Crowd(people);
    const owner = people[0] as Person;
    Object.assign(crowd, await owner.make(settings));
    for (const [i, person] of people.entries()) await person.sit(crowd.table, crowd.code, seats[i] as number);
    await owner.wire.request({ t: 'start', table: crowd.table });
    return crowd;
  }

  private ask(): Ask | null {
    for (const person of this.people) {
      const { prompt, seat } = person.table as Table;
      if (prompt.value?.must && seat.value !== null) return { seat: seat.value, actions: unfold(prompt.value), person };
    }
    return null;
  }

  /** One after the other answers, in the order of the seats, until the moment has come; false: it never did. */
  async playUntil(policy: Policy, isThere: (crowd: Crowd) => boolean, most = 400, patience = 4000): Promise<boolean> {
    for (let done = 0, idle = 0; done < most && idle * IDLE < patience;) {
      if (isThere(this)) return true;
      if (this.people[0]?.table?.info.value?.state === 'over') return false;
      const ask = this.ask();
      const action = ask && policy(ask);
      if (!ask || !action) {
        idle++;
        await sleep(IDLE);
        continue;
      }
      [idle, done] = [0, done + 1];
      const { table } = ask.person;
      const number = table?.prompt.value?.ask ?? 0;
      await ask.person.wire.request({ t: 'act', table: this.table, ask: number, action }).catch(() => {});
      for (let i = 0; i < 100 && table?.prompt.value?.ask === number; i++) await sleep(2);
    }
    return isThere(this);
  }

  leave(): void {
    for (const person of this.people) person.leave();
  }
}

/** Computer players alone play to the end; the table. */
export async function playOut(url: string, settings: object): Promise<string> {
  const owner = await Person.called('Dora', url);
  const { table, code } = await owner.make(settings);
  const seen = new Table(owner.wire, table, code);
  await owner.wire.request({ t: 'start', table });
  while (seen.turn.value?.kind !== 'over') await sleep(50);
  owner.leave();
  return table;
}

/** Numbers that look drawn and are the same each time. */
export function drawing(seed: number): (below: number) => number {
  let draw = seed * 7919 + 17;
  return (below) => (draw = (draw * 16807) % 2147483647) % below;
}
