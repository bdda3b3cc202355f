// What can be checked by looking at a drawn page: texts that are cut or lie on each other, small controls,
// things outside of the window, weak contrast against the pixels behind a text, colours without marks.
import { inflateSync } from 'node:zlib';
import type { Page } from 'playwright-core';

/** Texts that are cut or leave the window; words that are broken without a hyphen; controls that are too small; a brass
 * button that cannot be reached without scrolling. Long names of people may be shortened: their title has them whole. */
export async function findTightPlaces(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const say = (one: Element): string => `${one.tagName.toLowerCase()}.${one.className} "${(one.textContent ?? '').trim().slice(0, 30)}"`;
    const isShown = (one: Element): boolean => {
      const style = getComputedStyle(one);
      const box = one.getBoundingClientRect();
      // What is spoken only is a pixel wide, a little more where it lies aslant.
      return box.width > 1.5 && box.height > 1.5 && style.visibility !== 'hidden' && !one.closest('.unseen, [aria-hidden=true], option');
    };
    if (document.documentElement.scrollWidth > window.innerWidth + 1) found.push(`the page is ${document.documentElement.scrollWidth} wide`);
    for (const one of document.querySelectorAll<HTMLElement>('button, select, input:not([type=checkbox]):not([type=radio]), a')) {
      const box = one.getBoundingClientRect();
      if (isShown(one) && (box.height < 43.5 || box.width < 43.5)) found.push(`small: ${say(one)} ${Math.round(box.width)}x${Math.round(box.height)}`);
    }
    for (const one of document.querySelectorAll<HTMLElement>('main *')) {
      const style = getComputedStyle(one);
      const hasText = [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
      if (!hasText || !isShown(one) || one.closest('.name, bdi, .who, .state, svg')) continue;
      if (style.overflowX !== 'visible' && one.scrollWidth > one.clientWidth + 2 && !['INPUT', 'SELECT'].includes(one.tagName)) found.push(`cut: ${say(one)}`);
      const box = one.getBoundingClientRect();
      const scrolls = one.closest('.scroll, .mugs, .fan, .seats, .word-buttons, .ending-pad, .lines, .bill ol, .hand, .open-tables ul, .sentences');
      if (!scrolls && (box.left < -1 || box.right > window.innerWidth + 1)) found.push(`outside: ${say(one)} ${Math.round(box.left)} to ${Math.round(box.right)}`);
    }
    for (const one of document.querySelectorAll<HTMLElement>('main h1, main h2, main .band, main button, main .bill .guest bdi')) {
      const walker = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
      while (isShown(one) && walker.nextNode()) {
        // What is spoken only is a pixel wide.
        if (!isShown(walker.currentNode.parentElement as Element)) continue;
        for (const { 0: word, index } of (walker.currentNode.textContent ?? '').matchAll(/\p{L}[\p{L}\u00ad]{2,}/gu)) {
          const range = document.createRange();
          range.setStart(walker.currentNode, index);
          range.setEnd(walker.currentNode, index + word.length);
          // Parts of a line that lies a little aslant begin at almost the same height.
          const tops = [...range.getClientRects()].map((box) => box.top).sort((a, b) => a - b);
          const lines = tops.filter((top, i) => i === 0 || top - (tops[i - 1] ?? 0) > 6).length;
          if (lines > word.split('\u00ad').length) found.push(`broken: "${word}" in ${say(one)}`);
        }
      }
    }
    // The names of the house's own guests have nine signs at most.
    for (const one of document.querySelectorAll<HTMLElement>('.seats .name, .seats .name bdi')) {
      if (isShown(one) && (one.textContent ?? '').length < 10 && one.scrollWidth > one.clientWidth + 1) found.push(`a short name is shortened: ${say(one)}`);
    }
    // A card may end in an ellipsis, but not in the middle of a line.
    for (const one of document.querySelectorAll<HTMLElement>('main .dragon-card')) {
      if (isShown(one) && one.scrollHeight > one.clientHeight + 2) found.push(`cut below: ${say(one)}`);
    }
    for (const text of document.querySelectorAll<HTMLElement>('main .dragon-card.large :is(.title, .text)')) {
      const box = text.getBoundingClientRect();
      const lines = [...document.querySelectorAll('main .dragon :is(.plate, .coaster, .coin)')].filter((one) => {
        const over = one.getBoundingClientRect();
        return over.width > 0 && Math.min(box.right, over.right) - Math.max(box.left, over.left) > 4 && Math.min(box.bottom, over.bottom) - Math.max(box.top, over.top) > 4;
      });
      if (isShown(text)) found.push(...lines.map((one) => `on a card's words: ${say(one)}`));
    }
    // Older things may be scrolled away; the card in the middle is not.
    for (const one of document.querySelectorAll<HTMLElement>('main .heart .dragon-card.large:not(.on-table)')) {
      const [box, heart] = [one.getBoundingClientRect(), (one.closest('.heart') as Element).getBoundingClientRect()];
      const isLarge = document.documentElement.classList.contains('large-text');
      if (!isLarge && (box.top < heart.top - 2 || box.bottom > heart.bottom + 2 || box.left < heart.left - 2 || box.right > heart.right + 2)) found.push(`cut in the middle: ${say(one)}`);
    }
    for (const one of document.querySelectorAll<HTMLElement>('.press .brass, .make:not(:disabled)')) {
      const box = one.getBoundingClientRect();
      if (box.top < 0 || box.bottom > window.innerHeight + 1) found.push(`the button is not in the window: ${say(one)} ${Math.round(box.top)} to ${Math.round(box.bottom)}`);
    }
    return found;
  });
}

