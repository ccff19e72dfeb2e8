import { v7 as uuidV7 } from 'uuid';
import { adAccountKind, adJobKind, apiKeyKind } from '../../../src/domain/kinds.ts';
import { accountLabel, apiKeyLabel } from '../../../src/domain/labels.ts';
import type { AdJobSpec } from '../../../src/schema/adjob.ts';
import { Installation } from '../installation/installation.ts';
import { admit, createApiKey, createFundedAccount, mirror, namespace } from '../installation/objects.ts';
import { imageRequest } from '../pipeline/build-job.ts';
import { sampleAuditRows } from './sample-audit.ts';
import { sampleBrands, type SampleBrand } from './sample-brands.ts';
import { SampleClock } from './sample-clock.ts';
import { samplePicture, storeFiles } from './sample-files.ts';
import { creditsOfJob, hasCallback, phaseAt, statusOf, tookSeconds, type SampleJob } from './sample-status.ts';
import type { AdminClient, AdminRig } from './admin-rig.ts';

const minuteMs = 60_000;

/** Values of the parameters in the addresses of the dashboard, such as the id of a job. */
export type KnownParameters = Record<string, string>;

export interface Sample {
  home: Installation;
  known: KnownParameters;
}

/**
 * Opens an installation in memory with accounts, API keys and jobs of the last day in all phases, as the dashboard shows
 * them. The jobs did not run, but times, credits, requests, results and files agree with each other.
 */
export async function openSample(jobs = 60): Promise<Sample> {
  const clock = new SampleClock();
  const home = new Installation({ clock });
  const nowMs = clock.now().getTime();
  clock.stand(nowMs - 40 * 24 * 60 * minuteMs);
  await home.ledger.audit.begin('sample');
  for (const brand of sampleBrands) await seedAccount(home, brand, nowMs);
  const pictures = await Promise.all(sampleBrands.map(samplePicture));
  const made = [];
  for (let at = jobs - 1; at >= 0; at -= 1) {
    const [brand, picture] = [sampleBrands[at % 3] ?? sampleBrands[0], pictures[at % 3]];
    const createdMs = nowMs - ageMs(at);
    const jobId = uuidV7({ msecs: createdMs });
    const folder = `image-1-${jobId.replaceAll('-', '')}`;
    if (picture !== undefined) made.push(await seedJob(home, clock, { at, jobId, folder, brand, picture, createdMs }));
  }
  clock.stand(undefined);
  for (const { name } of sampleBrands) await mirrorAccount(home, name, made);
  const jobId = shownJob(made)?.jobId ?? '';
  return { home, known: { namespace, name: 'verdane', type: 'image_ad', job_id: jobId, stage: 'image', attempt: '1' } };
}

/** Returns the newest finished job of the first brand with a callback. */
function shownJob(jobs: readonly SampleJob[]): SampleJob | undefined {
  return jobs.findLast(({ at, brand }) => phaseAt(at) === 'SUCCESS' && hasCallback(at) && brand === sampleBrands[0]);
}

/** Age of a job: the unfinished ones are minutes old, the others follow each other in the last day. */
function ageMs(at: number): number {
  return (at < 4 ? at + 0.5 : 12 + (at - 4) * 24) * minuteMs;
}

async function seedAccount(home: Installation, brand: SampleBrand, nowMs: number): Promise<void> {
  const { name, displayName, granted, note } = brand;
  const key = { namespace, name };
  await createFundedAccount(home, key, granted, {
    displayName,
    creditGrants: [{ id: 'first', amount: granted, note }],
  });
  await createApiKey(home, { accountRef: { name }, hint: `adw_…${hintOf(name)}` }, key);
  const lastUsedTime = new Date(nowMs - 12 * minuteMs).toISOString();
  await home.store.patchStatus(apiKeyKind, key, { status: { lastUsedTime } });
}

function hintOf(name: string): string {
  return Buffer.from(name).toString('base64url').slice(0, 4);
}

async function seedJob(home: Installation, clock: SampleClock, job: SampleJob): Promise<SampleJob> {
  const { at, jobId, createdMs, brand } = job;
  const key = { namespace, name: jobId };
  const account = { namespace, name: brand.name };
  const [phase, endMs] = [phaseAt(at), createdMs + tookSeconds(at) * 1_000];
  clock.stand(createdMs);
  await admit(home, key, { account, credits: creditsOfJob });
  const labels = { [apiKeyLabel]: brand.name, [accountLabel]: brand.name };
  const { metadata } = await home.store.create(adJobKind, { metadata: { ...key, labels }, spec: specOf(job) });
  await home.ledger.bind(jobId, metadata, account);
  clock.stand(endMs);
  await home.store.patchStatus(adJobKind, key, { status: statusOf(job) });
  if (phase === 'SUCCESS') {
    await storeFiles(home.artifacts, job);
    await home.ledger.settle(jobId, metadata.uid);
  } else if (phase === 'FAILED') await home.ledger.release(jobId, metadata.uid);
  return job;
}

function specOf({ at, brand }: SampleJob): AdJobSpec {
  const { name, displayName, product, description, aspectRatio, copy } = brand;
  return {
    ...{ type: 'image_ad', accountRef: { name }, apiKeyRef: { name } },
    image: {
      ...imageRequest({ aspectRatios: aspectRatio }),
      brandData: { brandUrl: `https://www.${name}.example/`, brandName: displayName },
      productMetadata: { productName: product, productDescription: description, productImages: [] },
      adCopies: [
        { copyType: 'headline', copyText: copy.headline },
        { copyType: 'cta', copyText: copy.cta },
      ],
    },
    ...(hasCallback(at) ? { callbackUrl: `https://hooks.${name}.example/ads` } : {}),
  };
}

/** Copies the balance and the number of jobs into the status of an account, as the controllers do. */
async function mirrorAccount(home: Installation, name: string, jobs: readonly SampleJob[]): Promise<void> {
  const key = { namespace, name };
  await mirror(home, key);
  const count = (phase: string) => jobs.filter(({ at, brand }) => brand.name === name && phaseAt(at) === phase).length;
  const status = { runningJobs: count('PROCESSING'), pendingJobs: count('PENDING') };
  await home.store.patchStatus(adAccountKind, key, { status });
}

/** Fills what a dashboard itself stores: rows of the audit log, and the sessions of its people. */
export async function fillDashboard(rig: AdminRig, { cookie }: Pick<AdminClient, 'cookie'>): Promise<void> {
  const { sessions, state, clock } = rig.deps;
  rig.auditLog.rows.push(...sampleAuditRows(clock.now()));
  const startedMs = clock.now().getTime() - 20 * minuteMs;
  const own = {
    ...{ actor: { kind: 'role', role: 'admin' }, authenticatedMs: startedMs, startedMs },
    person: { kind: 'person', subject: 'u-17', name: 'Ada' },
    source: { ip: '192.0.2.7', userAgent: 'Firefox on Linux' },
  };
  await state.set(`session:${cookie.split('=')[1] ?? ''}`, JSON.stringify(own), 60 * minuteMs);
  await sessions.start(
    {
      actor: { kind: 'owner', accounts: [{ namespace, name: 'pulse' }] },
      person: { kind: 'person', subject: 'u-23', name: 'Noor' },
      authenticatedMs: startedMs,
    },
    { ip: '198.51.100.4', userAgent: 'Safari on iOS' },
    () => Promise.resolve(true),
  );
}
