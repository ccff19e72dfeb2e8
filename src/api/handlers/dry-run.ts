import type { Reading } from '../../schema/read.ts';

/**
 * Reads the query parameter `dry_run`, which must be `true` or `false` and may be given at most once. If it is absent,
 * returns false.
 */
export function readDryRun(query: URLSearchParams): Reading<boolean> {
  const [given = 'false', ...more] = query.getAll('dry_run');
  if (more.length === 0 && (given === 'true' || given === 'false')) return { ok: true, value: given === 'true' };
  return {
    ok: false,
    issues: [{ loc: ['query', 'dry_run'], msg: 'Use true or false, and give the parameter once.', type: 'not_one_of' }],
  };
}
