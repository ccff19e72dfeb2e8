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
  ['a first condition gets the time', undefined, {}, [{ ...admitted, lastTransitionTime: '2026-11-01T13:00:00Z' }]],
  [
    'the same status keeps its time',
    [admitted],
    { message: 'Other words.' },
    [{ ...admitted, message: 'Other words.' }],
  ],
  [
    'another status gets the time',
    [admitted],
    { status: 'False' },
    [{ ...admitted, status: 'False', lastTransitionTime: '2026-11-01T13:00:00Z' }],
  ],
  ['others stay where they are', [unknown, admitted], { message: 'x' }, [unknown, { ...admitted, message: 'x' }]],
])('%s', (_, before, change, want) => {
  expect(setCondition(before, { ...update, ...change }, now)).toEqual(want);
});

test.each<[string, Condition[] | undefined, boolean]>([
  ['no list', undefined, false],
  ['another type', [unknown], false],
  ['False', [{ ...admitted, status: 'False' }], false],
  ['True', [unknown, admitted], true],
])('%s is read as %s', (_, conditions, want) => {
  expect(isConditionTrue(conditions, 'Admitted')).toBe(want);
});
