import { isDeepStrictEqual } from 'node:util';

/** A JSON merge patch (RFC 7396): null removes a key, and lists are replaced as a whole. */
export type MergePatch = Record<string, unknown>;

export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isPlainObject(patch)) return patch;
  const merged = new Map(isPlainObject(target) ? Object.entries(target) : []);
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) merged.delete(key);
    else if (value !== undefined) merged.set(key, mergePatch(merged.get(key), value));
  }
  return Object.fromEntries(merged); // `Object.fromEntries` makes `__proto__` an ordinary key
}

export function mergePatchBetween(before: object, after: object): MergePatch | undefined {
  const [old, wanted] = [entries(before), entries(after)];
  const patch: MergePatch = {};
  for (const [name, value] of wanted) {
    const change = changeOf(old.get(name), value);
    if (change !== undefined) patch[name] = change;
  }
  for (const name of old.keys()) if (!wanted.has(name)) patch[name] = null;
  return Object.keys(patch).length === 0 ? undefined : patch;
}

function changeOf(before: unknown, after: unknown): unknown {
  if (isPlainObject(before) && isPlainObject(after)) return mergePatchBetween(before, after);
  return isDeepStrictEqual(before, after) ? undefined : after;
}

function entries(value: object): Map<string, unknown> {
  return new Map(Object.entries(value).filter(([, inner]: [string, unknown]) => inner !== undefined && inner !== null));
}

export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
