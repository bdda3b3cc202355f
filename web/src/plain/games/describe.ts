// A table in sentences, one module for each game. They read views as they come and say what is there;
// what may be done is the prompt's affair.
import type { View } from '#made/proto';
import { drachen } from './drachen';
import { polterfass } from './polterfass';
import { riffraff } from './riffraff';
import { unknown } from './unknown';

/** Some lines under a heading; "" for none. */
export type Part = { title: string; lines: string[] };
export type Kit = Record<string, unknown>;
export type Describe = (view: View, kit: Kit, names: string[], reader: number) => Part[];

const GAMES: Record<string, Describe> = { drachen, polterfass, riffraff };

export function describe(game: string, view: View, kit: Kit, names: string[], reader: number): Part[] {
  return (GAMES[game] ?? unknown)(view, kit, names, reader);
}
