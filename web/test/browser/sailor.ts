// A person at the ship, for tests of Riff Raff: sees what the page gets of the server, and steers by finger, mouse
// or keys. What a stroke brings hangs on its speed, so he looks while he strokes: at the outline, which is where the
// piece is wanted, and does not wait for the server.
import type { CDPSession, Page } from 'playwright-core';
import type { Message, Session } from '#made/proto';
import { handPlane, holding, type HandPlane } from '../../src/stage/ship_views';
import type { KitArea } from '../../src/stage/ship_models';
import type { Viewport } from '../../src/stage/viewport';
import { isHandOpen, type Phases, type Sample } from '../../src/hand/hand';
import { SessionReader } from '../../src/table/session';
import type { Frame, Pose } from '../../src/wire/frames';

export type Box = { x: number; y: number; width: number; height: number };
export type Place = [x: number, y: number];

/** The session as it arrives at a page: the truth that pictures are compared with. */
export class Watch {
  sim: Session | null = null;
  frame: Frame | null = null;
  /** The body that was held last; -1: none yet. */
  loaded = -1;
  /** There was an alarm. On a slow machine many frames come at once: it may be over before a test looks. */
  hasOpened = false;
  /** What happened, as the page was told. */
  readonly events: Message[] = [];
  /** What the page has sent: where the hand is wanted. */
  readonly sent: Sample[] = [];
  /** The pieces that the page asked the server's hand to reach for. */
  readonly named: string[] = [];
  /** Keys of what the server refused. */
  readonly refusals: string[] = [];
  private reader: SessionReader | null = null;

  /** Before the page connects. */
  constructor(page: Page, private readonly phases: Phases) {
    page.on('websocket', (socket) => {
      socket.on('framereceived', ({ payload }) => (typeof payload === 'string' ? this.hear(payload) : this.see(new Uint8Array(payload))));
      socket.on('framesent', ({ payload }) => (typeof payload === 'string' ? this.note(payload) : this.sent.push(readSample(new Uint8Array(payload)))));
    });
  }

  private hear(text: string): void {
    const message = JSON.parse(text) as { t: string; key?: string; sim?: Session | number | null; events?: Message[] };
    if (message.events) this.events.push(...message.events);
    if (message.t === 'hand') this.refusals.push(message.key ?? '');
    if (message.t === 'sim') this.begin(message as unknown as Session);
    if (message.t === 'state' && message.sim && typeof message.sim === 'object') this.begin(message.sim);
    if (message.t === 'step' && message.sim !== undefined) this.sim = this.frame = null;
  }

  private note(text: string): void {
    const message = JSON.parse(text) as { t: string; piece?: string };
    if (message.t === 'catch') this.named.push(message.piece ?? '');
  }

  private begin(sim: Session): void {
    this.sim = sim;
    this.frame = null;
    this.reader = new SessionReader(sim.sim, sim.bodies.length, sim.hz >= 100 ? Math.round(sim.hz / 50) : 1);
  }

  private see(bytes: Uint8Array): void {
    if (!this.sim || !this.reader?.take(bytes)) return;
    this.frame = this.reader.frame;
    if (!this.frame) return;
    if (this.frame.held >= 0) this.loaded = this.frame.held;
    this.hasOpened ||= isHandOpen(this.phases, this.frame);
  }

  get held(): Pose | null {
    return this.frame && this.frame.held >= 0 ? this.frame.bodies[this.frame.held] ?? null : null;
  }

  heard(key: string): Message[] {
    return this.events.filter((event) => event.key === key);
  }

  get lastSent(): Sample | null {
    return this.sent.at(-1) ?? null;
  }
}

/** Keeps all that is said in some places of the page from its beginning on: the next sentence may be there before a test looks. */
export async function collect(page: Page, places: string): Promise<() => Promise<string[]>> {
  await page.addInitScript((where) => {
    const said: string[] = [];
    new MutationObserver(() => {
      for (const place of document.querySelectorAll(where)) {
        const text = place.textContent ?? '';
        if (text && !said.includes(text)) said.push(text);
      }
    }).observe(document, { childList: true, characterData: true, subtree: true });
    Object.assign(window, { said });
  }, places);
  return () => page.evaluate(() => (window as unknown as { said: string[] }).said);
}

/** All that the page says aloud. */
export async function listen(page: Page): Promise<() => Promise<string>> {
  const said = await collect(page, '#speech, #question');
  return async () => (await said()).join(' ');
}

/** The first sample of a message of a hand. */
function readSample(bytes: Uint8Array): Sample {
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [x, y, z, ...turned] = Array.from({ length: 7 }, (_unused, i) => data.getInt32(12 + 4 * i, true)) as [number, number, number, number, number, number, number];
  return { tick: data.getUint32(8, true), pose: { at: [x, y, z], turned }, grip: bytes[40] === 1 };
}

/** What a pixel means where the ship is drawn solid, for the camera as it begins, or turned about the ship. */
export function planeOf(area: KitArea, board: Box, yaw = 0): HandPlane {
  const viewport = { free: board, width: board.width, height: board.height } as unknown as Viewport;
  return handPlane(viewport, holding(area, { yaw, pitch: 0 }));
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
    await sleep(120);
    await this.lift(0);
  }
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Until the held piece is seen to stand still. */
export async function settle(watch: Watch): Promise<Pose> {
  for (let still = 0, tries = 0; tries < 400; tries++) {
    const before = watch.held;
    await sleep(100);
    const now = watch.held;
    still = now && before && farFrom(now.at, before.at) < 200 ? still + 1 : 0;
    if (now && still === 4) return now;
  }
  throw new Error(watch.held ? 'the piece never stands still' : 'nothing is held');
}

