// Loads for people without a browser, by numbers: what the plain page does, at the wire. It brings ships to the state
// that a test wants to look at.
import { spawnSync } from 'node:child_process';
import { Lowering, type Area, type NaturalPose } from '../../src/table/lower';
import { handMessage, SessionReader } from '../../src/table/session';
import type { RiffKit } from '../../src/taproom/games/riffraff/view';
import type { Person } from './crowd';
import { PROGRAM } from './tavern';

export function readKit(): RiffKit & { areas: Area[] } {
  const { stdout } = spawnSync(PROGRAM, ['engine'], { input: `${JSON.stringify({ cmd: 'kit', game: 'riffraff' })}\n`, encoding: 'utf8', maxBuffer: 1 << 28 });
  return (JSON.parse(stdout) as { kit: RiffKit & { areas: Area[] } }).kit;
}

/** Millimetres from the middle of the area. */
export type Spot = { left: number; forward: number };

/** Lays each piece of this person's where `spotOf` says, until it is called off. */
export function loadFor(person: Person, kit: ReturnType<typeof readKit>, spotOf: (loading: number) => Spot): () => void {
  let [loading, reader, plan]: [number, SessionReader | null, Lowering | null] = [0, null, null];
  return person.wire.onBinary((bytes) => {
    const table = person.table;
    const sim = table?.sim.value;
    if (!table || !sim || sim.seat !== table.seat.value) return;
    if (reader?.sim !== sim.sim) [reader, plan] = [new SessionReader(sim.sim, sim.bodies.length, sim.hz >= 100 ? Math.round(sim.hz / 50) : 1), null];
    if (!reader.take(bytes) || !reader.frame || reader.frame.held < 0) return;
    plan ??= planFor(person, kit, reader.frame.held, spotOf(loading++));
    const { outcome, pose, grip } = plan.next(reader.frame);
    person.wire.sendBinary(handMessage(sim.sim, reader.frame.tick, pose, grip));
    if (outcome !== 'going') plan = null;
  });
}

function planFor(person: Person, kit: ReturnType<typeof readKit>, held: number, spot: Spot): Lowering {
  const view = person.view as unknown as { shown: number[]; active: number };
  const area = kit.areas.find((one) => one.number === view.shown[view.active]) as Area;
  const shape = /^[a-z]+/.exec(kit.bodies[held]?.name ?? '')?.[0] ?? '';
  const pose = kit.shapes[shape]?.poses[0] as NaturalPose;
  const body = kit.bodies.findIndex((one) => one.name === area.body);
  const rest = kit.yards.find((one) => one.body === area.body)?.at ?? [0, 0, 0];
  return new Lowering({ ...spot, turned: 0, pose }, area, body, rest as [number, number, number]);
}
