// A server of our own for browser tests, and Debian's Chromium. Both end with the test.
import { spawn, type ChildProcess } from 'node:child_process';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';

export const PROGRAM = process.env['SPELUNKE'] ?? '../build/gcc/spelunke';
const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const PATIENCE = 90000;
const AXE = readFileSync(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');

/** Starts the server on a free port; its first line says which. With `--lan` it goes without `--test`: no seeds there. */
export class Tavern {
  url = '';
  /** Where the plain page begins. */
  get plain(): string {
    return `${this.url}/plain`;
  }
  private child: ChildProcess | null = null;
  private more: string[] = [];
  private readonly data = mkdtempSync(join(tmpdir(), 'spelunke-'));

  async start(...more: string[]): Promise<void> {
    this.more = more;
    const child = spawn(PROGRAM, ['serve', '--port', '0', '--data', this.data, ...(more.includes('--lan') ? [] : ['--test']), ...more]);
    this.child = child;
    this.url = await new Promise<string>((resolve, reject) => {
      let said = '';
      child.stdout.on('data', (bytes: Uint8Array) => {
        said += bytes.toString();
        const found = /listening on (http:\S+)/.exec(said);
        if (found?.[1]) resolve(found[1]);
      });
      child.stderr.on('data', (bytes: Uint8Array) => (said += bytes.toString()));
      child.on('exit', (code: number) => reject(new Error(`the server ended with ${code}: ${said}`)));
    });
  }

  /** SIGSTOP holds time still for a picture, SIGCONT lets it go on. */
  signal(name: 'SIGSTOP' | 'SIGCONT'): void {
    this.child?.kill(name);
  }

  /** Ends the server and starts it anew, at another port; meanwhile what it keeps may be changed. */
  async restart(change: (data: string) => void): Promise<void> {
    await this.end();
    change(this.data);
    await this.start(...this.more);
  }

  async stop(): Promise<number> {
    if (!this.child) return 0;
    const code = await this.end();
    rmSync(this.data, { recursive: true, force: true });
    return code;
  }

  private async end(): Promise<number> {
    const child = this.child as ChildProcess;
    this.child = null;
    child.removeAllListeners('exit');
    const ended = new Promise<number>((resolve) => child.on('exit', (code: number) => resolve(code)));
    child.kill('SIGTERM');
    return ended;
  }
}

/** Milliseconds each way; every so manieth chunk comes so much later, and what is behind it waits: loss, as TCP shows it. */
export type Delay = { ms: number; every?: number; late?: number };

/** One direction of a connection: chunks arrive late, and in order. */
class Pipe {
  private readonly waiting: { bytes: Uint8Array | null; due: number }[] = [];
  private chunks = 0;

  constructor(from: Socket, private readonly to: Socket, private readonly delay: Delay) {
    from.on('data', (bytes: Uint8Array) => this.push(bytes));
    from.on('end', () => this.push(null));
  }

  private push(bytes: Uint8Array | null): void {
    const { ms, every, late } = this.delay;
    const isLate = bytes !== null && every !== undefined && ++this.chunks % every === 0;
    const due = Math.max(this.waiting.at(-1)?.due ?? 0, performance.now() + ms + (isLate ? late ?? 0 : 0));
    if (this.waiting.push({ bytes, due }) === 1) this.plan();
  }

  private plan(): void {
    const first = this.waiting[0];
    if (first) setTimeout(() => this.deliver(), Math.max(0, first.due - performance.now()));
  }

  private deliver(): void {
    const { bytes } = this.waiting.shift() ?? { bytes: null };
    if (this.to.destroyed) return;
    if (bytes) this.to.write(bytes);
    else this.to.end();
    this.plan();
  }
}

/** A line between browser and server that can be cut, and may be slow. */
export class Line {
  url = '';
  private isCut = false;
  private readonly sockets = new Set<Socket>();
  private readonly server: Server;

  constructor(private readonly target: string, private readonly delay: Delay | null = null) {
    this.server = createServer((socket) => this.join(socket));
  }

  private join(socket: Socket): void {
    if (this.isCut) {
      socket.destroy();
      return;
    }
    const onward = connect(Number(new URL(this.target).port), '127.0.0.1');
    for (const [one, other] of [[socket, onward], [onward, socket]] as const) {
      this.sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        this.sockets.delete(one);
        other.destroy();
      });
      if (this.delay) new Pipe(one, other, this.delay);
      else one.pipe(other);
    }
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${this.server.address().port}`;
  }

  cut(): void {
    this.isCut = true;
    for (const socket of this.sockets) socket.destroy();
  }

  mend(): void {
    this.isCut = false;
  }

  stop(): void {
    this.cut();
    this.server.close();
  }
}

export async function openBrowser(...more: string[]): Promise<Browser> {
  return chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync', ...more],
  });
}

type Visitor = { page: Page; context: BrowserContext; complaints: string[] };

/** A visitor with a language and a size of the window; whatever the page complains about is kept. */
export async function visit(browser: Browser, language = 'en', width = 1280, height = 800, hasTouch = false): Promise<Visitor> {
  const context = await browser.newContext({ locale: language, viewport: { width, height }, hasTouch, isMobile: hasTouch });
  // A slow machine gets patience; nothing here is a limit on speed.
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    // A newcomer has no login yet, and the browser says so.
    if (message.type() === 'error' && !message.text().includes('401')) complaints.push(message.text());
  });
  return { page, context, complaints };
}

/** A server and a browser of its own: what the tests of one file share. */
class OpenTavern extends Tavern {
  browser!: Browser;

  visit(...as: [language?: string, width?: number, height?: number, hasTouch?: boolean]): Promise<Visitor> {
    return visit(this.browser, ...as);
  }
}

/** Opens both before the first test of a file and closes them after the last one. No test here draws with the
 * graphics card: who wants three dimensions opens another browser. */
export function openTavern(): OpenTavern {
  const tavern = new OpenTavern();
  beforeAll(async () => {
    await tavern.start();
    tavern.browser = await openBrowser('--disable-3d-apis');
  }, PATIENCE);
  afterAll(async () => {
    await tavern.browser?.close();
    expect(await tavern.stop()).toBe(0);
  }, PATIENCE);
  return tavern;
}

/** What axe-core finds serious or worse. */
export async function findFaults(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    type Violation = { id: string; impact: string; nodes: { html: string }[] };
    const axe = (window as unknown as { axe: { run(): Promise<{ violations: Violation[] }> } }).axe;
    const { violations } = await axe.run();
    return violations.filter((one) => ['serious', 'critical'].includes(one.impact)).map((one) => `${one.id}: ${one.nodes[0]?.html}`);
  });
}

/** Texts that are cut or wider than the window, and controls that are too small for a finger. */
export async function findTightPlaces(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    if (document.documentElement.scrollWidth > window.innerWidth + 1) found.push(`the page is ${document.documentElement.scrollWidth} wide`);
    for (const one of document.querySelectorAll<HTMLElement>('button, select, input:not([type=checkbox]):not([type=radio]), a')) {
      const box = one.getBoundingClientRect();
      if (box.width && (box.height < 43.5 || box.width < 43.5)) found.push(`${one.tagName} ${one.textContent?.slice(0, 30)}: ${Math.round(box.width)}x${Math.round(box.height)}`);
    }
    return found;
  });
}
