// Subscribes to the frames of a session. Key frames come about every second, so one can join at any time.
import { SessionReader } from '../table/session';
import type { Sim } from '../table/table';
import type { Frame } from '../wire/frames';
import { connection } from './state';

/** Returns a function that ends the subscription. */
export function followSession(sim: Sim, onFrame: (frame: Frame) => void): () => void {
  if (sim.follow) return sim.follow(onFrame);
  const reader = new SessionReader(sim.sim, sim.bodies.length, sim.hz >= 100 ? Math.round(sim.hz / 50) : 1);
  const end = connection.value?.onBinary((bytes) => {
    if (reader.take(bytes) && reader.frame) onFrame(reader.frame);
  });
  return () => void end?.();
}
