import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import {
  createImageAd,
  createVideoAd,
  getJob,
  startLocalService,
  type LocalService,
} from '../../scripts/local-service.ts';
import { startSampleSites, type SampleSites } from '../../scripts/sample-sites.ts';
import { ImageResponse } from '../../src/ads/image/response.ts';
import { VideoResponse } from '../../src/ads/video/response.ts';
import { temporaryFolder } from '../support/process/temporary-folder.ts';
import { until } from '../support/process/until.ts';

const folders: ReturnType<typeof temporaryFolder>[] = [];
let sites: SampleSites;

beforeAll(async () => {
  sites = await startSampleSites();
});

afterAll(() => {
  sites.close();
  for (const folder of folders) folder.remove();
});

function freshFolder(): string {
  const folder = temporaryFolder();
  folders.push(folder);
  return folder.path;
}

function start(dataDir: string, env: Record<string, string> = {}): Promise<LocalService> {
  const settings = {
    ADWRIGHT_DATA_DIR: dataDir,
    ADWRIGHT_LISTEN: '127.0.0.1:0',
    ADWRIGHT_METRICS_LISTEN: '127.0.0.1:0',
    ADWRIGHT_ADMIN_LISTEN: '127.0.0.1:0',
    ADWRIGHT_EGRESS_ALLOW: sites.egressAllow,
  };
  return startLocalService({ ...settings, ...env }, logOf(dataDir));
}

function logOf(dataDir: string): string {
  return join(dataDir, 'service.log');
}

async function keyOf(service: LocalService): Promise<string> {
  await service.command('accounts', 'create', 'acme', '--credits', '1000');
  return service.command('keys', 'create', '--account', 'acme', '--image-creates-per-minute', '1000');
}

function request(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    brand_data: { brand_url: sites.verdane },
    product_metadata: { product_url: `${sites.verdane}/products/spruce-body-oil.html`, product_images: null },
    ...overrides,
  };
}

/**
 * Waits for the end of a job with `jobs watch`, and returns the job. The command exits with an error for a FAILED job,
 * which is ignored.
 */
async function ended(service: LocalService, key: string, jobId: string) {
  await service.command('jobs', 'watch', jobId, '--timeout', '60s').catch(() => undefined);
  return getJob(service, key, jobId);
}

/** Returns the running stage processes of a data folder, whose path is in their command lines. */
function stagesOf(dataDir: string): string[] {
  const listing = execFileSync('ps', ['axeww', '-o', 'pid=,args='], { maxBuffer: 64 * 1024 * 1024 }).toString();
  return listing.split('\n').filter((line) => / stage( |$)/.test(line) && line.includes(dataDir));
}

describe('adwright local', () => {
  let service: LocalService;
  let key: string;
  let dataDir: string;

  beforeAll(async () => {
    dataDir = freshFolder();
    service = await start(dataDir);
    key = await keyOf(service);
  });

  afterAll(async () => {
    await service.stop();
  });

  test('adwright local makes an ad from a brand URL and serves its file', async () => {
    const jobId = await createImageAd(service, key, request());
    const job = await ended(service, key, jobId);
    expect(job.error).toBeNull();
    expect(job.status).toBe('SUCCESS');
    const response = ImageResponse.parse(job.response);
    expect(response.brand).toMatchObject({ name: 'Verdane', onboarding: 'done' });
    expect(response.brand.colors[0]).toMatchObject({ hex: '#1f4d3a', role: 'primary' });
    expect(response.copy.headline).not.toBe('');
    expect(response.quality.passed).toBe(true);
    expect(response.credits).toBe(5);
    const [image] = response.images;
    const bytes = Buffer.from(await (await fetch(image?.url ?? '')).arrayBuffer());
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(image?.sha256);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 1024, height: 1024 });
    const out = join(freshFolder(), 'redrawn');
    const printed = await service.command('jobs', 'redraw', jobId, '--out', out, '-o', 'json');
    expect(JSON.parse(printed)).toEqual([{ name: 'ad-1.png', bytes: bytes.length, isSame: true }]);
    expect(readFileSync(join(out, 'ad-1.png')).equals(bytes)).toBe(true);
  });

  test('the dashboard is served at a sign-in link that no log contains', async () => {
    const link = new URL(service.signInLink ?? '');
    const page = await fetch(link);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('action="/sign-in/link"');
    expect((await fetch(new URL('/pricing', link))).status).toBe(401);
    const token = link.searchParams.get('token') ?? '';
    expect(token.length).toBeGreaterThan(30);
    expect(readFileSync(logOf(dataDir), 'utf8')).not.toContain(token);
  });

  test('a job whose page is missing succeeds and names the page in its notes', async () => {
    const gone = request({
      brand_data: { brand_url: sites.verdane.replace(/\d+$/, '1'), brand_name: 'Gone' },
      product_metadata: undefined,
    });
    // The API refuses the request, because port 1 of this machine is not on the allow list.
    await expect(createImageAd(service, key, gone)).rejects.toThrow('422');
    const missing = request({
      brand_data: { brand_url: `${sites.verdane}/no-such-page`, brand_name: 'Gone' },
      product_metadata: undefined,
    });
    const job = await ended(service, key, await createImageAd(service, key, missing));
    expect(job.status).toBe('SUCCESS');
    const response = ImageResponse.parse(job.response);
    expect(response.brand).toMatchObject({ name: 'Gone', onboarding: 'failed' });
    expect(response.notes.join('\n')).toContain('127.0.0.1');
  });

  test('a video job makes a film with a thumbnail and captions', async () => {
    const jobId = await createVideoAd(service, key, {
      brand_metadata: { brand_name: 'Verdane', brand_images: null },
      product_metadata: { product_images: [{ image_url: `${sites.verdane}/pictures/bottle.jpg` }] },
      generation_metadata: { target_duration: 10, aspect_ratio: '1:1' },
    });
    await service.command('jobs', 'watch', jobId, '--timeout', '240s').catch(() => undefined);
    const job = await getJob(service, key, jobId);
    expect(job.error).toBeNull();
    const { video } = VideoResponse.parse(job.response);
    expect(video).toMatchObject({ width: 1080, height: 1080, duration_seconds: 10, fps: 30, has_audio: false });
    const film = Buffer.from(await (await fetch(video.url)).arrayBuffer());
    expect(createHash('sha256').update(film).digest('hex')).toBe(video.sha256);
    expect((await fetch(video.thumbnail_url)).headers.get('content-type')).toBe('image/jpeg');
    expect(await (await fetch(video.captions_url)).text()).toMatch(/^WEBVTT/);
  }, 250_000);

  test('a cancelled job ends FAILED [cancelled], and a second cancel is refused', async () => {
    const jobId = await createImageAd(
      service,
      key,
      request({ generation_metadata: { resolution: '4K', aspect_ratios: '1:1,4:5,16:9' } }),
    );
    await service.command('jobs', 'cancel', jobId);
    expect(await ended(service, key, jobId)).toMatchObject({
      status: 'FAILED',
      error: expect.stringContaining('[cancelled]'),
    });
    await expect(service.command('jobs', 'cancel', jobId)).rejects.toThrow('already ended');
  });

  test('a revoked key and a deactivated account are refused within a second', async () => {
    const other = await service.command('keys', 'create', '--account', 'acme', '--name', 'other');
    const status = async (): Promise<number> =>
      (await fetch(`${service.url}/jobs/x`, { headers: { 'x-api-key': other } })).status;
    await until(async () => (await status()) === 404);
    await service.command('accounts', 'deactivate', 'acme');
    await until(async () => (await status()) === 403);
    await service.command('accounts', 'activate', 'acme');
    await service.command('keys', 'revoke', 'other');
    await until(async () => (await status()) === 401);
    expect({ statusOfRevokedKey: await status() }).toEqual({ statusOfRevokedKey: 401 });
  });
});

