// A client of `spelunke engine`: one request and one answer per line.
import { spawn, type ChildProcess } from 'node:child_process';
import type { Message, Prompt, View } from '#made/proto';

export const PROGRAM = process.env['SPELUNKE'];

export type Answer = {
  ok: boolean;
  match: number;
  view: View;
  events: (Message & { seen_by: (number | 'watcher')[] })[];
  actions: string[];
  action: string | null;
  turn: { kind: string; seats?: number[] };
  prompt: Prompt | null;
  scores: number[];
  kit: Record<string, unknown>;
};

export class Engine {
  private readonly child: ChildProcess;
  private readonly waiting: ((answer: Answer) => void)[] = [];
  private rest = '';

  constructor() {
    this.child = spawn(PROGRAM as string, ['engine']);
    this.child.stdout.on('data', (bytes) => {
      const lines = (this.rest + bytes.toString()).split('\n');
      this.rest = lines.pop() ?? '';
      for (const line of lines) this.waiting.shift()?.(JSON.parse(line) as Answer);
    });
  }

  ask(request: object): Promise<Answer> {
    return new Promise((resolve) => {
      this.waiting.push(resolve);
      this.child.stdin.write(`${JSON.stringify(request)}\n`);
    });
  }

  stop(): void {
    this.child.stdin.end();
  }
}

/** One entry of a match, as a seat sees it. */
export type Seen = { events: Message[]; view: View; turn: Answer['turn'] };

/** Plays a random match and yields each entry as one seat sees it. */
export async function playRandom(
  engine: Engine,
  game: string,
  seats: number,
  seed: number,
  seat: number,
  tell: (seen: Seen) => void,
  options: object = {},
): Promise<void> {
  const { match, turn: first } = await engine.ask({ cmd: 'new', game, seats, seed: String(seed), options });
  let turn = first;
  let draw = seed * 7919 + 17;
  const random = (below: number): number => (draw = (draw * 16807) % 2147483647) % below;
  for (let i = 0; i < 3000 && turn.kind !== 'over'; i++) {
    let answer: Answer;
    if (turn.kind === 'seats') {
      const asked = turn.seats?.[random(turn.seats.length)] ?? 0;
      const { actions } = await engine.ask({ cmd: 'legal', match, seat: asked });
      answer = await engine.ask({ cmd: 'play', match, seat: asked, action: actions[random(actions.length)] });
    } else answer = await engine.ask({ cmd: 'chance', match });
    turn = answer.turn;
    const { view } = await engine.ask({ cmd: 'view', match, seat });
    tell({ events: answer.events.filter((event) => event.seen_by.includes(seat)), view, turn });
  }
  await engine.ask({ cmd: 'drop', match });
}
