import { expect, test } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import type { AuditRow } from '../schema/audit-row.ts';
import { annotatedRow, annotationOf } from './audit-annotation.ts';

const now = new Date('2026-03-01T12:00:00.000Z');
const target = { kind: 'AdAccount', namespace: 'ads', name: 'acme' };
const row: AuditRow = {
  ...{ id: uuidv7(), time: '2026-03-01T11:59:00.000Z', action: 'account.grant', outcome: 'done', target },
  actor: { kind: 'command', subject: 'ada' },
  source: { ip: '198.51.100.1' },
};

/** Returns the row that is filed for an annotation with a changed row. */
function filed(change: Partial<AuditRow>, of = target): AuditRow | undefined {
  const [annotation] = Object.entries(annotationOf({ ...row, ...change }));
  return annotation && annotatedRow(annotation, of, now);
}

test.each<[string, string, string]>([
  ['of a minute ago', '2026-03-01T11:59:00.000Z', '2026-03-01T11:59:00.000Z'],
  ['of a controller that was away for hours', '2026-03-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z'],
  ['of a clock that is a minute ahead', '2026-03-01T12:01:00.000Z', '2026-03-01T12:01:00.000Z'],
  ['of last month', '2026-02-01T00:00:00.000Z', now.toISOString()],
  ['of tomorrow', '2026-03-02T00:00:00.000Z', now.toISOString()],
])('a row with a time %s is filed under a time near now', (_, time, want) => {
  expect(filed({ time })?.time).toBe(want);
});

test('a filed row says that its actor is only stated, and from no place', () => {
  expect(filed({ actor: { kind: 'command', subject: 'ada', isStated: false } })).toMatchObject({
    actor: { subject: 'ada', isStated: true },
    source: {},
  });
  expect(filed({})?.source).toEqual({});
});

test('rows of other objects and of people are not filed', () => {
  expect(filed({}, { ...target, name: 'globex' })).toBeUndefined();
  expect(filed({ actor: { kind: 'person', subject: 'ada' } })).toBeUndefined();
});
