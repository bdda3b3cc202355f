// A cache of the newest recordings of throws, which arrive before the step that refers to them.
import { BINARY } from '#made/proto';
import type { Connection } from '../../wire/connection';

/** Finds the recording of a throw by its number. */
export type FilmSource = { get(number: number): Uint8Array | null; dispose(): void };

const HEADER = 8;
const KEPT = 6;

export class Films implements FilmSource {
  private readonly films = new Map<number, Uint8Array>();
  private readonly end: () => void;

  constructor(wire: Connection) {
    this.end = wire.onBinary((bytes) => this.take(bytes));
  }

  private take(bytes: Uint8Array): void {
    if (bytes[0] !== BINARY.film || bytes.length <= HEADER) return;
    const number = new DataView(bytes.buffer, bytes.byteOffset).getUint32(4, true);
    this.films.set(number, bytes.slice(HEADER));
    for (const old of [...this.films.keys()].slice(0, -KEPT)) this.films.delete(old);
  }

  get(number: number): Uint8Array | null {
    return this.films.get(number) ?? null;
  }

  dispose(): void {
    this.end();
  }
}
