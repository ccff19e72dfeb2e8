import { expect, test } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { MemoryAuditLog } from '../../../test/support/admin/memory-audit-log.ts';
import { FakeClock } from '../../../test/support/time/fake-clock.ts';
import { annotationOf } from '../../domain/audit-annotation.ts';
import { adAccountKind } from '../../domain/kinds.ts';
import { StoreError } from '../../objects/store-error.ts';
import { createAuditLogController, type AnnotatedObjects } from './controller.ts';

test('a row with a time far from now keeps the time of its first filing while its annotation cannot be removed', async () => {
  const [clock, auditLog, stop] = [new FakeClock(), new MemoryAuditLog(), new AbortController()];
  const key = { namespace: 'ads', name: 'acme' };
  const annotations = annotationOf({
    ...{ id: uuidv7(), time: '2001-01-01T00:00:00.000Z', action: 'account.grant', outcome: 'done', source: {} },
    ...{ actor: { kind: 'command', subject: 'ada' }, target: { kind: 'AdAccount', ...key } },
  });
  const accounts: AnnotatedObjects = {
    kind: adAccountKind,
    get: () => annotations,
    onChange: (listener) => {
      listener(key, annotations, false);
      return () => undefined;
    },
  };
  let tries = 0;
  const patch = () => {
    tries += 1;
    return Promise.reject(new StoreError('Unavailable', 'no response'));
  };
  const logger = { warn: () => undefined };
  const controller = createAuditLogController({ store: { patch }, auditLog, areFilesOwn: () => true, clock, logger }, [
    accounts,
  ]);
  controller.start(stop.signal);
  const filedAt = clock.now().toISOString();
  for (let seconds = 0; seconds < 10; seconds += 1) await clock.advance(1_000);
  stop.abort();
  await controller.drain();
  expect(tries).toBeGreaterThan(1);
  expect(auditLog.rows.map(({ time }) => time)).toEqual([filedAt]);
});
