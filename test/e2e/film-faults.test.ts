import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { createVideoAd, getJob, type LocalService, startLocalService } from '../../scripts/local-service.ts';
import { VideoResponse } from '../../src/ads/video/response.ts';
import { badPictures } from '../support/studio/bad-pictures.ts';
import { startHttpServer, type TestServer } from '../support/network/raw-server.ts';
import { temporaryFolder } from '../support/process/temporary-folder.ts';
import { until } from '../support/process/until.ts';

/** A film takes ten seconds on an idle machine and minutes on a busy one. */
jest.setTimeout(600_000);

const folders: ReturnType<typeof temporaryFolder>[] = [];
let pictures: TestServer;

beforeAll(async () => {
  const files = await badPictures();
  pictures = await startHttpServer((request, response) => {
    const bytes = files.get((request.url ?? '').slice(1));
    if (bytes === undefined) response.writeHead(404).end();
    else response.writeHead(200).end(bytes);
  });
});

afterAll(async () => {
  await pictures.close();
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
    ADWRIGHT_VOICES_DIR: join(dataDir, 'no-voices'),
    ADWRIGHT_EGRESS_ALLOW: `127.0.0.0/8:${new URL(pictures.origin).port}`,
  };
  return startLocalService({ ...settings, ...env }, join(dataDir, 'service.log'));
}

async function keyOf(service: LocalService): Promise<string> {
  await service.command('accounts', 'create', 'acme', '--credits', '1000');
  return service.command('keys', 'create', '--account', 'acme');
}

function request(changes: { product?: object; copies?: object[]; options?: object } = {}) {
  return {
    brand_metadata: { brand_name: 'Marl', brand_images: null },
    product_metadata: { product_images: [{ image_url: `${pictures.origin}/rotated.jpg` }], ...changes.product },
    ...(changes.copies && { ad_copies: changes.copies }),
    generation_metadata: { target_duration: 10, aspect_ratio: '1:1', ...changes.options },
  };
}

async function ended(service: LocalService, key: string, jobId: string) {
  await service.command('jobs', 'watch', jobId, '--timeout', '500s').catch(() => undefined);
  return getJob(service, key, jobId);
}

async function creditsOf(service: LocalService, key: string): Promise<unknown> {
  return (await fetch(`${service.url}/credits`, { headers: { 'x-api-key': key } })).json();
}

/** Returns the process ids of the encoders that write into the data folder. */
function encodersOf(dataDir: string): number[] {
  const listing = execFileSync('ps', ['axww', '-o', 'pid=,args='], { maxBuffer: 64 * 1024 * 1024 }).toString();
  const lines = listing.split('\n').filter((line) => /^\s*\d+ ffmpeg /.test(line) && line.includes(dataDir));
  return lines.map((line) => Number.parseInt(line, 10));
}

/** Returns the temporary files of stages that a service has left. */
const leftIn = (dataDir: string): string[] =>
  readdirSync(join(dataDir, 'scratch')).filter((name) => name.startsWith('attempt-'));

async function oneEncoder(dataDir: string): Promise<number> {
  let [pid] = encodersOf(dataDir);
  await until(() => ([pid] = encodersOf(dataDir))[0] !== undefined, 300);
  return pid ?? 0;
}

