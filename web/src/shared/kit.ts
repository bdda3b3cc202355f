// The kit: the constant facts of a game, fetched once per component.
import { useEffect, useState } from 'preact/hooks';
import { http } from '../wire/http';

export type Kit = Record<string, unknown>;

export function useKit(game: string): Kit | null {
  const [kit, setKit] = useState<Kit | null>(null);
  useEffect(() => {
    http.kit(game).then(setKit, () => {});
  }, [game]);
  return kit;
}
