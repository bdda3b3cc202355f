// The screens by game; generic/screen.tsx is for games without one. Each is a chunk of its own and is
// loaded with the table.
import { generic } from './generic/screen';
import type { Screen } from './screen';

const LOADERS: Record<string, () => Promise<Screen>> = {
  drachen: () => import('./drachen/screen').then((one) => one.drachen),
  riffraff: () => import('./riffraff/screen').then((one) => one.riffraff),
  polterfass: () => import('./polterfass/screen').then((one) => one.polterfass),
};

export async function loadScreen(game: string): Promise<Screen> {
  return LOADERS[game]?.() ?? generic;
}
