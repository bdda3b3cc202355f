// The entries of a finished match, and the views of all seats before and after each. They are fetched in
// pages on demand, so that playback can start at any entry.
import type { Info, Message, Turn, View } from '#made/proto';
import { applyDifference, type Json } from '../../wire/difference';
import type { Replay, Step } from '../../wire/http';

/** Entries per request. */
export const PAGE = 200;

export type Fetch = (from: number, count: number) => Promise<Replay>;
type Page = { steps: Step[]; views: View[][] };

export class EntryCache {
  info: Info | null = null;
  entries = 0;
  private readonly pages = new Map<number, Promise<Page>>();
  private readonly known = new Map<number, Page>();

  constructor(private readonly fetch: Fetch) {}

  /** Fetches the page with this entry, once. */
  private page(entry: number): Promise<Page> {
    const number = Math.floor(entry / PAGE);
    let page = this.pages.get(number);
    if (!page) {
      page = this.fetch(number * PAGE, PAGE).then((answer) => this.take(number, answer));
      page.catch(() => this.pages.delete(number));
      this.pages.set(number, page);
    }
    return page;
  }

  /** Computes the views from the first ones and the differences. */
  private take(number: number, answer: Replay): Page {
    this.info = answer.info;
    this.entries = answer.entries;
    const views = [answer.views];
    for (const step of answer.steps) {
      const before = views[views.length - 1] as unknown as Json;
      views.push(
        step.d === undefined
          ? (before as unknown as View[])
          : (applyDifference(before, step.d as Json) as unknown as View[]),
      );
    }
    const page = { steps: answer.steps, views };
    this.known.set(number, page);
    return page;
  }

  /** Fetches what is needed to show the table after `position` entries, including the entry before. */
  async ready(position: number): Promise<void> {
    await this.page(Math.max(0, position - 1));
    if (position < this.entries) await this.page(position);
  }

  /** Fetches all pages, one after the other. */
  async readyAll(): Promise<void> {
    for (let entry = 0; entry < this.entries; entry += PAGE) await this.page(entry);
  }

  step(entry: number): Step | null {
    return this.known.get(Math.floor(entry / PAGE))?.steps[entry % PAGE] ?? null;
  }

  /** The views of all seats after `position` entries; null if they are not fetched yet. */
  views(position: number): View[] | null {
    const page = this.known.get(Math.floor(position / PAGE));
    if (page?.views[position % PAGE]) return page.views[position % PAGE] ?? null;
    return this.known.get(Math.floor((position - 1) / PAGE))?.views[((position - 1) % PAGE) + 1] ?? null;
  }

  /** The turn after `position` entries. */
  turn(position: number): Turn | null {
    return (this.step(position - 1)?.turn as Turn | undefined) ?? null;
  }

  /** The events before `position`, back to the first entry that is not fetched, in order. */
  events(position: number, reader: number, most: number): Message[][] {
    const lists: Message[][] = [];
    for (let entry = position - 1; entry >= 0 && lists.length < most; entry--) {
      const step = this.step(entry);
      if (!step) break;
      const events = seenEvents(step, reader);
      if (events.length) lists.unshift(events);
    }
    return lists;
  }
}

/** The events of an entry that the reader was told. */
export function seenEvents(step: Step, reader: number): Message[] {
  const viewer = reader >= 0 ? reader : 'watcher';
  return step.events
    .filter((event) => event.seen_by.includes(viewer))
    .map(({ key, args }) => ({ key, args }));
}