/** Tags of barrels that lie on each other or under the plate of sums. (What is covered is not read by those who look for
 * texts on each other.) */
async function findBuriedTags(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const boxes = [...document.querySelectorAll('.stands .tag, .worth, .odds')].map((one) => ({ text: (one.textContent ?? '').trim(), box: one.getBoundingClientRect() }));
    return boxes.flatMap((a, i) => boxes.slice(i + 1).flatMap((b) => {
      const wide = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
      const high = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
      return wide > 3 && high > 3 ? [`"${a.text}" lies on "${b.text}" ${Math.round(wide)}x${Math.round(high)}`] : [];
    }));
  });
}

/** Reads which motions of the page that was loaded last took longer than 400 ms and are no show. */
export async function watchMotions(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const found = new Set<string>();
    Object.assign(window, { longMotions: found });
    // The bill and the throw may take longer, and time that runs down does.
    const shows = '.bill, .cup.rolls, .timer';
    const note = (event: Event): void => {
      const one = event.target as Element;
      if (one.closest(shows)) return;
      for (const motion of one.getAnimations({ subtree: true })) {
        const target = (motion.effect as KeyframeEffect).target;
        const ms = Number(motion.effect?.getComputedTiming().endTime ?? 0);
        if (ms > 400 && !target?.closest(shows)) found.add(`${ms} ms: ${target?.tagName} ${target?.className}`);
      }
    };
    for (const kind of ['animationstart', 'transitionrun']) document.addEventListener(kind, note, true);
  });
  return () => page.evaluate(() => [...(window as unknown as { longMotions: Set<string> }).longMotions]);
}

/** With large text the parts of a table's head follow each other: none is squashed or lies on another. */
export async function findSquashedHeads(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const heads = [...document.querySelectorAll('.table > .bar > *, .table > .seats > li, .table > .ribbon .band')].map((one) => ({ text: one.textContent, box: one.getBoundingClientRect(), part: one.closest('.bar, .seats, .ribbon') }));
    heads.forEach((a, i) => heads.slice(i + 1).forEach((b) => {
      const wide = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
      const high = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
      if (a.part !== b.part && wide > 4 && high > 8) found.push(`"${a.text}" lies on "${b.text}"`);
    }));
    return found;
  });
}

