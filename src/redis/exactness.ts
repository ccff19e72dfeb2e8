/** `exact`: what was answered is on the disk and stays. `unknown`: the user may not ask for all of it. */
export type Exactness = { kind: 'exact' } | { kind: 'inexact'; reasons: string[] } | { kind: 'unknown' };

/** What each line of INFO must be, and what it means where it is not. */
const wanted: readonly [name: string, value: string, reason: string][] = [
  ['role', 'master', 'it is a replica'],
  ['aof_enabled', '1', 'appendonly is not yes'],
  ['maxmemory_policy', 'noeviction', 'maxmemory-policy is not noeviction'],
];

/** Judge a server by its INFO (replication, persistence, memory) and by `appendfsync`, undefined where it is not told. */
export function exactnessOf(info: string, appendfsync: string | undefined): Exactness {
  const lines = new Set(info.split(/\r?\n/));
  const reasons = wanted.filter(([name, value]) => !lines.has(`${name}:${value}`)).map(([, , reason]) => reason);
  if (appendfsync !== undefined && appendfsync !== 'always') reasons.push('appendfsync is not always');
  if (reasons.length > 0) return { kind: 'inexact', reasons };
  return { kind: appendfsync === undefined ? 'unknown' : 'exact' };
}
