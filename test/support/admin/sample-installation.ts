import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { v7 as uuidV7 } from 'uuid';
import { example } from '../../../src/ads/image/endpoint.ts';
import { adAccountKind, adJobKind } from '../../../src/domain/kinds.ts';
import { accountLabel, apiKeyLabel } from '../../../src/domain/labels.ts';
import type { AdJobSpec, AdJobStatus, DeliveryStatus, StageStatus } from '../../../src/schema/adjob.ts';
import type { Installation } from '../installation/installation.ts';
import { createApiKey, createFundedAccount, namespace } from '../installation/objects.ts';
import { imageRequest } from '../pipeline/build-job.ts';

const accounts = [
  {
    name: 'verdane',
    displayName: 'Verdane',
    brand: 'Verdane',
    product: 'Spruce body oil',
    granted: 5_000,
    spent: 1_240,
  },
  { name: 'marl', displayName: 'Marl & Co.', brand: 'Marl', product: 'Clay mug', granted: 2_000, spent: 1_890 },
  {
    name: 'northwind',
    displayName: 'Northwind',
    brand: 'Northwind',
    product: 'Down jacket',
    granted: 12_000,
    spent: 3_415,
  },
] as const;
type Account = (typeof accounts)[number];

const pictures = ['studio-statement', 'studio-full-bleed', 'studio-packshot'];
const minuteMs = 60_000;

/** Values of the parameters in the addresses of the dashboard, such as the id of a job. */
export type KnownParameters = Record<string, string>;

/**
 * Fills an installation with accounts, API keys and about 60 jobs of the last day in all phases, as the dashboard shows
 * them. The jobs did not run.
 */
export async function seedDashboard(home: Installation, jobs = 60): Promise<KnownParameters> {
  await home.ledger.audit.begin('sample');
  for (const account of accounts) await seedAccount(home, account);
  const files = await Promise.all(pictures.map(picture));
  const nowMs = home.clock.now().getTime();
  let jobId = '';
  for (let at = jobs - 1; at >= 0; at -= 1) {
    const account = accounts[at % accounts.length] ?? accounts[0];
    const createdMs = nowMs - at * 24 * minuteMs - 30_000;
    const made = await seedJob(home, { account, createdMs, at, file: files[at % files.length] ?? Buffer.alloc(0) });
    if (phaseAt(at) === 'SUCCESS') jobId = made;
  }
  return { ...{ namespace, name: 'verdane', type: 'image_ad', job_id: jobId, stage: 'image', attempt: '1' } };
}

async function seedAccount(home: Installation, { name, displayName, granted, spent }: Account): Promise<void> {
  const key = { namespace, name };
  await createFundedAccount(home, key, granted, { displayName });
  const credits = { granted, spent, reserved: 10, available: granted - spent - 10 };
  await home.store.patchStatus(adAccountKind, key, { status: { credits, runningJobs: 1, pendingJobs: 1 } });
  await createApiKey(home, { accountRef: { name }, hint: `adw_…${name.slice(0, 4)}` }, key);
}

async function picture(name: string): Promise<Buffer> {
  const file = readFileSync(new URL(`../../../docs/images/${name}.jpg`, import.meta.url));
  return sharp(file).resize(600, 600, { fit: 'cover' }).png({ compressionLevel: 9 }).toBuffer();
}

/** The newest jobs are unfinished, some failed, and most succeeded. */
function phaseAt(at: number): 'PENDING' | 'PROCESSING' | 'SUCCESS' | 'FAILED' {
  if (at < 2) return 'PENDING';
  if (at < 4) return 'PROCESSING';
  return at % 9 === 4 ? 'FAILED' : 'SUCCESS';
}

interface Seed {
  account: Account;
  createdMs: number;
  at: number;
  file: Buffer;
}

async function seedJob(home: Installation, seed: Seed): Promise<string> {
  const { account, createdMs, at, file } = seed;
  const { name: owner } = account;
  const jobId = uuidV7({ msecs: createdMs });
  const key = { namespace, name: jobId };
  const labels = { [apiKeyLabel]: owner, [accountLabel]: owner };
  await home.store.create(adJobKind, { metadata: { ...key, labels }, spec: specOf(seed) });
  const folder = `image-1-${jobId.replaceAll('-', '')}`;
  await home.store.patchStatus(adJobKind, key, { status: statusOf(seed, jobId, folder) });
  if (phaseAt(at) === 'SUCCESS') await home.artifacts.put(`jobs/${jobId}/${folder}/ad-1.png`, file);
  return jobId;
}