type Text = { text: string; x: number; y: number; w: number; h: number; colour: number[]; size: number; opacity: number };

/** Every text with its box, and whether another text lies on it. */
async function readTexts(page: Page): Promise<{ texts: Text[]; overlaps: string[] }> {
  return page.evaluate(() => {
    const texts: Text[] = [];
    const boxes: { node: Element; box: DOMRect; text: string }[] = [];
    /** Partly scrolled out of its list: that line is not read now. */
    const isClipped = (from: Element, box: DOMRect): boolean => {
      for (let one: Element | null = from; one; one = one.parentElement) {
        if (getComputedStyle(one).overflowY === 'visible') continue;
        const frame = one.getBoundingClientRect();
        if (box.top < frame.top || box.bottom > frame.bottom || box.left < frame.left || box.right > frame.right) return true;
      }
      return false;
    };
    const bubble = document.querySelector('.guide')?.getBoundingClientRect();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode;
      const parent = node.parentElement as Element;
      // A chosen card lies in the middle; the gap that it leaves in the hand keeps its words and shows none.
      if (!node.textContent?.trim() || parent.closest('svg, script, noscript, .unseen, option, select, .gap') || getComputedStyle(parent).clipPath !== 'none' || !parent.checkVisibility()) continue;
      const style = getComputedStyle(parent);
      let opacity = 1;
      for (let one: Element | null = parent; one; one = one.parentElement) opacity *= Number(getComputedStyle(one).opacity);
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const box of range.getClientRects()) {
        if (box.width < 3 || box.height < 5) continue;
        if (isClipped(parent, box)) continue;
        // The guide's bubble may cover a part of a line; its paper is not what lies behind that line.
        if (bubble && !parent.closest('.guide') && box.top < bubble.bottom && box.bottom > bubble.top && box.left < bubble.right && box.right > bubble.left) continue;
        // What something else covers on purpose (a drawer, the bill, a button that stays in sight) is not read.
        const points: [number, number][] = [[0.5, 0.5], [0.05, 0.2], [0.95, 0.8]];
        const tops = points.map(([x, y]) => document.elementFromPoint(box.left + box.width * x, box.top + box.height * y));
        if (!tops.every((top) => top && (parent.contains(top) || top.contains(parent)))) continue;
        texts.push({ text: node.textContent.trim().slice(0, 30), x: box.left, y: box.top, w: box.width, h: box.height, colour: (style.color.match(/[\d.]+/g) ?? []).map(Number), size: parseFloat(style.fontSize), opacity });
        boxes.push({ node: parent, box, text: node.textContent.trim().slice(0, 20) });
      }
    }
    const overlaps: string[] = [];
    boxes.forEach((a, i) => boxes.slice(i + 1).forEach((b) => {
      if (a.node === b.node || a.node.contains(b.node) || b.node.contains(a.node)) return;
      // A typeface's box is higher than its letters: a fifth above and below is air.
      const [airA, airB] = [a.box.height / 5, b.box.height / 5];
      const wide = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
      const high = Math.min(a.box.bottom - airA, b.box.bottom - airB) - Math.max(a.box.top + airA, b.box.top + airB);
      if (wide > 4 && high > 2) overlaps.push(`"${a.text}" and "${b.text}"`);
    }));
    return { texts, overlaps };
  });
}

export async function findOverlaps(page: Page): Promise<string[]> {
  return (await readTexts(page)).overlaps.map((one) => `overlap: ${one}`);
}

export type Picture = { width: number; height: number; parts: number; data: Uint8Array };

