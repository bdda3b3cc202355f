// What the server says to a page, as it goes over the line.
import type { Page } from 'playwright-core';
import type { ServerMessage, View } from '#made/proto';
import { applyDifference, type Json } from '../../src/wire/difference';

/** All that this page hears from now on; what comes later is added. */
export function hearMessages(page: Page): ServerMessage[] {
  const heard: ServerMessage[] = [];
  page.on('websocket', (socket) => socket.on('framereceived', (frame) => {
    if (typeof frame.payload === 'string') heard.push(JSON.parse(frame.payload) as ServerMessage);
  }));
  return heard;
}

/** The view that these messages leave a seat with. */
export function viewOf(heard: ServerMessage[]): View | null {
  let view: View | null = null;
  for (const one of heard) {
    if (one.t === 'state') view = one.view;
    if (one.t === 'step' && one.d !== undefined) view = applyDifference(view as unknown as Json, one.d as Json) as unknown as View;
  }
  return view;
}