describe('adwright local with faults', () => {
  test('an optional stage that hangs is stopped at its deadline, and the job succeeds', async () => {
    const service = await start(freshFolder(), {
      ADWRIGHT_STAGE_FAULTS: 'onboarding=hang',
      ADWRIGHT_STAGE_DEADLINES: 'onboarding=1',
    });
    try {
      const key = await keyOf(service);
      const job = await ended(service, key, await createImageAd(service, key, request()));
      expect(job.status).toBe('SUCCESS');
      expect(ImageResponse.parse(job.response).brand.onboarding).toBe('failed');
    } finally {
      await service.stop();
    }
  });

  test('a permanent failure of the last stage ends the job with its code', async () => {
    const service = await start(freshFolder(), { ADWRIGHT_STAGE_FAULTS: 'image=permanent' });
    try {
      const key = await keyOf(service);
      const job = await ended(service, key, await createImageAd(service, key, request()));
      expect(job).toMatchObject({ status: 'FAILED', response: null, error: expect.stringMatching(/\. \[\w+\]$/) });
    } finally {
      await service.stop();
    }
  });

  test('a second service on the same folder is refused and leaves the log of the first', async () => {
    const dataDir = freshFolder();
    const service = await start(dataDir);
    try {
      await until(() => readFileSync(logOf(dataDir), 'utf8').includes('"msg":"ready"'));
      await expect(start(dataDir)).rejects.toThrow(
        `The service did not start. Another Adwright service uses the data folder ${dataDir}.`,
      );
      expect(readFileSync(logOf(dataDir), 'utf8')).toContain('"msg":"ready"');
    } finally {
      await service.stop();
    }
  });

  test('after kills at every stage each job ends once and no stage process is left', async () => {
    const dataDir = freshFolder();
    let service = await start(dataDir);
    const key = await keyOf(service);
    const jobs = await Promise.all(Array.from({ length: 4 }, () => createImageAd(service, key, request())));
    for (const phase of ['onboarding', 'concept', 'image']) {
      const current = service;
      await until(
        async () =>
          (await current.command('jobs', 'list', '-o', 'json')).includes(
            `"name": "${phase}",\n          "state": "Running"`,
          ) || (await allOver(current)),
      );
      process.kill(service.pid, 'SIGKILL');
      await until(() => stagesOf(dataDir).length === 0);
      service = await start(dataDir);
    }
    try {
      for (const jobId of jobs) {
        const job = await ended(service, key, jobId);
        expect(job).toMatchObject({ status: 'SUCCESS', error: null });
        expect(job.response?.images).toHaveLength(1);
      }
    } finally {
      await service.stop();
    }
    expect(stagesOf(dataDir)).toEqual([]);
  }, 120_000);
});

async function allOver(service: LocalService): Promise<boolean> {
  const jobs = JSON.parse(await service.command('jobs', 'list', '-o', 'json')) as { status?: { phase?: string } }[];
  return jobs.every(({ status }) => status?.phase === 'SUCCESS' || status?.phase === 'FAILED');
}
