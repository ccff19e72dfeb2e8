import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from '@jest/globals';
import { stringify } from 'yaml';
import { z } from 'zod';
import { readModelsConfig } from '../../src/config/models-config.ts';
import { OperationRecord } from '../../src/models/records/operation-record.ts';
import { canaryKey } from '../support/models/model-rig.ts';
import { startOpenAiWire } from '../support/models/openai-wire.ts';
import type { ServerFault } from '../support/models/model-server.ts';
import type { WireServer } from '../support/models/wire-server.ts';
import { temporaryFolder } from '../support/process/temporary-folder.ts';
import { AdInstallation, asProcessesWith } from '../support/stages/ad-installation.ts';

const folder = temporaryFolder();
let server: WireServer;
let installation: AdInstallation;

const idea = 'Show the bread in the first light of the day. Let the headline rest above it.';

/** Starts an installation whose concepts are written by a model that answers with `text`, after the faults. */
async function open({ text = JSON.stringify({ concept: idea }), faults = [], ...entry }: Opening): Promise<void> {
  server = await startOpenAiWire({ text });
  server.faults.push(...faults);
  const file = join(folder.path, 'models.yaml');
  await writeFile(join(folder.path, 'writer.key'), `${canaryKey}\n`);
  const writer = { provider: 'openai-compatible', model: 'writer', key: 'writer', timeoutSeconds: 20, price: 0.01 };
  const { url: origin, addresses } = server;
  const copywriter = [{ ...writer, baseUrl: `${origin}/v1`, addresses: [...addresses], ...entry }];
  await writeFile(file, stringify({ keys: { writer: { file: 'writer.key' } }, copywriter }));
  const settings = { ADWRIGHT_MODELS: file, ADWRIGHT_EGRESS_ALLOW: '127.0.0.0/8:*' };
  installation = await AdInstallation.open(asProcessesWith(settings), { models: readModelsConfig(file) });
}

interface Opening {
  text?: string;
  faults?: ServerFault[];
  whenFailed?: 'next' | 'studio' | 'fail';
}

afterEach(async () => {
  await installation.close();
  await server.close();
});

afterAll(() => {
  folder.remove();
});

const Job = z.object({
  status: z.string(),
  error: z.string().nullable(),
  response: z
    .object({
      concept: z.string().nullable(),
      degraded: z.boolean(),
      credits: z.number(),
      provenance: z.object({ model: z.string(), digital_source_type: z.string() }),
      quality: z.object({
        model_refusals: z.array(z.object({ model: z.string(), reasons: z.array(z.string()) })).optional(),
      }),
      notes: z.array(z.string()),
    })
    .nullable(),
});

const request = {
  brand_data: { brand_url: 'http://127.0.0.1:9/', brand_name: 'Ovenly' },
  ad_copies: [{ copy_type: 'headline', copy_text: 'Bread before sunrise' }],
};

async function madeAd(): Promise<z.infer<typeof Job> & { text: string }> {
  const created = await installation.send('/create_image_ad_async', request);
  const { job_id: id } = z.object({ job_id: z.string() }).parse(await created.json());
  const text = await (await installation.send(`/jobs/${id}?wait=50`)).text();
  return { ...Job.parse(JSON.parse(text)), text };
}

/** Returns the files of the installation that contain a text. */
async function filesWith(text: string): Promise<string[]> {
  const names = await readdir(installation.path, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const read = await Promise.all(files.map(async (file) => ({ file, bytes: await readFile(file) })));
  return read.filter(({ bytes }) => bytes.includes(text)).map(({ file }) => file);
}

/** Returns the stored records of a call. */
async function recordsOf(call: string): Promise<string[]> {
  const names = await readdir(installation.path, { recursive: true });
  const files = names.filter((name) => name.endsWith(`operations/${call}.json`));
  return Promise.all(files.map((name) => readFile(join(installation.path, name), 'utf8')));
}

test('a model writes the concept of an ad, which says so, and its key is in no answer and no file', async () => {
  await open({});
  const { response, text } = await madeAd();
  expect(response).toMatchObject({ concept: idea, degraded: false });
  expect(response?.provenance.model).toContain('openai-compatible/writer');
  expect(response?.provenance.digital_source_type).toContain('compositeSynthetic');
  expect(server.bills()).toBe(1);
  expect(text).not.toContain(canaryKey);
  expect((await filesWith('Bread before sunrise')).length).toBeGreaterThan(1);
  const [record = '{}'] = await recordsOf('copywriter-1');
  const { system, prompt } = OperationRecord.parse(JSON.parse(record));
  expect(server.requests.map(({ body }) => String(body)).join('')).toContain(JSON.stringify(system));
  expect(prompt).toMatch(/^Facts:\nBrand: Ovenly\n/);
  expect(await filesWith(canaryKey)).toEqual([]);
});

test('the studio stands in for a model that fails, which degrades the ad and adds a note', async () => {
  await open({ faults: [{ status: 401 }] });
  const { status, response } = await madeAd();
  expect([status, response?.degraded, response?.credits]).toEqual(['SUCCESS', true, 5]);
  expect(response?.notes.join(' ')).toContain(
    'because no model had a usable result (openai-compatible/writer: the provider refused the key)',
  );
});

test('an idea with a number that no source has is refused twice, then the studio stands in', async () => {
  await open({ text: JSON.stringify({ concept: 'Show that 48 bakers trust it.' }) });
  const { response } = await madeAd();
  expect(response?.quality.model_refusals).toHaveLength(2);
  expect(response?.quality.model_refusals?.[0]?.reasons.join(' ')).toContain('48');
  expect([response?.degraded, server.bills()]).toEqual([true, 2]);
});

test('a job ends uncharged if its model fails and is configured to end the job', async () => {
  await open({ faults: [{ status: 402 }], whenFailed: 'fail' });
  const { status, error } = await madeAd();
  expect([status, error?.endsWith('[image_model_error]')]).toEqual(['FAILED', true]);
  const credits = await (await installation.send('/credits')).text();
  expect(JSON.parse(credits)).toMatchObject({ spent: 0, reserved: 0 });
});
