// Parses a recording (docs/recording.md) incrementally: frames are available while bytes still arrive.
import { KEY_EVERY, FrameDecoder, type Frame } from './frames';

const MAGIC = [0x53, 0x70, 0x52, 0x63]; // SpRc
const VERSIONS = 2;
const BODIES_MAX = 56;
const HZ_MAX = 1000;
const CHECKSUM_BYTES = 4;

/** The CRC-32 of zlib and PNG. */
export function crc32(bytes: Uint8Array): number {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

export class Recording {
  /** Frames per second, and session ticks per frame; 0 until the header is parsed. */
  hz = 0;
  every = 0;
  bodies = 0;
  readonly frames: Frame[] = [];
  /** The outcome, in a format of the game; null until the end is parsed. */
  outcome: Uint8Array | null = null;
  /** Why the bytes are not a valid recording; parsing stops then. */
  problem: string | null = null;
  private bytes = new Uint8Array(0);
  private at = 0;
  private version = 0;
  private decoder = new FrameDecoder(0);

  /** Parses a recording, complete or not. */
  static of(bytes: Uint8Array): Recording {
    const recording = new Recording();
    recording.take(bytes);
    return recording;
  }

  /** Appends bytes; chunks may be split anywhere. */
  take(more: Uint8Array): void {
    const bytes = new Uint8Array(this.bytes.length + more.length);
    bytes.set(this.bytes);
    bytes.set(more, this.bytes.length);
    this.bytes = bytes;
    if (!this.version) this.readHeader();
    while (this.version && !this.problem && !this.outcome && this.readNext());
  }

  private readHeader(): void {
    const [b0, b1, b2, b3, version = 0, bodies = 0, low = 0, high = 0, every = 0] = this.bytes;
    if ([b0, b1, b2, b3].some((byte, i) => byte !== undefined && byte !== MAGIC[i]))
      this.problem = 'this is not a recording';
    if (this.problem || this.bytes.length < 5) return;
    if (version < 1 || version > VERSIONS) this.problem = `the recording has version ${version}`;
    const size = version === 1 ? 8 : 9;
    if (this.problem || this.bytes.length < size) return;
    this.bodies = bodies;
    this.hz = low | (high << 8);
    this.every = version === 1 ? 1 : every;
    this.decoder = new FrameDecoder(bodies);
    this.at = size;
    this.version = version;
    if (bodies > BODIES_MAX || this.hz < 1 || this.hz > HZ_MAX || this.every < 1)
      this.problem = 'the header has too many bodies or an unlikely number of frames a second';
  }

  /** Parses the next frame or the end; false if its bytes have not arrived yet. */
  private readNext(): boolean {
    const first = this.bytes[this.at];
    if (first === undefined) return false;
    if (first === 0) return this.readEnd();
    const number = this.frames.length;
    // Frames of version 1 have no notes, so their first number is odd.
    if (this.version === 1 && first % 2 === 0) {
      this.problem = `frame ${number} is not as a recording writes it`;
      return false;
    }
    // An incomplete key frame is parsed again later, from the same reset decoder.
    if (number % KEY_EVERY === 0) this.decoder.reset();
    try {
      const read = this.decoder.read(this.bytes, this.at);
      if (!read) return false;
      this.at = read.next;
      this.frames.push({ ...read.frame, tick: number * this.every });
      return true;
    } catch (error) {
      if (error instanceof RangeError) return false;
      throw error;
    }
  }

  private readEnd(): boolean {
    const from = this.at + 3;
    const size = (this.bytes[this.at + 1] ?? 0) | ((this.bytes[this.at + 2] ?? 0) << 8);
    const end = from + size;
    if (this.bytes.length < end + CHECKSUM_BYTES || this.bytes.length < from) return false;
    const written = new DataView(this.bytes.buffer).getUint32(end, true);
    if (crc32(this.bytes.subarray(0, end)) !== written)
      this.problem = 'the checksum does not fit: the recording was altered';
    else if (this.bytes.length > end + CHECKSUM_BYTES)
      this.problem = 'something follows after the end of the recording';
    else this.outcome = this.bytes.slice(from, end);
    return false;
  }
}
