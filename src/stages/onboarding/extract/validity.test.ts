import { expect, test } from '@jest/globals';
import { isLimited, stateOf } from './validity.ts';

const now = new Date('2026-11-20T12:00:00Z');
const none = { from: undefined, through: undefined, until: undefined };

test.each<[dates: { from?: string; through?: string; until?: string }, state: 'now' | 'over' | 'later']>([
  [{}, 'now'],
  [{ from: '2026-11-20' }, 'now'],
  [{ from: '2026-11-21' }, 'later'],
  [{ through: '2026-11-20' }, 'now'],
  [{ through: '2026-11-19' }, 'over'],
  [{ until: '2026-11-20T11:59:59Z' }, 'over'],
  [{ until: '2026-11-20T11:59:59' }, 'over'],
  [{ until: '2026-11-20 13:00' }, 'now'],
  [{ until: '2026-11-20T12:30:00+01:00' }, 'over'],
  [{ until: '2026-11-20T12:30:00-0800' }, 'now'],
  [{ until: '2026-11' }, 'now'],
  [{ until: '2026-10' }, 'over'],
  [{ until: '2026' }, 'now'],
  [{ until: '2025' }, 'over'],
  [{ from: 'soon', through: '31/12', until: '' }, 'now'],
  [{ through: '2027-01-01', until: '2026-01-01' }, 'over'],
])('a price with the dates %j is valid: %s', (dates, state) => {
  expect(stateOf({ ...none, ...dates }, now)).toBe(state);
});

test('only a start or an end of its own limits a price', () => {
  expect(isLimited({ ...none, until: '2027-12-31' })).toBe(false);
  expect(isLimited({ ...none, through: '2027-12-31' })).toBe(true);
  expect(isLimited({ ...none, from: 'soon' })).toBe(false);
});
