import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { jobIdOf, rowOf } from '../../../test/support/admin/rows.ts';
import type { CacheChange, CacheListener } from '../../runtime/object-cache.ts';
import type { JobRow } from './job-row.ts';
import { JobTable } from './job-table.ts';

/** A table whose changes the test makes. */
function openTable() {
  let listener: CacheListener<JobRow> = () => undefined;
  const table = new JobTable({
    onChange: (given) => {
      listener = given;
      return () => undefined;
    },
  });
  const key = ({ namespace, name }: JobRow) => ({ namespace, name });
  const send = (change: CacheChange<JobRow>): void => {
    listener(change);
  };
  return {
    table,
    add: (view: JobRow): void => {
      send({ type: 'added', key: key(view), view });
    },
    update: (before: JobRow, view: JobRow): void => {
      send({ type: 'updated', key: key(view), before, view });
    },
    remove: (before: JobRow): void => {
      send({ type: 'deleted', key: key(before), before });
    },
  };
}

const ids = (table: JobTable): string[] => table.rows().map(({ jobId }) => jobId);

describe('the table of jobs', () => {
  test('is in the order of creation after any additions, updates and deletions, read at any time', () => {
    const step = fc.record({ number: fc.nat(150), kind: fc.constantFrom('set', 'delete', 'read') });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 400 }), (steps) => {
        const { table, add, update, remove } = openTable();
        const known = new Map<number, JobRow>();
        for (const { number, kind } of steps) {
          const before = known.get(number);
          const row = rowOf({ number, status: { phase: 'SUCCESS' } });
          if (kind === 'read') table.rows();
          else if (kind === 'set') {
            if (before === undefined) add(row);
            else update(before, row);
            known.set(number, row);
          } else if (before !== undefined) {
            remove(before);
            known.delete(number);
          }
        }
        const wanted = [...known].sort(([one], [other]) => one - other).map(([, row]) => row);
        expect(table.rows().every((row, index) => row === wanted[index])).toBe(true);
        expect(table.rows()).toHaveLength(wanted.length);
      }),
      { numRuns: 60 },
    );
  });

  test('moves a job to the place of its final id', () => {
    const { table, add, update } = openTable();
    const applied = { name: 'mine', uid: 'u-1', creationTimestamp: '2026-11-01T12:00:02Z' };
    const before = rowOf({ metadata: applied });
    for (const row of [rowOf({ number: 1 }), before, rowOf({ number: 5 })]) add(row);
    expect(ids(table)).toEqual([jobIdOf(1), 'u-1', jobIdOf(5)]);
    update(before, rowOf({ metadata: applied, status: { jobId: jobIdOf(9) } }));
    expect(ids(table)).toEqual([jobIdOf(1), jobIdOf(5), jobIdOf(9)]);
  });

  test.each<[string, string, string | undefined]>([
    ['its id', jobIdOf(3), jobIdOf(3)],
    ['its id in upper case', jobIdOf(3).toUpperCase(), jobIdOf(3)],
    ['the uid of its AdJob', jobIdOf(3).replace('-7', '-4'), jobIdOf(3)],
    ['the name of its AdJob', 'spring-sale', 'u-9'],
    ['a uid that is its id', 'u-9', 'u-9'],
    ['nothing that is known', jobIdOf(7), undefined],
    ['an empty text', '', undefined],
  ])('finds a job by %s', (_, text, wanted) => {
    const { table, add } = openTable();
    for (const number of [1, 3, 5]) add(rowOf({ number }));
    add(rowOf({ metadata: { name: 'spring-sale', uid: 'u-9' } }));
    expect(table.find(text)?.jobId).toBe(wanted);
  });

  test('finds the AdJob to which the controller has given an id, and not one that only claims it', () => {
    const { table, add } = openTable();
    const claiming = rowOf({ number: 1, metadata: { uid: 'a', namespace: 'elsewhere' } });
    const real = rowOf({ number: 1, metadata: { uid: 'b' }, status: { jobId: jobIdOf(1) } });
    for (const row of [claiming, real]) add(row);
    expect(table.find(jobIdOf(1))).toBe(real);
  });

  test('passes its listeners the row before and after', () => {
    const { table, add, update, remove } = openTable();
    const seen: unknown[] = [];
    const stop = table.onChange((change) => seen.push(change));
    const [one, two] = [rowOf({ number: 1 }), rowOf({ number: 1, status: { phase: 'SUCCESS' } })];
    add(one);
    update(one, two);
    remove(two);
    stop();
    add(one);
    expect(seen).toEqual([
      { before: undefined, row: one },
      { before: one, row: two },
      { before: two, row: undefined },
    ]);
  });
});
