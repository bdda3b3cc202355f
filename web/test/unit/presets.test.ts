// W-52: each preset of Zum Blauen Drachen applies to the questions that its name says and to no other, in
// random matches. test/browser/drachen.test.ts checks that the server passes them.
import { afterAll, expect, test } from 'vitest';
import { Engine, PROGRAM } from './engine';

const engine = PROGRAM ? new Engine() : null;
afterAll(() => engine?.stop());

const MATCHES = 12;

/** The questions of each preset, by their task; `turn` and `no_answer` pass questions of all these kinds. */
const KINDS: Record<string, RegExp> = {
  own: /^own_card(_at)?$/,
  card: /^(own_)?card(_at)?$/,
  card_me: /^(own_)?card(_at)?$/,
  gold: /^(ante|pay|pay_inn|refill)$/,
  drink: /^drink$/,
  drink_me: /^drink_me$/,
  hurt: /^hurt$/,
  won: /^won$/,
  end: /^end$/,
  last: /^(last|breathe)$/,
  bet: /^bet(_open|_locked)?$/,
};
/** Questions that no preset passes: the player's own turn, and decisions that cannot be undone. */
const OWN = /^(action|buy|discard|mead|challenge|\w+_out|last_me)$/;

test.runIf(PROGRAM)(
  'W-52 each preset applies to the questions that its name says, and to no other',
  async () => {
    const [met, faults] = [new Set<string>(), new Set<string>()];
    const { kit } = await (engine as Engine).ask({ cmd: 'kit', game: 'drachen' });
    for (let seed = 1; seed <= MATCHES; seed++) {
      await playAll(seed, (task, presets) => {
        for (const preset of presets) {
          met.add(preset);
          if (OWN.test(task) ? preset !== 'no_answer' : KINDS[preset]?.test(task) === false)
            faults.add(`${preset} names ${task}`);
        }
      });
    }
    expect([...faults]).toEqual([]);
    expect([...met].sort()).toEqual([...(kit['presets'] as string[])].sort());
  },
  120000,
);

/** Plays one random match; returns each question and the presets that apply to it. */
async function playAll(seed: number, tell: (task: string, presets: string[]) => void): Promise<void> {
  const say: Engine['ask'] = (request) => (engine as Engine).ask(request);
  const { match, turn: first } = await say({
    cmd: 'new',
    game: 'drachen',
    seats: 4,
    seed: String(seed),
    options: {},
  });
  let [turn, draw] = [first, seed * 7919 + 17];
  const random = (below: number): number => (draw = (draw * 16807) % 2147483647) % below;
  while (turn.kind !== 'over') {
    const seat = turn.seats?.[random(turn.seats.length)] ?? 0;
    if (turn.kind === 'seats') {
      const { prompt } = await say({ cmd: 'prompt', match, seat });
      tell(prompt?.task.key.replace('drachen.task_', '') ?? '', prompt?.presets ?? []);
      const { actions } = await say({ cmd: 'legal', match, seat });
      turn = (await say({ cmd: 'play', match, seat, action: actions[random(actions.length)] })).turn;
    } else turn = (await say({ cmd: 'chance', match })).turn;
  }
  await say({ cmd: 'drop', match });
}
