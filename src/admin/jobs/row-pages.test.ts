import { describe, expect, test } from '@jest/globals';
import { rowOf } from '../../../test/support/admin/rows.ts';
import type { JobRow } from './job-row.ts';
import { comparePlaces } from './ordered-rows.ts';
import { placeText, readPlace, rowPage } from './row-pages.ts';

const rows = (...numbers: number[]): JobRow[] => numbers.map((number) => rowOf({ number })).sort(comparePlaces);
const all = (): boolean => true;
const numbers = (page: { rows: JobRow[] }): number[] => page.rows.map(({ launches }) => launches);

describe('rowPage', () => {
  const ten = rows(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
  const isEven = ({ launches }: JobRow): boolean => launches % 2 === 0;

  test.each<[string, Parameters<typeof rowPage>[1], number[], number]>([
    ['the first page has the newest rows', { limit: 3, matches: all }, [9, 8, 7], 0],
    ['the next page begins after a row', { limit: 3, matches: all, olderThan: rowOf({ number: 7 }) }, [6, 5, 4], 3],
    ['the last page may be short', { limit: 3, matches: all, olderThan: rowOf({ number: 2 }) }, [1, 0], 8],
    [
      'the page before a row ends at the row',
      { limit: 3, matches: all, newerThan: rowOf({ number: 3 }) },
      [6, 5, 4],
      3,
    ],
    ['the page before the first rows is short', { limit: 3, matches: all, newerThan: rowOf({ number: 8 }) }, [9], 0],
    ['only matching rows count', { limit: 2, matches: isEven, olderThan: rowOf({ number: 7 }) }, [6, 4], 1],
    [
      'a place whose row was deleted still divides',
      { limit: 9, matches: isEven, olderThan: rowOf({ number: 5 }) },
      [4, 2, 0],
      2,
    ],
  ])('%s', (_, wanted, shown, newer) => {
    const page = rowPage(ten, wanted);
    expect(numbers(page)).toEqual(shown);
    expect(page.newer).toBe(newer);
  });

  test('pages neither repeat nor skip a row while new jobs arrive', () => {
    const known = rows(0, 1, 2, 3, 4, 5);
    const seen: number[] = [];
    let olderThan: JobRow | undefined;
    for (let added = 6; added < 12; added += 2) {
      const page = rowPage(known, { limit: 2, matches: all, olderThan });
      seen.push(...numbers(page));
      olderThan = page.rows.at(-1);
      known.push(...rows(added, added + 1));
    }
    expect(seen).toEqual([5, 4, 3, 2, 1, 0]);
  });
});

describe('a place in an address', () => {
  test('is read as it was written', () => {
    const row = rowOf({ number: 4 });
    const { createdSeconds, jobId, uid } = row;
    expect(readPlace(placeText(row))).toEqual({ place: { createdSeconds, jobId, uid } });
  });

  test.each(['x', '1.2', '1.2.3.4', '-1.a.b', '1.<b>.c'])('%j is not a place', (text) => {
    expect(readPlace(text)).toEqual({ place: undefined, fault: 'not-a-place' });
  });
});
