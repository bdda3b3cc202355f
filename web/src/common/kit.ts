// The kit: the constant facts of a game, fetched once per component, and again after a cut if it did not arrive.
import { useEffect, useState } from 'preact/hooks';
import { http } from '../wire/http';
import { connection } from './state';

export type Kit = Record<string, unknown>;

export function useKit(game: string): Kit | null {
  const [known, setKnown] = useState<{ game: string; kit: Kit } | null>(null);
  const kit = known?.game === game ? known.kit : null;
  const isOpen = connection.value?.status.value === 'open';
  useEffect(() => {
    if (!kit) http.kit(game).then((one) => setKnown({ game, kit: one }), () => {});
  }, [game, isOpen]);
  return kit;
}
