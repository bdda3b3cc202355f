// The page's only WebSocket connection: it sends the hello, numbers requests, retries unanswered ones,
// reconnects after a failure and keeps the offset to the server's clock. It knows messages but not tables.
// A table registers a subscriber. After each reconnect all subscriptions are renewed before anything
// else is sent.
import { signal } from '@preact/signals';
import {
  LIMITS,
  PROTOCOL,
  SUBPROTOCOL,
  type ClientMessage,
  type Code,
  type Message,
  type ServerMessage,
} from '#made/proto';

export type Done = Extract<ServerMessage, { t: 'done' }>;
type Numbered = Extract<ClientMessage, { n: number }>;
type Without<T> = T extends unknown ? Omit<T, 'n'> : never;
/** A request without its number, which the connection assigns. */
export type Request = Without<Numbered>;

/** The server's refusal of a request: its code, the reason in English, and the reason as a message. */
export class Refusal extends Error {
  constructor(readonly code: Code, reason: string, readonly said: Message | null) {
    super(reason);
  }
}

/** The connection's state. `old`: the page must be reloaded; `ended`: the login is no longer valid. */
export type Status = 'connecting' | 'open' | 'waiting' | 'old' | 'ended';

/** The subscription to one table: the request to send after each hello, and callbacks for its messages. */
export type Subscription = {
  table: string;
  watch(): Request;
  take(message: ServerMessage): void;
  watched(done: Done): void;
  refused(refusal: Refusal): void;
};

export type Scheduler = {
  now(): number;
  after(ms: number, call: () => void): () => void;
  random(): number;
};

