import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { firstRequest } from '../../scripts/first-request.ts';
import { createImageAd, getJob, startLocalService, type LocalService } from '../../scripts/local-service.ts';
import { ImageResponse } from '../../src/ads/image/response.ts';
import { temporaryFolder } from '../support/process/temporary-folder.ts';
import { until } from '../support/process/until.ts';

/** A request whose page cannot be read: `.invalid` is reserved, so the host never resolves. */
const request = {
  ...firstRequest('http://brand.invalid'),
  generation_metadata: { aspect_ratios: '1:1' },
};
const sentence =
  'Nothing was read from brand_data.brand_url and product_metadata.product_url at brand.invalid: the name does not resolve.';

const folder = temporaryFolder();
const logFile = join(folder.path, 'service.log');
let service: LocalService;

function start(env: Record<string, string> = {}): Promise<LocalService> {
  const settings = {
    ADWRIGHT_DATA_DIR: folder.path,
    ADWRIGHT_LISTEN: '127.0.0.1:0',
    ADWRIGHT_METRICS_LISTEN: '127.0.0.1:0',
    ADWRIGHT_ADMIN_LISTEN: '127.0.0.1:0',
  };
  return startLocalService({ ...settings, ...env }, logFile);
}

afterAll(() => {
  folder.remove();
});

/** Creates an account and an API key. */
async function keyOf(account: string, ...settings: string[]): Promise<string> {
  await service.command('accounts', 'create', account, '--credits', '100', ...settings);
  return service.command('keys', 'create', '--account', account);
}

async function ended(key: string): Promise<Awaited<ReturnType<typeof getJob>> & { jobId: string }> {
  const jobId = await createImageAd(service, key, request);
  // The command exits with an error for a FAILED job.
  await service.command('jobs', 'watch', jobId, '--timeout', '60s').catch(() => undefined);
  return { ...(await getJob(service, key, jobId)), jobId };
}

interface LogLine {
  msg: string;
  reason?: string;
  name?: string;
  metrics?: { port: number };
}

function logLines(): LogLine[] {
  const lines = readFileSync(logFile, 'utf8').split('\n');
  return lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as LogLine);
}

async function notRead(): Promise<number> {
  const port = logLines().findLast(({ msg }) => msg === 'ready')?.metrics?.port ?? 0;
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Number(/^adwright_onboarding_total\{outcome="not_read",reason="NameNotResolved"\} (\d+)$/m.exec(text)?.[1]);
}

async function credits(key: string): Promise<unknown> {
  return (await fetch(`${service.url}/credits`, { headers: { 'x-api-key': key } })).json();
}

describe('a job whose pages cannot be read', () => {
  beforeAll(async () => {
    service = await start();
  });
  afterAll(() => service.stop());

  test('a job with an unreadable page succeeds, and note, condition, Event and metric report why', async () => {
    const key = await keyOf('acme');
    const job = await ended(key);
    expect(job.error).toBeNull();
    const response = ImageResponse.parse(job.response);
    expect(response.notes[0]).toBe(sentence);
    expect(response.notes.filter((note) => note.includes('brand.invalid'))).toEqual([sentence]);
    expect(response).toMatchObject({
      brand: { name: 'Verdane', onboarding: 'failed' },
      copy: { headline: 'From the cold side of the forest', cta: 'Shop the body oil' },
      degraded: false,
      credits: 5,
    });
    const shown = await service.command('jobs', 'get', job.jobId, '-o', 'json');
    const { status } = JSON.parse(shown) as { status: { conditions: { type: string }[] } };
    expect(status.conditions.find(({ type }) => type === 'BrandRead')).toMatchObject({
      status: 'False',
      reason: 'NameNotResolved',
      message: sentence,
    });
    const events = logLines().filter(({ name, reason }) => name === job.jobId && reason === 'BrandNotRead');
    expect(events.map(({ msg }) => msg)).toEqual([sentence]);
    expect(await notRead()).toBe(1);
  });

  test('a job with an unreadable page fails without a charge if its account requires a readable brand', async () => {
    const key = await keyOf('strict', '--require-readable-brand', 'true');
    expect(await ended(key)).toMatchObject({
      status: 'FAILED',
      response: null,
      error: `${sentence} [brand_unreadable]`,
    });
    await until(async () => JSON.stringify(await credits(key)).includes('"kind":"release"'));
    expect(await credits(key)).toMatchObject({ available: 100, reserved: 0, spent: 0 });
  });
});

describe('an installation that requires a readable brand', () => {
  beforeAll(async () => {
    service = await start({ ADWRIGHT_REQUIRE_READABLE_BRAND: 'true' });
  });
  afterAll(() => service.stop());

  test('a job with an unreadable page fails if the installation requires a readable brand', async () => {
    const key = await keyOf('other');
    expect(await ended(key)).toMatchObject({ status: 'FAILED', error: `${sentence} [brand_unreadable]` });
    expect(await notRead()).toBe(1);
  });

  test('an account can waive the readable brand that the installation requires', async () => {
    const key = await keyOf('lenient', '--require-readable-brand', 'false');
    expect(await ended(key)).toMatchObject({ status: 'SUCCESS' });
  });
});
