/** @jest-environment-options {"customExportConditions": ["node", "node-addons", "adwright-third-type"]} */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { sha256 } from '../../src/files/sha256.ts';
import { StillsResponse } from '../ads/stills/stills-ad.ts';
import { AdInstallation, asJobs, asProcesses } from '../support/stages/ad-installation.ts';
import { CallbackReceiver } from '../support/callbacks/callback-receiver.ts';
import { until } from '../support/process/until.ts';

const Job = z.object({ status: z.string(), error: z.string().nullable(), response: StillsResponse.nullable() });
const request = {
  brand_metadata: { brand_name: 'Verdane' },
  product_metadata: { product_name: 'Oil', product_images: [] },
};

let receiver: CallbackReceiver;
beforeAll(async () => {
  receiver = await CallbackReceiver.open();
});
afterAll(() => receiver.close());

describe.each([
  ['child processes', asProcesses],
  ['Kubernetes Jobs', asJobs],
])('an ad of a type that only a test registers, made by %s', (launcher, launch) => {
  let installation: AdInstallation;
  let jobId: string;
  let body: string;

  beforeAll(async () => {
    installation = await AdInstallation.open(launch);
  });
  afterAll(() => installation.close());

  const callbackPath = `/${launcher.replace(' ', '-')}`;
  const read = async (): Promise<string> => (await installation.send(`/jobs/${jobId}`)).text();

  test(`a POST is answered with the price, and then with the job (${launcher})`, async () => {
    const dryRun = await installation.send('/create_stills_ad_async?dry_run=true', request);
    expect([dryRun.status, await dryRun.json()]).toEqual([
      200,
      { valid: true, type: 'stills_ad', credits: { required: 7, available: 100, sufficient: true } },
    ]);
    const callback = { callback_url: receiver.urlOf(callbackPath) };
    const created = await installation.send('/create_stills_ad_async', { ...request, ...callback });
    const answer = z.object({ job_id: z.string(), type: z.literal('stills_ad') }).parse(await created.json());
    expect([created.status, created.headers.get('ratelimit-policy')]).toEqual([202, '"stills-create";q=2;w=60']);
    jobId = answer.job_id;
  });

  test(`GET shows the finished ad and its files (${launcher})`, async () => {
    body = await (await installation.send(`/jobs/${jobId}?wait=30`)).text();
    const { status, error, response } = Job.parse(JSON.parse(body));
    expect({ status, error }).toEqual({ status: 'SUCCESS', error: null });
    expect(response).toMatchObject({ caption: null, credits: 7, brand: { name: 'Verdane', logo: null } });
    for (const { url, sha256: hash } of response?.stills ?? []) {
      expect(sha256(Buffer.from(await (await fetch(url)).arrayBuffer()))).toBe(hash);
    }
    expect(response?.stills.map(({ view }) => view)).toEqual(['front', 'back']);
  });

  test(`the callback has the body of GET (${launcher})`, async () => {
    await until(() => receiver.received.some(({ path }) => path === callbackPath));
    expect(receiver.received.filter(({ path }) => path === callbackPath)).toMatchObject([{ id: jobId, body }]);
  });

  test(`the job is charged, and the archive keeps its response (${launcher})`, async () => {
    const archived = () => installation.archive.get(jobId);
    await until(async () => {
      await installation.archiveJobs();
      return (await archived()) !== undefined;
    });
    expect(await archived()).toMatchObject({ type: 'stills_ad', credits: { required: 7, charged: 7 }, body });
    expect(await read()).toBe(body);
    expect(await (await installation.send('/credits')).json()).toMatchObject({ spent: 7, reserved: 0 });
  });

  test(`a key cannot create more of its ads than its limit allows (${launcher})`, async () => {
    const tries = Array.from({ length: 5 }, () => installation.send('/create_stills_ad_async?dry_run=true', request));
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    // Five requests reach into two minutes at most, and each minute allows two.
    expect(statuses).toContain(429);
  });
});