export type Socket = {
  send(data: string | ArrayBuffer): void;
  close(): void;
  onopen: (() => void) | null;
  onclose: ((event: { code: number }) => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
};

const RETRY_DELAYS = [0, 500, 1000, 2000, 4000, 8000];
const SILENCE_TIMEOUT = 45000;
const PING_INTERVAL = 20000;
const ANSWER_TIMEOUT = 5000;
const PROBE_TIMEOUT = 1000;

/** Requests that change nothing in the server's database. They are rejected, not retried, on a lost
 * connection. */
const NOT_RETRIED = new Set(['watch', 'unwatch', 'hold', 'catch', 'lobby', 'hint', 'odds', 'tell']);

type Pending = {
  message: Numbered;
  resolve(done: Done): void;
  reject(refusal: Refusal): void;
  sentAt: number;
};

export const browserScheduler: Scheduler = {
  now: () => Date.now(),
  after(ms, call) {
    const timer = setTimeout(call, ms);
    return () => clearTimeout(timer);
  },
  random: () => Math.random(),
};

export class Connection {
  readonly status = signal<Status>('connecting');
  /** How many attempts have failed since the connection was last open, and the time of the next attempt. */
  readonly attempt = signal(0);
  readonly nextAttempt = signal(0);
  /** The server's clock minus the local clock, in ms. */
  readonly clockOffset = signal(0);
  readonly person = signal<{ id: string; name: string } | null>(null);
  readonly lobby = signal<Extract<ServerMessage, { t: 'lobby' }>['tables'] | null>(null);

  private socket: Socket | null = null;
  private isReady = false;
  private n = 0;
  private pending = new Map<number, Pending>();
  private subscriptions = new Set<Subscription>();
  private binaryListeners = new Set<(bytes: Uint8Array) => void>();
  private wantsLobby = false;
  private receivedAt = 0;
  private received = 0;
  private cancelRetry: (() => void) | null = null;
  private isClosed = false;

  constructor(
    private readonly open: () => Socket,
    private readonly device: string,
    private readonly wants: { films: boolean },
    private readonly scheduler: Scheduler = browserScheduler,
  ) {
    this.connect();
    this.heartbeat();
  }

  /** The current time of the server's clock. */
  time(): number {
    return this.scheduler.now() + this.clockOffset.value;
  }

  request(request: Request): Promise<Done> {
    const message = { ...request, n: ++this.n } as Numbered;
    return new Promise((resolve, reject) => {
      this.pending.set(message.n, { message, resolve, reject, sentAt: this.scheduler.now() });
      if (this.isReady) this.send(message);
    });
  }

  watch(subscription: Subscription): void {
    this.subscriptions.add(subscription);
    if (this.isReady) this.sendWatch(subscription);
  }

  unwatch(subscription: Subscription): void {
    if (!this.subscriptions.delete(subscription) || !this.isReady) return;
    void this.request({ t: 'unwatch', table: subscription.table }).catch(() => {});
  }

  /** Subscribes again, because a message was missed. */
  rewatch(subscription: Subscription): void {
    if (this.isReady && this.subscriptions.has(subscription)) this.sendWatch(subscription);
  }

  followLobby(on: boolean): void {
    this.wantsLobby = on;
    if (this.isReady) void this.request({ t: 'lobby', on }).catch(() => {});
  }

  /** Checks whether the connection is still alive: called when the page becomes visible or the network is
   * back. A connection attempt in progress gets the same deadline as a ping, since its packets may have
   * been lost. */
  probe(): void {
    if (this.status.value === 'waiting') {
      this.retryNow();
      return;
    }
    const { socket, received } = this;
    if (this.isReady) this.send({ t: 'ping' });
    this.scheduler.after(PROBE_TIMEOUT, () => {
      if (socket && socket === this.socket && received === this.received) this.drop();
    });
  }

  retryNow(): void {
    if (this.status.value !== 'waiting') return;
    this.cancelRetry?.();
    this.connect();
  }

  close(): void {
    this.isClosed = true;
    this.cancelRetry?.();
    this.socket?.close();
  }

  private connect(): void {
    this.cancelRetry = null;
    this.status.value = 'connecting';
    this.receivedAt = this.scheduler.now();
    const socket = this.open();
    this.socket = socket;
    socket.onopen = () => {
      this.send({
        t: 'hello',
        protocol: PROTOCOL,
        device: this.device,
        client: 'page',
        films: this.wants.films,
      });
    };
    socket.onmessage = (event) => {
      if (socket !== this.socket) return;
      if (typeof event.data === 'string') this.take(JSON.parse(event.data) as ServerMessage);
      else if (event.data instanceof ArrayBuffer) this.takeBinary(new Uint8Array(event.data));
    };
    socket.onclose = (event) => {
      if (socket === this.socket) this.lost(event.code);
    };
  }

  private lost(code: number): void {
    this.socket = null;
    this.isReady = false;
    for (const [n, one] of this.pending) {
      if (!NOT_RETRIED.has(one.message.t)) continue;
      this.pending.delete(n);
      one.reject(new Refusal('stopping', 'the connection was lost', null));
    }
    if (this.isClosed) return;
    if (code === 4001) this.status.value = 'old';
    else if (code === 4003) this.status.value = 'ended';
    else this.retryLater();
  }

  private retryLater(): void {
    const attempt = this.attempt.value;
    const pause =
      (RETRY_DELAYS[Math.min(attempt, RETRY_DELAYS.length - 1)] ?? 0) * (0.7 + 0.6 * this.scheduler.random());
    this.attempt.value = attempt + 1;
    this.nextAttempt.value = this.scheduler.now() + pause;
    this.status.value = 'waiting';
    this.cancelRetry = this.scheduler.after(pause, () => this.connect());
  }

  /** Abandons the socket and reconnects. */
  private drop(): void {
    const socket = this.socket;
    if (!socket) return;
    this.lost(1006);
    socket.close();
  }

  private heartbeat(): void {
    this.scheduler.after(PING_INTERVAL / 4, () => {
      if (this.isClosed) return;
      const now = this.scheduler.now();
      if (this.socket && now - this.receivedAt > SILENCE_TIMEOUT) this.drop();
      else if (this.isReady && now - this.receivedAt > PING_INTERVAL) this.send({ t: 'ping' });
      if (this.isReady) this.resendLate(now);
      this.heartbeat();
    });
  }

  private resendLate(now: number): void {
    for (const one of this.pending.values()) {
      if (NOT_RETRIED.has(one.message.t) || now - one.sentAt < ANSWER_TIMEOUT) continue;
      one.sentAt = now;
      this.send(one.message);
    }
  }

  private send(message: ClientMessage): void {
    const text = JSON.stringify(message);
    if (new TextEncoder().encode(text).length > LIMITS.message) throw new Error('the message is too long');
    this.socket?.send(text);
  }

  private sendWatch(subscription: Subscription): void {
    const request = subscription.watch();
    this.request(request).then(
      (done) => subscription.watched(done),
      (refusal: Refusal) => {
        // The disk may work again soon, and many people behind one address may come back at once.
        const isBack = 'stream' in request;
        if (refusal.code !== 'store' && !(refusal.code === 'rate' && isBack)) subscription.refused(refusal);
        else this.scheduler.after(ANSWER_TIMEOUT, () => this.rewatch(subscription));
      },
    );
  }

  /** Registers a callback for binary messages (session frames and recordings); returns its removal. */
  onBinary(take: (bytes: Uint8Array) => void): () => void {
    this.binaryListeners.add(take);
    return () => this.binaryListeners.delete(take);
  }

  sendBinary(bytes: ArrayBuffer): void {
    if (this.isReady) this.socket?.send(bytes);
  }

  private noteReceived(): void {
    this.receivedAt = this.scheduler.now();
    this.received++;
  }

  private takeBinary(bytes: Uint8Array): void {
    this.noteReceived();
    for (const take of this.binaryListeners) take(bytes);
  }

  private take(message: ServerMessage): void {
    this.noteReceived();
    switch (message.t) {
      case 'hello':
        this.receiveHello(message);
        return;
      case 'pong':
        this.clockOffset.value = message.time - this.scheduler.now();
        return;
      case 'done':
      case 'error':
        this.receiveAnswer(message);
        return;
      case 'lobby':
        this.lobby.value = message.tables;
        return;
      default:
        if ('table' in message)
          for (const subscription of this.subscriptions)
            if (subscription.table === message.table) subscription.take(message);
    }
  }

  private receiveHello(hello: Extract<ServerMessage, { t: 'hello' }>): void {
    this.clockOffset.value = hello.time - this.scheduler.now();
    this.person.value = hello.person;
    this.isReady = true;
    this.attempt.value = 0;
    // Requests that are not retried were rejected when the connection was lost. What is pending now either
    // is to be retried or was made while there was no connection.
    const retried = [...this.pending.values()];
    for (const subscription of this.subscriptions) this.sendWatch(subscription);
    if (this.wantsLobby) this.followLobby(true);
    for (const one of retried.sort((a, b) => a.message.n - b.message.n)) {
      one.sentAt = this.scheduler.now();
      this.send(one.message);
    }
    this.status.value = 'open';
  }

  private receiveAnswer(message: Extract<ServerMessage, { t: 'done' | 'error' }>): void {
    if (message.n === undefined) {
      this.receiveDismissal(message);
      return;
    }
    const one = this.pending.get(message.n);
    if (!one) return;
    this.pending.delete(message.n);
    if (message.t === 'done') one.resolve(message);
    else one.reject(refusalOf(message));
  }

  /** An error that answers nothing: its table sends this page away. */
  private receiveDismissal(message: Extract<ServerMessage, { t: 'done' | 'error' }>): void {
    if (message.t !== 'error' || !message.table || message.code !== 'forbidden') return;
    for (const one of [...this.subscriptions])
      if (one.table === message.table) one.refused(refusalOf(message));
  }
}

function refusalOf(message: Extract<ServerMessage, { t: 'error' }>): Refusal {
  const said = message.key ? { key: message.key, args: message.args ?? {} } : null;
  return new Refusal(message.code, message.reason, said);
}

/** A random identifier for this page. */
export function randomDevice(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function openSocket(): Socket {
  const url = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`;
  const socket = new WebSocket(url, SUBPROTOCOL);
  socket.binaryType = 'arraybuffer';
  return socket as unknown as Socket;
}
