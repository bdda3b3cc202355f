// Falling pieces of real sessions, from bench_ship_pipe: length-prefixed messages, at the reader's pace.
import { spawn, spawnSync } from 'node:child_process';
import { BINARY } from '#made/proto';
import type { HandReach } from '../../src/hand/hold';

export type Slice = {
  /** A binary message with frames. */
  frames: Uint8Array;
  /** The index of the hand whose turn it is. */
  hand: number;
};

export type Result = { fallen: number; caught: number };

function withLength(bytes: Uint8Array): Uint8Array {
  const out = new Uint8Array(4 + bytes.length);
  new DataView(out.buffer).setUint32(0, bytes.length, true);
  out.set(bytes, 4);
  return out;
}

/** Runs sessions until the given number of pieces have fallen; `play` gets each slice and returns the samples
 * that have arrived. */
export function runFalls(
  program: string, pieces: number, hands: number,
  play: (slice: Slice) => ArrayBuffer[], end: (hand: number, result: Result) => void,
): Promise<void> {
  const folder = program.replace(/[^/]*$/, '');
  // The leak check at exit once hung for ten minutes on a busy machine; leaks of sessions are found by other
  // tests.
  const child = spawn(`${folder}bench/bench_ship_pipe`, [String(pieces), String(hands), '4'], {
    env: { ...process.env, ASAN_OPTIONS: 'detect_leaks=0' },
  });
  let complaint = '';
  child.stderr.on('data', (bytes) => (complaint += new TextDecoder().decode(bytes)));
  let waiting = new Uint8Array(0);
  let hand = 0;
  const take = (message: Uint8Array): void => {
    if (message[0] === BINARY.frames) {
      for (const sample of play({ frames: message, hand }))
        child.stdin.write(withLength(new Uint8Array(sample)));
      child.stdin.write(withLength(new Uint8Array(0)));
      return;
    }
    end(hand, JSON.parse(new TextDecoder().decode(message)) as Result);
    hand = (hand + 1) % hands;
  };
  child.stdout.on('data', (bytes) => {
    const all = new Uint8Array(waiting.length + bytes.length);
    all.set(waiting);
    all.set(bytes, waiting.length);
    let at = 0;
    for (let size; at + 4 <= all.length; at += 4 + size) {
      size = new DataView(all.buffer, at).getUint32(0, true);
      if (at + 4 + size > all.length) break;
      take(all.slice(at + 4, at + 4 + size));
    }
    waiting = all.slice(at);
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`bench_ship_pipe ended with ${code}: ${complaint}`)),
    );
  });
}

export type RiffRaffKit = {
  hz: number;
  lost: number;
  bodies: { name: string }[];
  catch_plane: { from: [number, number]; to: [number, number] };
  catch_hand: { radius: number; speeds: { slow: number; speed: number }[] };
  hand_reach: HandReach;
  phases: string[];
};

export function readKit(program: string): RiffRaffKit {
  const input = `${JSON.stringify({ cmd: 'kit', game: 'riffraff' })}\n`;
  const { stdout } = spawnSync(program, ['engine'], { input, encoding: 'utf8', maxBuffer: 1 << 28 });
  return (JSON.parse(stdout) as { kit: RiffRaffKit }).kit;
}
