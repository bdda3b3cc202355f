// The binary messages of a running session: frames from the server, and samples of the hand to the server.
// Each frame says what the hand may do.
import { BINARY } from '#made/proto';
import { FrameDecoder, type Frame, type Pose } from '../wire/frames';

const HEADER = 8;
const SAMPLE_BYTES = 33;

/** Decodes the binary messages of one session and keeps the newest frame. */
export class SessionReader {
  frame: Frame | null = null;
  private readonly decoder: FrameDecoder;
  private isKnown = false;

  constructor(readonly sim: number, bodies: number, private readonly every: number) {
    this.decoder = new FrameDecoder(bodies);
  }

  /** Returns true if the message belongs to this session and had a newer frame. */
  take(bytes: Uint8Array): boolean {
    const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (bytes[0] !== BINARY.frames || bytes.length < HEADER + 4 || data.getUint32(4, true) !== this.sim)
      return false;
    const isKey = bytes[1] === 1;
    if (!isKey && !this.isKnown) return false;
    if (isKey) this.decoder.reset();
    this.isKnown = true;
    let tick = data.getUint32(HEADER, true);
    for (let at = HEADER + 4; at < bytes.length; tick += this.every) {
      const read = this.decoder.read(bytes, at);
      if (!read) break;
      at = read.next;
      this.frame = { ...read.frame, tick };
    }
    return true;
  }
}

/** A message with one sample of the hand. */
export function handMessage(sim: number, tick: number, pose: Pose, grip: boolean): ArrayBuffer {
  const buffer = new ArrayBuffer(HEADER + SAMPLE_BYTES);
  const data = new DataView(buffer);
  data.setUint8(0, BINARY.hand);
  data.setUint8(1, 1);
  data.setUint32(4, sim, true);
  data.setUint32(HEADER, tick, true);
  [...pose.at, ...pose.turned].forEach((number, i) =>
    data.setInt32(HEADER + 4 + 4 * i, Math.round(number), true),
  );
  data.setUint8(HEADER + SAMPLE_BYTES - 1, grip ? 1 : 0);
  return buffer;
}
