import { expect, test } from '@jest/globals';
import type { Condition } from '../schema/resource-parts.ts';
import { isConditionTrue, setCondition } from './conditions.ts';

const earlier = '2026-11-01T12:00:00Z';
const now = new Date('2026-11-01T13:00:00.900Z');

const admitted: Condition = {
  type: 'Admitted',
  status: 'True',
  reason: 'Admitted',
  message: '',
  lastTransitionTime: earlier,
};
const unknown: Condition = { ...admitted, type: 'Blessed', reason: 'BySomebody' };
const update = { type: 'Admitted', status: 'True', reason: 'Admitted', message: '' } as const;

test.each<[string, Condition[] | undefined, Partial<Condition>, Condition[]]>([
  [
    'setCondition sets the transition time of a new condition',
    undefined,
    {},
    [{ ...admitted, lastTransitionTime: '2026-11-01T13:00:00Z' }],
  ],
  [
    'setCondition keeps the transition time of an unchanged status',
    [admitted],
    { message: 'Other words.' },
    [{ ...admitted, message: 'Other words.' }],
  ],
  [
    'setCondition updates the transition time of a changed status',
    [admitted],
    { status: 'False' },
    [{ ...admitted, status: 'False', lastTransitionTime: '2026-11-01T13:00:00Z' }],
  ],
  [
    'setCondition leaves other conditions in place',
    [unknown, admitted],
    { message: 'x' },
    [unknown, { ...admitted, message: 'x' }],
  ],
])('%s', (_, before, change, want) => {
  expect(setCondition(before, { ...update, ...change }, now)).toEqual(want);
});

test.each<[string, Condition[] | undefined, boolean]>([
  ['isConditionTrue is false without conditions', undefined, false],
  ['isConditionTrue is false for a condition of another type', [unknown], false],
  ['isConditionTrue is false for the status False', [{ ...admitted, status: 'False' }], false],
  ['isConditionTrue is true for the status True', [unknown, admitted], true],
])('%s', (_, conditions, want) => {
  expect(isConditionTrue(conditions, 'Admitted')).toBe(want);
});
