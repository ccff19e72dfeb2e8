import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { stringify } from 'yaml';
import { z } from 'zod';
import { readModelsConfig } from '../../src/config/models-config.ts';
import { madeClip } from '../support/models/made-clip.ts';
import { startModelServer, type ModelServer } from '../support/models/model-server.ts';
import { canaryKey } from '../support/models/model-rig.ts';
import { startVideosWire } from '../support/models/videos-wire.ts';
import type { WorkWire } from '../support/models/work-wire.ts';
import { temporaryFolder } from '../support/process/temporary-folder.ts';
import { AdInstallation, asProcessesWith } from '../support/stages/ad-installation.ts';

const folder = temporaryFolder();
const photo = readFileSync(fileURLToPath(new URL('../../examples/pictures/mountain-lake.jpg', import.meta.url)));
/** Time limit of a test that encodes a film, in milliseconds. */
const filmMs = 240_000;

let pictures: ModelServer;
let server: WorkWire;
let installation: AdInstallation;
let clip: Buffer;
beforeAll(async () => {
  pictures = await startModelServer(() => ({ body: photo, headers: { 'content-type': 'image/jpeg' } }));
  clip = madeClip(photo, { size: { width: 640, height: 640 }, seconds: 6 });
});
afterEach(async () => {
  await installation.close();
  await server.close();
});
afterAll(async () => {
  await pictures.close();
  folder.remove();
});

/** Starts an installation whose films have clips of a model that returns `result`. */
async function open({ result = clip, isRefusing = false, whenFailed = 'next' } = {}): Promise<void> {
  server = await startVideosWire('sglang', result, { isRefusing });
  const file = join(folder.path, 'models.yaml');
  await writeFile(join(folder.path, 'films.key'), `${canaryKey}\n`);
  const model = { provider: 'videos-api', model: 'wan', key: 'films', timeoutSeconds: 30, price: 0.2, concurrency: 1 };
  const place = { baseUrl: `${server.url}/v1`, addresses: [...server.addresses], options: { dialect: 'sglang' } };
  const video = [{ ...model, ...place, whenFailed }];
  await writeFile(file, stringify({ keys: { films: { file: 'films.key' } }, video }));
  // Without the network, the likeness of the product is not judged: the model returns the same clip for every picture.
  const settings = {
    ADWRIGHT_MODELS: file,
    ADWRIGHT_EGRESS_ALLOW: '127.0.0.0/8:*',
    ADWRIGHT_CUTOUT_DIR: folder.path,
  };
  installation = await AdInstallation.open(asProcessesWith(settings), { models: readModelsConfig(file) });
}

const Job = z.object({
  status: z.string(),
  error: z.string().nullable(),
  response: z
    .object({
      degraded: z.boolean(),
      credits: z.number(),
      scenes: z.array(z.object({ filmed_by: z.string().optional() })),
      provenance: z.object({ model: z.string(), digital_source_type: z.string() }),
      quality: z.object({
        passed: z.boolean(),
        model_refusals: z.array(z.object({ model: z.string(), reasons: z.array(z.string()) })).optional(),
      }),
      notes: z.array(z.string()),
    })
    .nullable(),
});

async function madeFilm(): Promise<z.infer<typeof Job>> {
  const request = {
    brand_metadata: {
      brand_name: 'Alpenhof',
      brand_images: [{ image_url: `${pictures.url}/lake.jpg`, labels: ['lifestyle'] }],
    },
    product_metadata: {
      product_name: 'A week at the lake',
      product_description: 'Seven days by a quiet lake.',
      product_images: [{ image_url: `${pictures.url}/lake.jpg` }],
    },
    ad_copies: [{ copy_type: 'headline', copy_text: 'Seven days by the lake' }],
    generation_metadata: { target_duration: 10, aspect_ratio: '1:1', generate_sound: false },
  };
  const created = await installation.send('/create_video_ad_async', request);
  const { job_id: id } = z.object({ job_id: z.string() }).parse(await created.json());
  for (;;) {
    const job = Job.parse(await (await installation.send(`/jobs/${id}?wait=50`)).json());
    if (job.status === 'SUCCESS' || job.status === 'FAILED') return job;
  }
}

const filmsIn = ({ response }: z.infer<typeof Job>): (string | undefined)[] =>
  (response?.scenes ?? []).map(({ filmed_by: model }) => model);

test(
  'a scene shows the clip of a model, and the response says so',
  async () => {
    await open();
    const job = await madeFilm();
    expect([job.status, job.response?.degraded, job.response?.quality.passed]).toEqual(['SUCCESS', false, true]);
    expect(filmsIn(job).filter((model) => model !== undefined)).toEqual(['videos-api/wan']);
    expect(job.response?.provenance.model).toContain('videos-api/wan');
    expect(job.response?.provenance.digital_source_type).toContain('compositeSynthetic');
    expect([server.works.bills, server.works.problems]).toEqual([1, []]);
  },
  filmMs,
);

test(
  'the studio stands in for clips that stand still, which degrades the film and adds a note',
  async () => {
    await open({ result: madeClip(photo, { size: { width: 640, height: 640 }, seconds: 6, zoom: 0 }) });
    const job = await madeFilm();
    expect([job.status, job.response?.degraded, job.response?.credits]).toEqual(['SUCCESS', true, 30]);
    expect(filmsIn(job).every((model) => model === undefined)).toBe(true);
    expect(job.response?.notes.join(' ')).toContain('made a scene without a filmed clip');
    const refusals = job.response?.quality.model_refusals ?? [];
    expect(refusals.map(({ reasons }) => reasons.join())).toEqual(Array(2).fill('the clip stands still'));
    expect(job.response?.provenance.model).not.toContain('wan');
  },
  filmMs,
);

test('a job ends uncharged if its model fails and is configured to end the job', async () => {
  await open({ isRefusing: true, whenFailed: 'fail' });
  const { status, error } = await madeFilm();
  expect([status, error?.endsWith('[video_model_error]')]).toEqual(['FAILED', true]);
  const credits: unknown = await (await installation.send('/credits')).json();
  expect(credits).toMatchObject({ spent: 0, reserved: 0 });
});