describe('bad input for a film', () => {
  const dataDir = freshFolder();
  let service: LocalService;
  let key: string;

  beforeAll(async () => {
    service = await start(dataDir);
    key = await keyOf(service);
  });

  afterAll(async () => {
    await service.stop();
    expect(encodersOf(dataDir)).toEqual([]);
    expect(leftIn(dataDir)).toEqual([]);
  });

  test('unusable pictures are left out with a note each, and the others make a film', async () => {
    const names = ['page.jpg', 'cut.png', 'dot.png', 'huge.png', 'cmyk.jpg', 'rotated.jpg', 'animated.gif'];
    const product_images = names.map((name) => ({ image_url: `${pictures.origin}/${name}` }));
    const job = await ended(
      service,
      key,
      await createVideoAd(service, key, request({ product: { product_name: 'Mug', product_images } })),
    );
    expect(job.error).toBeNull();
    const { notes, quality } = VideoResponse.parse(job.response);
    expect(quality.passed).toBe(true);
    const named = [0, 1, 2, 3, 4, 5, 6].filter((at) => notes.some((note) => note.includes(`product_images[${at}]`)));
    expect(named).toEqual([0, 1, 2, 3]);
  });

  test('hostile texts, a prompt that nobody can follow and a missing voice give a film with notes', async () => {
    const description = 'قهوة with 🎉 emoji\n\nand lines. '.repeat(200).slice(0, 5_000);
    const copies = [
      { copy_type: 'headline', copy_text: 'خصم 20% on everything\n🔥🔥 today' },
      { copy_type: 'cta', copy_text: 'W'.repeat(500) },
      { copy_type: 'offer', copy_text: '🎁'.repeat(500), price: '٢٠ $' },
    ];
    const options = {
      generate_sound: true,
      user_prompt: 'Show a dragon that flies over Paris and sings our slogan in Klingon',
    };
    const product = { product_name: 'م'.repeat(200), product_description: description };
    const job = await ended(service, key, await createVideoAd(service, key, request({ product, copies, options })));
    expect(job.error).toBeNull();
    const { notes, quality, video } = VideoResponse.parse(job.response);
    expect([quality.passed, video.has_audio]).toEqual([true, true]);
    expect(notes.join('\n')).toMatch(/The film has music and no voice-over: no voice is installed\./);
    expect(notes.join('\n')).toMatch(/dragon/);
  });

  test('a film whose encoder is killed is made again, and two films at once both end', async () => {
    const jobs = [await createVideoAd(service, key, request()), await createVideoAd(service, key, request())];
    process.kill(await oneEncoder(dataDir), 'SIGKILL');
    for (const jobId of jobs)
      expect(await ended(service, key, jobId)).toMatchObject({ status: 'SUCCESS', error: null });
    expect(await service.command('jobs', 'list', '-o', 'json')).toContain('"attempt": 2');
  });
});

test('without ffmpeg a film ends FAILED with a sentence, and its credits are released', async () => {
  const dataDir = freshFolder();
  const bin = join(dataDir, 'bin');
  mkdirSync(bin);
  for (const program of ['sh', 'dirname', 'readlink', 'uname'])
    symlinkSync(
      execFileSync('sh', ['-c', `command -v ${program}`])
        .toString()
        .trim(),
      join(bin, program),
    );
  const service = await start(dataDir, { PATH: bin });
  try {
    const key = await keyOf(service);
    const job = await ended(service, key, await createVideoAd(service, key, request()));
    expect(job).toMatchObject({
      status: 'FAILED',
      error: 'The video could not be encoded: ffmpeg is not installed. [video_model_error]',
    });
    expect(await creditsOf(service, key)).toMatchObject({ reserved: 0, spent: 0, available: 1000 });
    await until(() => leftIn(dataDir).length === 0);
  } finally {
    await service.stop();
  }
});

test('a service that is killed in the middle of a film leaves no encoder, and finishes the film after its restart', async () => {
  const dataDir = freshFolder();
  let service = await start(dataDir);
  const key = await keyOf(service);
  const jobId = await createVideoAd(service, key, request());
  await oneEncoder(dataDir);
  process.kill(service.pid, 'SIGKILL');
  await until(() => encodersOf(dataDir).length === 0);
  service = await start(dataDir);
  try {
    expect(await ended(service, key, jobId)).toMatchObject({ status: 'SUCCESS', error: null });
    expect(await creditsOf(service, key)).toMatchObject({ reserved: 0, available: 970 });
    await until(() => leftIn(dataDir).length === 0);
  } finally {
    await service.stop();
  }
});
