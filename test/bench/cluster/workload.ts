/** Jobs of three stages that do no work: the benchmark writes their results, and a fake kubelet reports their end. */
import { createHash, randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { ArtifactStore } from '../../../src/artifacts/port.ts';
import { artifactKey, attemptFolder } from '../../../src/domain/artifact-keys.ts';
import { writeIntent } from '../../../src/domain/intent.ts';
import { adAccountKind, adJobKind, apiKeyKind } from '../../../src/domain/kinds.ts';
import { cleanupFinalizer } from '../../../src/domain/labels.ts';
import type { Ledger } from '../../../src/ledger/port.ts';
import type { AdJobSpec } from '../../../src/schema/adjob.ts';
import type { StageResult } from '../../../src/schema/stage-contract.ts';
import type { ObjectStore } from '../../../src/store/port.ts';
import type { ObjectKey } from '../../../src/objects/object-key.ts';
import type { NewObject } from '../../../src/objects/stored-object.ts';

export const stageNames = ['onboarding', 'concept', 'image'] as const;
export const namespace = 'bench';
export const installationSecret = 'of the benchmark alone, and long enough';

const account = 'bench';
const key = `${account}-key`;

function resultOf(stage: string): Buffer {
  const file = { name: 'ad-1.png', sha256: 'f00', bytes: 9, contentType: 'image/png' };
  const isLast = stage === 'image';
  const result: StageResult = {
    stage,
    attempt: 1,
    summary: 'Done.',
    files: isLast ? [file] : [],
    ...(isLast && { response: { images: [{ file: file.name }] } }),
  };
  return Buffer.from(JSON.stringify(result));
}

/** Returns the termination message of a stage pod. It is the same for every job. */
export function terminationMessage(stage: string): string {
  const sha256 = createHash('sha256').update(resultOf(stage)).digest('hex');
  return JSON.stringify({ ref: 'result.json', sha256, summary: 'Done.' });
}

export async function createParties(store: ObjectStore): Promise<void> {
  await store.create(adAccountKind, {
    metadata: { namespace, name: account },
    spec: adAccountKind.parseSpec({ creditGrants: [{ id: 'bench', amount: 1_000_000_000 }] }),
  });
  const secretHash = randomBytes(32).toString('hex');
  await store.create(apiKeyKind, {
    metadata: { namespace, name: key },
    spec: apiKeyKind.parseSpec({ accountRef: { name: account }, secretHash }),
  });
}

function spec(payer: string): AdJobSpec {
  return {
    type: 'image_ad',
    accountRef: { name: payer },
    apiKeyRef: { name: `${payer}-key` },
    image: {
      brandData: { brandUrl: 'https://brand.example/' },
      generationMetadata: { aspectRatios: '1:1', language: 'en-us', noText: false, resolution: '1K' },
    },
  };
}

/** Writes the result of a stage to the place where the controller reads it. */
export async function finishStage(artifacts: ArtifactStore, jobId: string, stage: string): Promise<void> {
  const folder = attemptFolder(installationSecret, jobId, stage, 1);
  await artifacts.put(artifactKey(jobId, folder, 'result.json'), resultOf(stage));
}

/** Creates a job as the API does: first an admission, then the AdJob. */
export async function createJob(
  store: ObjectStore,
  ledger: Pick<Ledger, 'admit'>,
  payer: string = account,
): Promise<ObjectKey> {
  const name = uuidv7();
  const object = { namespace, name };
  const wanted = wantedJob(name, payer);
  const origin = { kind: 'request', object, intent: writeIntent(wanted) } as const;
  const paying = { namespace, name: payer };
  const admitted = await ledger.admit({ jobId: name, account: paying, credits: 5, seen: undefined, origin });
  if (admitted.kind !== 'accepted') throw new Error(`the job was not admitted: ${admitted.kind}`);
  await store.create(adJobKind, wanted);
  return object;
}

function wantedJob(name: string, payer: string): NewObject<AdJobSpec> {
  return { metadata: { namespace, name, finalizers: [cleanupFinalizer] }, spec: spec(payer) };
}

/** Creates a finished AdJob of about 6 kB. Writes spec and status separately, as the service does. */
export async function createFinishedJob(store: ObjectStore): Promise<void> {
  const name = uuidv7();
  const key = { namespace, name };
  await store.create(adJobKind, wantedJob(name, account));
  const ended = '2026-11-01T12:00:00Z';
  const stages = stageNames.map((name) => ({ name, state: 'Succeeded', attempt: 1, optional: name !== 'image' }));
  const condition = { status: 'True', lastTransitionTime: ended, observedGeneration: 1, message: 'The ad is made.' };
  await store.patchStatus(adJobKind, key, {
    status: {
      phase: 'SUCCESS',
      jobId: key.name,
      stages,
      conditions: [
        { type: 'Admitted', reason: 'Admitted', ...condition },
        { type: 'Complete', reason: 'Succeeded', ...condition },
      ],
      credits: { required: 5, charged: 5 },
      response: { images: [], notes: Array.from({ length: 40 }, () => randomBytes(50).toString('hex')) },
      startTime: ended,
      completionTime: ended,
    },
  });
}
