// A component that is loaded on first use.
import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';

export function useLoaded<Props>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> | null {
  const [part, setPart] = useState<{ Loaded: ComponentType<Props> } | null>(null);
  useEffect(() => {
    let isHere = true;
    void load().then((Loaded) => isHere && setPart({ Loaded }), () => {});
    return () => void (isHere = false);
  }, []);
  return part?.Loaded ?? null;
}
