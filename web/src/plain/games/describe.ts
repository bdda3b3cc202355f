// Describes a view in sentences, with one module for each game. Possible actions are not described here: they
// come from the prompt.
import type { View } from '#made/proto';
import { drachen } from './drachen';
import { polterfass } from './polterfass';
import { riffraff } from './riffraff';
import { unknown } from './unknown';

/** Lines with a heading; "" for no heading. */
export type Part = { title: string; lines: string[] };
export type Kit = Record<string, unknown>;
export type Describe = (view: View, kit: Kit, names: string[], reader: number) => Part[];

const GAMES: Record<string, Describe> = { drachen, polterfass, riffraff };

export function describe(game: string, view: View, kit: Kit, names: string[], reader: number): Part[] {
  return (GAMES[game] ?? unknown)(view, kit, names, reader);
}