/** A PNG of eight bits a part, without interlacing, as browsers make them. */
export function readPng(bytes: Uint8Array): Picture {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let [at, width, height, parts] = [8, 0, 0, 4];
  const packed: Uint8Array[] = [];
  while (at < bytes.length) {
    const length = view.getUint32(at);
    const kind = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (kind === 'IHDR') {
      width = view.getUint32(at + 8);
      height = view.getUint32(at + 12);
      parts = bytes[at + 17] === 6 ? 4 : 3;
    }
    if (kind === 'IDAT') packed.push(bytes.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  const all = new Uint8Array(packed.reduce((sum, one) => sum + one.length, 0));
  packed.reduce((to, one) => (all.set(one, to), to + one.length), 0);
  return { width, height, parts, data: unfilter(inflateSync(all), width * parts, height, parts) };
}

function unfilter(raw: Uint8Array, row: number, height: number, parts: number): Uint8Array {
  const data = new Uint8Array(row * height);
  for (let y = 0, from = 0; y < height; y++) {
    const filter = raw[from++];
    for (let x = 0; x < row; x++, from++) {
      const left = x >= parts ? (data[y * row + x - parts] as number) : 0;
      const up = y ? (data[(y - 1) * row + x] as number) : 0;
      const corner = x >= parts && y ? (data[(y - 1) * row + x - parts] as number) : 0;
      const guess = left + up - corner;
      const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
      const paeth = a <= b && a <= c ? left : b <= c ? up : corner;
      const add = [0, left, up, (left + up) >> 1, paeth][filter ?? 0] ?? 0;
      data[y * row + x] = ((raw[from] as number) + add) & 255;
    }
  }
  return data;
}

const linear = (part: number): number => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4);
const light = (r: number, g: number, b: number): number => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);

/** Makes all letters transparent, at once and until they are drawn so, or gives them their colours back. No
 * animation is taken away: it would begin anew afterwards. */
async function hideTexts(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate((hides) => {
    const still = 'transition: none !important; animation-play-state: paused !important;';
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`* { ${still} ${hides ? 'color: transparent !important; text-shadow: none !important; caret-color: transparent !important' : ''} }`);
    document.adoptedStyleSheets = [sheet];
    return new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => {
      if (!hides) document.adoptedStyleSheets = [];
      resolve();
    })));
  }, isHidden);
}

/** The window as it is drawn, packed loosely: packing wood tightly takes a second. */
export async function takePicture(page: Page): Promise<Picture> {
  const tools = await page.context().newCDPSession(page);
  const { data } = await tools.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true });
  await tools.detach();
  return readPng(Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0)));
}

/** How many pixels two pictures do not share; edges that were turned may be softened in another way. */
export function differences(a: Picture, b: Picture): number {
  const softened = 64;
  let count = 0;
  for (let at = 0; at < a.data.length; at += a.parts) {
    if ([0, 1, 2].some((part) => Math.abs((a.data[at + part] as number) - (b.data[at + part] as number)) > softened)) count++;
  }
  return count;
}

/** Texts that lie on each other, and those whose contrast against the pixels behind them is too weak: 4.5, from
 * 24 px 3. */
async function findUnreadable(page: Page): Promise<string[]> {
  const { texts, overlaps } = await readTexts(page);
  await hideTexts(page, true);
  const picture = await takePicture(page);
  await hideTexts(page, false);
  const weak: string[] = [];
  for (const one of texts) {
    if (one.x < 0 || one.y < 0 || one.x + one.w > picture.width || one.y + one.h > picture.height) continue;
    const contrasts: number[] = [];
    for (let y = Math.floor(one.y + one.h * 0.15); y < one.y + one.h * 0.85; y += 2) {
      for (let x = Math.floor(one.x); x < one.x + one.w; x += 2) contrasts.push(contrastAt(picture, x, y, one));
    }
    contrasts.sort((a, b) => a - b);
    const low = contrasts[Math.floor(contrasts.length * 0.1)] ?? 21;
    if (low < (one.size >= 24 ? 3 : 4.5)) weak.push(`weak: ${low.toFixed(1)} "${one.text}" ${one.size}px`);
  }
  return [...overlaps.map((one) => `overlap: ${one}`), ...new Set(weak)];
}

