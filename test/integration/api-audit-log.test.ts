import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { Registry } from 'prom-client';
import { v7 as uuidV7 } from 'uuid';
import { createLostRowsMetric } from '../../src/api/metrics.ts';
import { ChangeFiler } from '../../src/api/change-filer.ts';
import { adJobKind } from '../../src/domain/kinds.ts';
import type { AuditRow } from '../../src/audit-log/port.ts';
import { startApi, type ApiService, type TestKey } from '../support/api/api-service.ts';
import { imageRequest } from '../support/api/ad-requests.ts';
import { MemoryAuditLog } from '../support/admin/memory-audit-log.ts';
import { namespace } from '../support/installation/objects.ts';
import { imageSpec } from '../support/pipeline/build-job.ts';
import { until } from '../support/process/until.ts';

let api: ApiService;
let mine: TestKey;
let auditLog: MemoryAuditLog;
let writing: Promise<unknown>;
let registry: Registry;
beforeEach(async () => {
  [auditLog, writing, registry] = [new MemoryAuditLog(), Promise.resolve(), new Registry()];
  const write = async (row: AuditRow): Promise<void> => {
    await writing;
    await auditLog.write(row);
  };
  api = await startApi({
    change: ({ clock, logger }) => ({
      changes: new ChangeFiler({ auditLog: { write }, clock, logger, onLost: createLostRowsMetric(registry) }),
    }),
  });
  mine = await api.key();
});
afterEach(() => api.close());

function call(method: string, path: string, key = mine): Promise<Response> {
  return fetch(api.url + path, {
    method,
    headers: { 'X-API-Key': key.secret, 'User-Agent': 'shop/1', 'X-Request-Id': 'r-1' },
  });
}

async function job(phase: 'PROCESSING' | 'SUCCESS'): Promise<string> {
  const name = uuidV7();
  const spec = imageSpec({
    accountRef: { name: mine.account },
    apiKeyRef: { name: mine.name },
    callbackUrl: 'https://a.example/',
  });
  await api.store.create(adJobKind, { metadata: { namespace, name }, spec });
  const delivery = { state: 'delivered' as const, attempts: 1 };
  const response = phase === 'SUCCESS' ? { response: { images: [] }, delivery } : {};
  await api.store.patchStatus(adJobKind, { namespace, name }, { status: { phase, ...response } });
  await until(
    async () => ((await (await call('GET', `/jobs/${name}`)).json()) as { status?: string }).status === phase,
  );
  return name;
}

const lost = async (): Promise<number | undefined> =>
  (await registry.getSingleMetric('adwright_audit_log_lost_total')?.get())?.values[0]?.value;

test.each([
  ['job.cancel', 'PROCESSING', 'POST /cancel', { after: { cancel: true } }],
  ['job.erase', 'SUCCESS', 'DELETE ', { before: { type: 'image_ad', phase: 'SUCCESS' } }],
  ['job.replay_callback', 'SUCCESS', 'POST /deliveries/replay', {}],
] as const)('%s by the API is filed with key, source, account and change', async (action, phase, request, change) => {
  const [method = '', path = ''] = request.split(' ');
  const name = await job(phase);
  expect((await call(method, `/jobs/${name}${path}`)).ok).toBe(true);
  await until(() => auditLog.rows.length === 1);
  expect(auditLog.rows).toEqual([
    expect.objectContaining({
      action,
      outcome: 'done',
      actor: { kind: 'api_key', subject: `${namespace}/${mine.name}` },
    }),
  ]);
  expect(auditLog.rows[0]).toMatchObject({
    source: { ip: '127.0.0.1', userAgent: 'shop/1', requestId: 'r-1' },
    target: { kind: 'AdJob', namespace, name, account: mine.account },
    ...change,
  });
  expect(JSON.stringify(auditLog.rows)).not.toContain(mine.secret);
});

test('reads, creates and refused changes write no row', async () => {
  const name = await job('SUCCESS');
  const headers = { 'X-API-Key': mine.secret, 'Content-Type': 'application/json' };
  const body = JSON.stringify(imageRequest());
  const create = fetch(`${api.url}/create_image_ad_async`, { method: 'POST', headers, body });
  const other = await api.key();
  const answers = await Promise.all([
    create,
    ...[call('GET', `/jobs/${name}`), call('GET', '/jobs'), call('POST', `/jobs/${name}/cancel`)],
    ...[call('DELETE', `/jobs/${name}`, other), call('POST', `/jobs/${name}/deliveries/replay`, other)],
  ]);
  expect(answers.map(({ status }) => status)).toEqual([202, 200, 200, 409, 404, 404]);
  expect((await call('DELETE', `/jobs/${name}`)).status).toBe(204);
  await until(() => auditLog.rows.length > 0);
  expect(auditLog.rows.map(({ action }) => action)).toEqual(['job.erase']);
});

test('no response waits for the audit log, and each lost row is counted and logged', async () => {
  let unblock = (): void => undefined;
  writing = new Promise<void>((resolve) => (unblock = resolve));
  for (let count = 0; count < 3; count += 1)
    expect((await call('DELETE', `/jobs/${await job('SUCCESS')}`)).status).toBe(204);
  expect(await lost()).toBe(0);
  auditLog.isFull = true;
  unblock();
  await until(async () => (await lost()) === 3);
  expect(auditLog.rows).toEqual([]);
  expect(api.logs.filter(({ msg }) => msg.includes('the row is lost'))).not.toEqual([]);
});

test('rows above the number that can be written at once are lost and counted', async () => {
  let count = 0;
  const never = { write: () => new Promise<void>(() => undefined) };
  const { clock, logger } = api.installation;
  const filer = new ChangeFiler({ auditLog: never, clock, logger, onLost: () => (count += 1) });
  const caller = { kind: 'key' as const, key: { namespace, name: 'k' }, account: { namespace, name: 'a' }, limits: {} };
  const request = { caller, headers: {}, remoteAddress: undefined, requestId: 'r' };
  for (let index = 0; index < 300; index += 1)
    filer.file('job.cancel', { target: { kind: 'AdJob', namespace, name: 'x' } }, request);
  expect(count).toBe(44);
  await filer.drain(10);
});