/** Until the page wants the same for a while: what was smoothed has come after the finger. `isThere`: and until it is
 * what a control should bring; a slow machine takes its time. What it wants then is for the test to judge. */
export async function rest(watch: Watch, isThere: (pose: Pose) => boolean = () => true): Promise<Pose> {
  for (let still = 0, tries = 0; ; tries++) {
    const before = JSON.stringify(watch.lastSent?.pose);
    await sleep(90);
    const pose = watch.lastSent?.pose ?? watch.held;
    still = JSON.stringify(watch.lastSent?.pose) === before ? still + 1 : 0;
    if (pose && still >= 3 && (isThere(pose) || tries > 300)) return pose;
    if (tries > 600) throw new Error('nothing is wanted, or never the same');
  }
}

export function farFrom(a: readonly number[], b: readonly number[]): number {
  return Math.hypot(...a.map((value, i) => value - (b[i] ?? 0)));
}

/** Where the flat picture draws what is wanted, or held: the middle, from above. */
export async function outlineAt(page: Page, what: 'wanted' | 'held' = 'wanted'): Promise<Place> {
  const points = (await page.locator(`.flat-above .${what}`).getAttribute('points')) ?? '';
  const [across, along] = [0, 1].map((i) => points.split(' ').map((point) => Number(point.split(',')[i]))) as [number[], number[]];
  const middle = (list: number[]): number => -(Math.min(...list) + Math.max(...list)) / 2;
  return [middle(along), middle(across)];
}

/** A thumb strokes more than it wants to go, as slow strokes are shorter; and so near is near enough, in micrometres. */
const MORE = 1.4;
const NEAR = 700;

/** One stroke of a thumb that looks at the outline: it goes on until that is at the place. */
export async function strokeTo(seen: () => Promise<Place>, thumbs: Thumbs, plane: HandPlane, board: Box, to: Place): Promise<void> {
  const [left, top] = [board.x + 70, board.y + 60];
  const within = (value: number, from: number, size: number): number => Math.min(from + size, Math.max(from, value));
  const clamp = ([x, y]: Place): Place => [within(x, left, board.width - 140), within(y, top, board.height - 120)];
  let finger = clamp(middleOf(board));
  await thumbs.press(0, finger);
  for (let looks = 0; looks < 14; looks++) {
    const at = await seen();
    if (farFrom(at, to) < NEAR) break;
    const [right, down] = pixelsTo(plane, at, to);
    const from = finger;
    finger = clamp([from[0] + right * MORE, from[1] + down * MORE]);
    if (farFrom(finger, from) < 1) break;
    for (let i = 1; i <= 4; i++) await thumbs.move({ 0: [from[0] + ((finger[0] - from[0]) * i) / 4, from[1] + ((finger[1] - from[1]) * i) / 4] });
    await untilStill(seen);
  }
  await thumbs.lift(0);
}

/** One stroke along the rope, until the piece is wanted so high; `rise` is what a pixel brings. */
export async function ropeTo(watch: Watch, thumbs: Thumbs, rope: Place, rise: number, height: number): Promise<void> {
  let down = 0;
  await thumbs.press(0, rope);
  for (let looks = 0; looks < 20; looks++) {
    const over = (watch.lastSent?.pose ?? watch.held)?.at[2] ?? height;
    if (Math.abs(over - height) < 1000) break;
    const [from, step] = [down, ((over - height) / rise) * MORE];
    down += Math.sign(step) * Math.max(4, Math.abs(step));
    for (let i = 1; i <= 4; i++) await thumbs.move({ 0: [rope[0], rope[1] + from + ((down - from) * i) / 4] });
    await rest(watch);
  }
  await thumbs.lift(0);
}

/** Until the outline hardly moves. */
async function untilStill(seen: () => Promise<Place>): Promise<void> {
  for (let before = await seen(), still = 0, tries = 0; tries < 100 && still < 2; tries++) {
    await sleep(40);
    const now = await seen();
    still = farFrom(now, before) < 300 ? still + 1 : 0;
    before = now;
  }
}

/** Which pixel of the flat picture shows a place (y, z) of the plane in which is caught. */
export function catchPixel(kit: { catch_plane: { from: [number, number]; to: [number, number] } }, board: Box, [y, z]: Place): Place {
  const { from, to } = kit.catch_plane;
  const scale = Math.max((to[0] - from[0]) / board.width, (to[1] - from[1]) / board.height);
  return [board.x + board.width / 2 + ((from[0] + to[0]) / 2 - y) / scale, board.y + board.height / 2 + ((from[1] + to[1]) / 2 - z) / scale];
}

/** What a pixel means in the flat picture. */
export function flatPlane(kit: { catch_plane: { from: [number, number]; to: [number, number] } }, board: Box): HandPlane {
  const { from, to } = kit.catch_plane;
  const scale = Math.max((to[0] - from[0]) / board.width, (to[1] - from[1]) / board.height);
  return { right: [0, -scale], up: [scale, 0], rise: scale };
}
