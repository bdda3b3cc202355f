// Differences of views (docs/protocol.md, "Differences"): `[x]` it is now x, `[]` it is gone, an
// object changes inside. In a list the index behind the last appends, `[]` at an index cuts there.

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** The value after the difference; the old one stays as it was. `undefined`: it is gone. */
export function applyDifference(value: Json | undefined, difference: Json): Json | undefined {
  if (Array.isArray(difference)) return difference.length ? difference[0] : undefined;
  if (typeof difference !== 'object' || difference === null) throw new Error('not a difference');
  if (!Object.keys(difference).length) return value;
  if (Array.isArray(value)) return applyToList(value, difference);
  if (typeof value !== 'object' || value === null) throw new Error('a difference of another value');
  const result: { [key: string]: Json } = { ...value };
  for (const [key, inner] of Object.entries(difference)) {
    const changed = applyDifference(result[key], inner);
    if (changed === undefined) delete result[key];
    else result[key] = changed;
  }
  return result;
}

function applyToList(list: Json[], difference: { [key: string]: Json }): Json[] {
  const result = [...list];
  for (const [key, inner] of Object.entries(difference)) {
    const index = Number(key);
    if (!Number.isInteger(index) || index < 0 || index > result.length)
      throw new Error('a difference of another list');
    const changed = applyDifference(result[index], inner);
    if (changed === undefined) result.length = index;
    else result[index] = changed;
  }
  return result;
}
