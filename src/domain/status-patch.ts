import { isDeepStrictEqual } from 'node:util';
import type { MergePatch } from '../store/port.ts';

/**
 * Returns the JSON merge patch (RFC 7396) that turns `before` into `after`, or undefined if both are equal. Lists are
 * replaced as a whole; removed members become null.
 */
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
  if (isPlain(before) && isPlain(after)) return mergePatchBetween(before, after);
  return isDeepStrictEqual(before, after) ? undefined : after;
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function entries(value: object): Map<string, unknown> {
  return new Map(Object.entries(value).filter(([, inner]: [string, unknown]) => inner !== undefined && inner !== null));
}
