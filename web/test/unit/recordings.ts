// Recordings that test/page/recordings.c makes for these tests, and the frames that the C parser reads in
// them.
import { spawnSync } from 'node:child_process';

const PROGRAM = process.env['SPELUNKE'];

/** Objects of `recordings poses` or `recordings throws`; none if no build is given. */
export function linesOf<Line>(kind: 'poses' | 'throws'): Line[] {
  if (!PROGRAM) return [];
  const made = spawnSync(PROGRAM.replace(/spelunke$/, 'test/recordings'), [kind], {
    input: '',
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  return made.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
}

export function bytesOf(text: string): Uint8Array {
  return Uint8Array.from({ length: text.length / 2 }, (_, i) => parseInt(text.slice(2 * i, 2 * i + 2), 16));
}
