import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { ObjectKey } from '../../src/objects/object-key.ts';
import { startApi, type ApiService, type TestKey } from '../support/api/api-service.ts';
import { namespace } from '../support/installation/objects.ts';
import { buildArchivedJob } from '../support/pipeline/build-job.ts';
import { CallbackRig } from '../support/callbacks/callback-rig.ts';
import { loggerInto, type LogLine } from '../support/process/log-lines.ts';
import { until } from '../support/process/until.ts';

const jobId = '01839d2c-7a10-7cc3-9a5b-3d1f0c1e2a4b';
const garbage = Buffer.from('{"state":');
const minute = 60_000;

describe('the API and an archived job with an unreadable delivery', () => {
  let api: ApiService;
  let mine: TestKey;
  beforeEach(async () => {
    api = await startApi();
    mine = await api.key();
    await api.archive.put(
      buildArchivedJob({ jobId, apiKey: mine.name, account: mine.account, callbackUrl: 'https://a.example/' }),
    );
  });
  afterEach(() => api.close());

  const call = (path: string, method = 'GET'): Promise<Response> =>
    fetch(`${api.url}/jobs/${jobId}${path}`, { method, headers: { 'X-API-Key': mine.secret } });

  test.each(['open', 'final'])('an unreadable %s delivery does not affect GET and DELETE of the job', async (kind) => {
    const key =
      kind === 'final' ? `archive/${jobId}.delivery.json` : `callbacks/${namespace}/${mine.account}/${jobId}.json`;
    await api.artifacts.put(key, garbage);
    const job = await call('');
    expect([job.status, await job.text()]).toEqual([200, '{"job_id":"x"}']);
    const deliveries = await call('/deliveries');
    expect([deliveries.status, await deliveries.text()]).toEqual([503, expect.not.stringContaining(key)]);
    const failures = api.logs.filter(({ msg }) => msg === 'failed to process the request');
    expect(failures).toMatchObject([{ err: { message: expect.stringContaining(`The file ${key} is not a valid`) } }]);
    expect((await call('/deliveries/replay', 'POST')).status).toBe(409);
    expect((await call('', 'DELETE')).status).toBe(204);
    expect((await call('')).status).toBe(404);
    expect(await api.artifacts.list('archive/')).toEqual([]);
  });
});

describe('the callback controller and an archived job with an unreadable file', () => {
  let rig: CallbackRig;
  let lines: LogLine[];
  beforeEach(async () => {
    rig = await CallbackRig.open({ finishedJobsMax: 0 });
    lines = [];
  });
  afterEach(() => rig.close());

  async function start(): Promise<void> {
    await rig.start({ ...rig.deps, logger: loggerInto(lines) });
  }

  const openKeyOf = ({ name }: ObjectKey): string => `callbacks/default/acme/${name}.json`;

  async function archived(): Promise<ObjectKey> {
    const key = await rig.finishedJob('/done');
    await rig.jobs.pass();
    return key;
  }

  test.each<[string, (key: ObjectKey) => string]>([
    ['delivery', openKeyOf],
    ['record', ({ name }) => `archive/${name}.json`],
  ])(
    'an unreadable %s is logged every ten minutes, and its callback is sent once the file is restored',
    async (_, at) => {
      const key = await archived();
      const file = at(key);
      const before = await rig.jobs.artifacts.get(file, 1_000_000);
      await rig.jobs.artifacts.put(file, garbage);
      await start();
      for (let minutes = 0; minutes < 35; minutes += 1) await rig.jobs.clock.advance(minute);
      expect(rig.received).toEqual([]);
      const warnings = lines.filter(({ level }) => level === 'warn');
      expect(warnings.length).toBeGreaterThanOrEqual(3);
      expect(warnings.length).toBeLessThanOrEqual(4);
      for (const line of warnings) {
        expect(line).toMatchObject({
          jobId: key.name,
          err: { message: expect.stringContaining(`The file ${file} is`) },
        });
      }
      await rig.jobs.artifacts.put(file, before ?? garbage);
      await rig.advanceUntil(minute, async () => (await rig.archivedDelivery(key))?.state === 'delivered');
      expect(rig.received).toHaveLength(1);
    },
  );

  test('an unreadable delivery delays no other callback', async () => {
    const [bad, good] = [await archived(), await archived()];
    await rig.jobs.artifacts.put(openKeyOf(bad), garbage);
    await start();
    await rig.advanceUntil(minute, async () => (await rig.archivedDelivery(good))?.state === 'delivered');
  });

  test.each([204, 500])(
    'the result of an attempt (status %i) is stored although the delivery became unreadable during the attempt',
    async (status) => {
      let answer: (() => void) | undefined;
      rig.answers.set('/done', (response) => {
        answer = () => response.writeHead(status).end();
      });
      const key = await archived();
      await start();
      await rig.advanceUntil(minute, () => answer !== undefined);
      await rig.jobs.artifacts.put(openKeyOf(key), garbage);
      answer?.();
      await until(() => lines.some(({ level }) => level === 'warn'));
      await until(async () => (await rig.archivedDelivery(key).catch(() => undefined))?.attempts === 1);
      expect((await rig.archivedDelivery(key))?.state).toBe(status === 204 ? 'delivered' : 'pending');
    },
  );
});
