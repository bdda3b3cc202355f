// A person at the ship, for tests of Riff Raff: sees what the page gets of the server, and steers by finger, mouse
// or keys. What a stroke brings hangs on its speed, so he looks after each one.
import type { CDPSession, Page } from 'playwright-core';
import type { Message, Session } from '#made/proto';
import { handPlane, holding, type HandPlane } from '../../src/stage/ship_views';
import type { KitArea } from '../../src/stage/ship_models';
import type { Theatre } from '../../src/stage/theatre';
import { SessionReader } from '../../src/table/session';
import type { Frame, Pose } from '../../src/wire/frames';

export type Box = { x: number; y: number; width: number; height: number };
export type Place = [x: number, y: number];

/** The session as it arrives at a page: the truth that pictures are compared with. */
export class Watch {
  sim: Session | null = null;
  frame: Frame | null = null;
  /** What happened, as the page was told. */
  readonly events: Message[] = [];
  private reader: SessionReader | null = null;

  /** Before the page connects. */
  constructor(page: Page) {
    page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => (typeof payload === 'string' ? this.hear(payload) : this.see(new Uint8Array(payload)))));
  }

  private hear(text: string): void {
    const message = JSON.parse(text) as { t: string; sim?: Session | number | null; events?: Message[]; recent?: Message[][] };
    if (message.events) this.events.push(...message.events);
    if (message.t === 'sim') this.begin(message as unknown as Session);
    if (message.t === 'state' && message.sim && typeof message.sim === 'object') this.begin(message.sim);
    if (message.t === 'step' && message.sim !== undefined) this.sim = this.frame = null;
  }

  private begin(sim: Session): void {
    this.sim = sim;
    this.frame = null;
    this.reader = new SessionReader(sim.sim, sim.bodies.length, sim.hz >= 100 ? Math.round(sim.hz / 50) : 1);
  }

  private see(bytes: Uint8Array): void {
    if (this.sim && this.reader?.take(bytes)) this.frame = this.reader.frame;
  }

  get held(): Pose | null {
    return this.frame && this.frame.held >= 0 ? this.frame.bodies[this.frame.held] ?? null : null;
  }

  heard(key: string): Message[] {
    return this.events.filter((event) => event.key === key);
  }
}

/** What a pixel means where the ship is drawn solid, for the camera as it begins. */
export function planeOf(area: KitArea, board: Box): HandPlane {
  const theatre = { free: board, width: board.width, height: board.height } as unknown as Theatre;
  return handPlane(theatre, holding(area, { yaw: 0, pitch: 0 }));
}

/** Pixels to the right and down that bring a piece from one place of the ship to another. */
export function pixelsTo(plane: HandPlane, from: Place, to: Place): Place {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const { right: [a, b], up: [c, d] } = plane;
  const whole = a * d - b * c;
  return [(dx * d - dy * c) / whole, -(a * dy - b * dx) / whole];
}

export const middleOf = (box: Box): Place => [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)];

export async function boxOf(page: Page, name: string): Promise<Box> {
  const box = await page.locator(name).first().boundingBox();
  if (!box) throw new Error(`${name} is not seen`);
  return box;
}

/** Fingers, sent through the browser's debugger: each has a number and a place. */
export class Thumbs {
  private readonly down = new Map<number, Place>();
  private constructor(private readonly wire: CDPSession) {}

  static async of(page: Page): Promise<Thumbs> {
    return new Thumbs(await page.context().newCDPSession(page));
  }

  private send(type: 'touchStart' | 'touchMove' | 'touchEnd'): Promise<unknown> {
    return this.wire.send('Input.dispatchTouchEvent', { type, touchPoints: [...this.down].map(([id, [x, y]]) => ({ id, x, y })) });
  }

  async press(id: number, at: Place): Promise<void> {
    this.down.set(id, at);
    await this.send('touchStart');
  }

  async move(places: Record<number, Place>): Promise<void> {
    for (const [id, at] of Object.entries(places)) this.down.set(Number(id), at);
    await this.send('touchMove');
  }

  async lift(id: number): Promise<void> {
    this.down.delete(id);
    await this.send('touchEnd');
  }

  /** One finger along a line; it rests at the end before it is lifted. */
  async stroke(from: Place, way: Place, steps = 8): Promise<void> {
    await this.press(0, from);
    for (let i = 1; i <= steps; i++) await this.move({ 0: [from[0] + (way[0] * i) / steps, from[1] + (way[1] * i) / steps] });
    await new Promise((resolve) => setTimeout(resolve, 120));
    await this.lift(0);
  }
}

/** Until the held piece is seen to stand still. */
export async function settle(page: Page, watch: Watch): Promise<Pose> {
  for (let still = 0, tries = 0; tries < 100; tries++) {
    const before = watch.held?.at ?? [0, 0, 0];
    await page.waitForTimeout(150);
    const now = watch.held;
    if (!now) throw new Error('nothing is held');
    still = Math.hypot(...now.at.map((value, i) => value - (before[i] ?? 0))) < 200 ? still + 1 : 0;
    if (still === 3) return now;
  }
  throw new Error('the piece never stands still');
}
