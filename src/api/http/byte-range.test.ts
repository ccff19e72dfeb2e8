import { expect, test } from '@jest/globals';
import { rangeOf, type RangeRequest } from './byte-range.ts';

const part = (start: number, end: number): RangeRequest => ({ kind: 'part', range: { start, end } });
const whole: RangeRequest = { kind: 'whole' };
const unsatisfiable: RangeRequest = { kind: 'unsatisfiable' };

test.each<[string, string | undefined, RangeRequest]>([
  ['no header is the whole file', undefined, whole],
  ['the first byte', 'bytes=0-0', part(0, 0)],
  ['from a byte to the end', 'bytes=90-', part(90, 99)],
  ['an end beyond the file is its end', 'bytes=90-1000', part(90, 99)],
  ['the last bytes', 'bytes=-10', part(90, 99)],
  ['a suffix longer than the file is all of it', 'bytes=-1000', part(0, 99)],
  ['an empty suffix cannot be', 'bytes=-0', unsatisfiable],
  ['a start at the end cannot be', 'bytes=100-', unsatisfiable],
  ['a start beyond every number cannot be', `bytes=${'9'.repeat(400)}-`, unsatisfiable],
  ['an end before its start is nonsense', 'bytes=9-1', whole],
  ['several ranges get the whole file', 'bytes=0-1,5-6', whole],
  ['another unit is not known', 'lines=1-2', whole],
  ['nothing between the signs is nonsense', 'bytes=-', whole],
  ['words are nonsense', 'bytes=a-b', whole],
  ['the unit is read in any case', 'Bytes=1-2', part(1, 2)],
])('%s', (_, header, want) => {
  expect(rangeOf(header, 100)).toEqual(want);
});

test('an empty file has no part', () => {
  expect(rangeOf('bytes=-5', 0)).toEqual(unsatisfiable);
});
