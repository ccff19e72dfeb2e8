/**
 * Durability of the writes that Redis has acknowledged. `exact`: acknowledged writes are on disk. `inexact`: a crash
 * can lose acknowledged writes, for the given reasons. `unknown`: the Redis user has no permission to read the
 * settings.
 */
export type Exactness = { kind: 'exact' } | { kind: 'inexact'; reasons: string[] } | { kind: 'unknown' };

const wanted: readonly [name: string, value: string, reason: string][] = [
  ['role', 'master', 'the server is a replica'],
  ['aof_enabled', '1', 'appendonly is not yes'],
  ['maxmemory_policy', 'noeviction', 'maxmemory-policy is not noeviction'],
];

/**
 * Decides whether writes that Redis has acknowledged are durable. `info` is the answer to INFO (replication,
 * persistence, memory). `appendfsync` is undefined if the Redis user may not read this setting.
 */
export function exactnessOf(info: string, appendfsync: string | undefined): Exactness {
  const lines = new Set(info.split(/\r?\n/));
  const reasons = wanted.filter(([name, value]) => !lines.has(`${name}:${value}`)).map(([, , reason]) => reason);
  if (appendfsync !== undefined && appendfsync !== 'always') reasons.push('appendfsync is not always');
  if (reasons.length > 0) return { kind: 'inexact', reasons };
  return { kind: appendfsync === undefined ? 'unknown' : 'exact' };
}
