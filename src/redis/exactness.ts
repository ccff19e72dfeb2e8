/**
 * Durability of acknowledged writes. `exact`: they are on disk. `inexact`: a crash can lose them, for the given
 * reasons. `unknown`: the user has no permission to read the settings.
 */
export type Exactness = { kind: 'exact' } | { kind: 'inexact'; reasons: string[] } | { kind: 'unknown' };

/** Required lines of INFO, and the reason to report if a line differs. */
const wanted: readonly [name: string, value: string, reason: string][] = [
  ['role', 'master', 'it is a replica'],
  ['aof_enabled', '1', 'appendonly is not yes'],
  ['maxmemory_policy', 'noeviction', 'maxmemory-policy is not noeviction'],
];

/**
 * Decides by INFO (replication, persistence, memory) and `appendfsync`, which is undefined if the user cannot read it.
 */
export function exactnessOf(info: string, appendfsync: string | undefined): Exactness {
  const lines = new Set(info.split(/\r?\n/));
  const reasons = wanted.filter(([name, value]) => !lines.has(`${name}:${value}`)).map(([, , reason]) => reason);
  if (appendfsync !== undefined && appendfsync !== 'always') reasons.push('appendfsync is not always');
  if (reasons.length > 0) return { kind: 'inexact', reasons };
  return { kind: appendfsync === undefined ? 'unknown' : 'exact' };
}
