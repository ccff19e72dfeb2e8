import { expect, test } from '@jest/globals';
import { rangeOf, type RangeRequest } from './byte-range.ts';

const part = (start: number, end: number): RangeRequest => ({ kind: 'part', range: { start, end } });
const whole: RangeRequest = { kind: 'whole' };
const unsatisfiable: RangeRequest = { kind: 'unsatisfiable' };

test.each<[string, string | undefined, RangeRequest]>([
  ['no Range header selects the whole file', undefined, whole],
  ['a range can select the first byte', 'bytes=0-0', part(0, 0)],
  ['a range without an end runs to the end of the file', 'bytes=90-', part(90, 99)],
  ['an end beyond the file becomes the end of the file', 'bytes=90-1000', part(90, 99)],
  ['a suffix range selects the last bytes', 'bytes=-10', part(90, 99)],
  ['a suffix longer than the file selects the whole file', 'bytes=-1000', part(0, 99)],
  ['an empty suffix is unsatisfiable', 'bytes=-0', unsatisfiable],
  ['a start at the end of the file is unsatisfiable', 'bytes=100-', unsatisfiable],
  ['a start larger than any number is unsatisfiable', `bytes=${'9'.repeat(400)}-`, unsatisfiable],
  ['an end before the start is ignored', 'bytes=9-1', whole],
  ['several ranges select the whole file', 'bytes=0-1,5-6', whole],
  ['another unit is ignored', 'lines=1-2', whole],
  ['a range without numbers is ignored', 'bytes=-', whole],
  ['a range of letters is ignored', 'bytes=a-b', whole],
  ['the unit is case-insensitive', 'Bytes=1-2', part(1, 2)],
])('%s', (_, header, want) => {
  expect(rangeOf(header, 100)).toEqual(want);
});

test('every range of an empty file is unsatisfiable', () => {
  expect(rangeOf('bytes=-5', 0)).toEqual(unsatisfiable);
});