function specOf({ account: { name, brand, product }, at }: Seed): AdJobSpec {
  const image = imageRequest({ aspectRatios: at % 2 === 0 ? '1:1' : '1:1, 9:16' });
  return {
    ...{ type: 'image_ad', accountRef: { name }, apiKeyRef: { name } },
    image: {
      ...image,
      brandData: { brandUrl: `https://www.${name}.example/`, brandName: brand },
      productMetadata: { productName: product, productImages: [] },
      adCopies: [{ copyType: 'headline', copyText: 'From the cold side of the forest' }],
    },
    ...(at % 4 === 0 ? { callbackUrl: `https://hooks.${name}.example/ads` } : {}),
  };
}

function statusOf(seed: Seed, jobId: string, folder: string): AdJobStatus {
  const { createdMs, at } = seed;
  const time = (seconds: number): string => new Date(createdMs + seconds * 1_000).toISOString();
  const phase = phaseAt(at);
  const seconds = 20 + ((at * 37) % 70);
  const ended = {
    startTime: time(2),
    completionTime: time(seconds),
    ...(at % 4 === 0 ? { delivery: deliveryOf(seed, time) } : {}),
  };
  const common = { phase, jobId, credits: { required: 5, ...(phase === 'SUCCESS' ? { charged: 5 } : {}) } };
  if (phase === 'PENDING') return common;
  const admitted = condition('Admitted', time(1));
  if (phase === 'PROCESSING')
    return { ...common, startTime: time(2), stages: stagesOf(phase, time), conditions: [admitted] };
  if (phase === 'FAILED')
    return {
      ...{
        ...common,
        ...ended,
        stages: stagesOf(phase, time),
        conditions: [admitted, condition('Failed', time(seconds))],
      },
      error: 'No page of the request could be read. [brand_unreadable]',
    };
  return {
    ...{
      ...common,
      ...ended,
      stages: stagesOf(phase, time),
      conditions: [admitted, condition('Complete', time(seconds))],
    },
    response: responseOf(jobId, folder),
  };
}

function condition(type: string, lastTransitionTime: string) {
  return { type, status: 'True' as const, reason: type, message: '', lastTransitionTime };
}

function stagesOf(phase: 'PROCESSING' | 'SUCCESS' | 'FAILED', time: (seconds: number) => string): StageStatus[] {
  const done = (name: string, start: number, end: number, message: string): StageStatus => ({
    ...{ name, state: 'Succeeded', attempt: 1, startTime: time(start), completionTime: time(end), message },
  });
  const read = done('onboarding', 2, 8, '5 colours, 5 headlines, 3 calls to action, a logo, a product.');
  if (phase === 'FAILED')
    return [
      { ...read, state: 'Failed', attempt: 3, message: 'No page of the request could be read.' },
      { name: 'concept', state: 'Pending', attempt: 0 },
      { name: 'image', state: 'Pending', attempt: 0 },
    ];
  const concept = done('concept', 8, 10, 'A natural concept.');
  if (phase === 'SUCCESS') return [read, concept, done('image', 10, 19, 'Drew 1:1.')];
  return [read, concept, { name: 'image', state: 'Running', attempt: 1, startTime: time(10) }];
}

function deliveryOf({ at }: Seed, time: (seconds: number) => string): DeliveryStatus {
  const attempt = { attempt: 1, time: time(100), latencyMs: 84 };
  if (at % 8 === 0)
    return {
      state: 'gave_up',
      attempts: 1,
      deliveries: [{ ...attempt, outcome: 'failed', status: 500, responseExcerpt: 'Internal error' }],
    };
  return {
    state: 'delivered',
    attempts: 1,
    deliveries: [{ ...attempt, outcome: 'delivered', status: 200, responseExcerpt: 'ok' }],
  };
}

function responseOf(jobId: string, folder: string): Record<string, unknown> {
  const url = `http://ads.example/files/${jobId}/${folder}/ad-1.png`;
  const { images, ...response } = example.response;
  return { ...response, images: images.slice(0, 1).map((image) => ({ ...image, url, width: 600, height: 600 })) };
}
