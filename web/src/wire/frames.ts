// Decodes the frames of sessions and recordings (docs/recording.md): numbers in nibbles, poses as the error
// of a linear prediction, notes (the other fields of a frame), and key frames.

export type Pose = { at: [number, number, number]; turned: [number, number, number, number] };
export type Frame = {
  tick: number;
  phase: number;
  slow: number;
  held: number;
  awaitsHand: boolean;
  release: number;
  falls: Map<number, number>;
  bodies: Pose[];
};

const NOTES = 5;
const REST = [0, 0, 0, 2000, 0, 0, 0];
export const KEY_EVERY = 60;

/** Reads numbers from nibbles: three bits each, lowest first; bit 3 says that more follow. */
class NibbleReader {
  private upper = false;
  constructor(private readonly bytes: Uint8Array, public at: number) {}

  private next(): number {
    const byte = this.bytes[this.at];
    if (byte === undefined) throw new RangeError('cut');
    const nibble = this.upper ? byte >> 4 : byte & 15;
    if (this.upper) this.at++;
    this.upper = !this.upper;
    return nibble;
  }

  number(): number {
    let value = 0;
    let factor = 1;
    for (;;) {
      const nibble = this.next();
      value += (nibble & 7) * factor;
      if (!(nibble & 8)) return value;
      factor *= 8;
    }
  }

  /** The indices of the bits that are set; there may be more bits than a number holds. */
  set(): number[] {
    const bits: number[] = [];
    for (let base = 0; ; base += 3) {
      const nibble = this.next();
      for (let bit = 0; bit < 3; bit++)
        if ((nibble >> bit) & 1) bits.push(base + bit);
      if (!(nibble & 8)) return bits;
    }
  }

  /** A frame ends with a whole byte. */
  align(): void {
    if (this.upper) this.next();
  }
}

function unfold(folded: number): number {
  return folded % 2 ? -(folded + 1) / 2 : folded / 2;
}

/** Decodes frames one after the other; keeps the two previous frames, which predict the next one. */
export class FrameDecoder {
  private now: number[][] = [];
  private before: number[][] = [];
  private notes: number[] = [];
  private falls: number[] = [];

  constructor(private readonly bodies: number) {
    this.reset();
  }

  /** Call it before a key frame, which does not depend on earlier ones. */
  reset(): void {
    this.now = Array.from({ length: this.bodies }, () => [...REST]);
    this.before = Array.from({ length: this.bodies }, () => [...REST]);
    this.notes = Array.from({ length: NOTES }, () => 0);
    this.falls = Array.from({ length: this.bodies }, () => 0);
  }

  /** Reads the frame at `at`; null at the end of a recording. Throws RangeError and changes nothing if the
   * frame is incomplete. */
  read(bytes: Uint8Array, at: number): { next: number; frame: Omit<Frame, 'tick'> } | null {
    if (bytes[at] === 0) return null;
    const nibbles = new NibbleReader(bytes, at);
    const copy = { now: this.now, before: this.before, notes: [...this.notes], falls: [...this.falls] };
    const bits = nibbles.set();
    // Bit 0 alone means a frame without notes. With notes 1 was added, which carries into the higher bits.
    const { changed, hasNotes } = splitFirst(bits);
    if (hasNotes) this.readNotes(nibbles, copy);
    const now = copy.now.map((numbers, body) => numbers.map((number, i) => {
      if (!changed.has(body)) return number;
      return 2 * number - (copy.before[body]?.[i] ?? 0) + unfold(nibbles.number());
    }));
    nibbles.align();
    this.before = this.now;
    this.now = now;
    this.notes = copy.notes;
    this.falls = copy.falls;
    return { next: nibbles.at, frame: this.shown() };
  }

  private readNotes(nibbles: NibbleReader, copy: { notes: number[]; falls: number[] }): void {
    const changed = nibbles.set();
    for (const note of changed)
      if (note < NOTES) copy.notes[note] = nibbles.number();
    if (!changed.includes(NOTES)) return;
    const turned = new Set(nibbles.set());
    copy.falls = copy.falls.map((old, body) => {
      const falls = (old > 0) !== turned.has(body);
      return falls ? old + unfold(nibbles.number()) : 0;
    });
  }

  private shown(): Omit<Frame, 'tick'> {
    const [phase = 0, slow = 0, held = 0, awaits = 0, release = 0] = this.notes;
    const falls = new Map<number, number>();
    this.falls.forEach((ticks, body) => ticks > 0 && falls.set(body, ticks - 1));
    const bodies = this.now.map((n): Pose => ({
      at: [(n[0] ?? 0) * 100, (n[1] ?? 0) * 100, (n[2] ?? 0) * 100],
      turned: [(n[3] ?? 0) * 500, (n[4] ?? 0) * 500, (n[5] ?? 0) * 500, (n[6] ?? 0) * 500],
    }));
    return { phase, slow: slow + 1, held: held - 1, awaitsHand: awaits === 1, release, falls, bodies };
  }
}

/** The first number of a frame: 1, plus 2 for body 0, 4 for body 1 and so on, plus 1 if a note changed. */
function splitFirst(bits: number[]): { changed: Set<number>; hasNotes: boolean } {
  let value = 0n;
  for (const bit of bits) value |= 1n << BigInt(bit);
  const hasNotes = (value & 1n) === 0n;
  value = (hasNotes ? value - 2n : value - 1n) >> 1n;
  const changed = new Set<number>();
  for (let body = 0; value > 0n; body++, value >>= 1n)
    if (value & 1n) changed.add(body);
  return { changed, hasNotes };
}
