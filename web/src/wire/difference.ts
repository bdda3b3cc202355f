// Applies differences of views (docs/protocol.md, "Differences"). `[x]` sets the value to x, `[]` removes it,
// and an object changes the members that it names. In a list, the index after the last element appends, and
// `[]` truncates the list at its index.

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Returns the changed value, `undefined` if it is removed. The old value is not modified. */
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