function contrastAt(picture: Picture, x: number, y: number, text: Text): number {
  const at = (y * picture.width + x) * picture.parts;
  const behind = [0, 1, 2].map((i) => picture.data[at + i] as number);
  const alpha = (text.colour[3] ?? 1) * text.opacity;
  const front = behind.map((part, i) => (text.colour[i] ?? 0) * alpha + part * (1 - alpha));
  const [a, b] = [light(...(front as [number, number, number])) + 0.05, light(...(behind as [number, number, number])) + 0.05];
  return Math.max(a, b) / Math.min(a, b);
}

/** W-17: wherever a seat's colour is set, its mark is inside, or beside it in the same line, button, row, drawing or part. */
export async function findColoursAlone(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    for (const one of document.querySelectorAll('[class*="seat-"]')) {
      const seat = /(?:^|\s)seat-(\d)/.exec(one.getAttribute('class') ?? '')?.[1];
      if (seat === undefined) continue;
      const near = one.closest('li, button, tr, svg') ?? (one.parentElement as Element);
      const isMarked = one.matches(`[data-mark="${seat}"]`) || one.querySelector(`[data-mark="${seat}"]`) || near.querySelector(`[data-mark="${seat}"]`);
      if (!isMarked) found.push(`${one.tagName} ${one.getAttribute('class')}`);
    }
    return found;
  });
}

/** All that one look finds on a screen. */
async function lookOnce(page: Page): Promise<string[]> {
  return [...(await findTightPlaces(page)), ...(await findBuriedTags(page)), ...(await findUnreadable(page)), ...(await findColoursAlone(page)).map((one) => `no mark: ${one}`)];
}

/** Until nothing has changed for 150 ms and nothing moves that comes to an end by itself. */
export async function waitForRest(page: Page): Promise<void> {
  await page.evaluate(() => new Promise<void>((resolve) => {
    const isMoving = (): boolean => document.getAnimations().some((one) => one.playState === 'running' && one.effect?.getComputedTiming().iterations !== Infinity);
    let last = performance.now();
    const watch = new MutationObserver(() => (last = performance.now()));
    watch.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
    const glance = setInterval(() => {
      if (isMoving()) last = performance.now();
      if (performance.now() - last < 150) return;
      clearInterval(glance);
      watch.disconnect();
      resolve();
    }, 25);
  }));
}

/** How often something must be seen to count. */
const LOOKS = 4;

/** What is wrong counts if it still is when nothing moves any more: a drawer that rises is no fault. */
export async function look(page: Page): Promise<string[]> {
  let found: string[] = [];
  for (let i = 0; i < LOOKS; i++) {
    await waitForRest(page);
    const now = await lookOnce(page);
    found = i ? found.filter((one) => now.includes(one)) : now;
    if (!found.length) return [];
    await page.waitForTimeout(400);
  }
  return found;
}

export async function enlarge(page: Page, on: boolean): Promise<void> {
  await page.evaluate((isLarge) => (document.documentElement.style.fontSize = isLarge ? '200%' : ''), on);
  // Whoever measures the text says so by a class of the page.
  await page.waitForFunction((isLarge) => !document.querySelector('.rem-probe') || document.documentElement.classList.contains('large-text') === isLarge, on);
}

/** Whether the parts follow each other now, because so few lines fit. */
const isLarge = (page: Page): Promise<boolean> => page.evaluate(() => document.documentElement.classList.contains('large-text'));

/** What is wrong with text of twice the size. */
export async function lookAtLarge(page: Page): Promise<string[]> {
  await enlarge(page, true);
  await waitForRest(page);
  const found = [...(await findTightPlaces(page)), ...(await isLarge(page) ? await findSquashedHeads(page) : []), ...(await findOverlaps(page))];
  await enlarge(page, false);
  return found.map((one) => `at 200 %: ${one}`);
}
