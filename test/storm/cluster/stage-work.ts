/**
 * Simulates the stages of a storm, because the fake kubelet runs no containers. The stages do no work and end in every
 * possible way.
 */
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { ArtifactStore } from '../../../src/artifacts/port.ts';
import { artifactKey, attemptFolder } from '../../../src/domain/artifact-keys.ts';
import { podKind } from '../../../src/objects/workload-kinds.ts';
import type { StageResult } from '../../../src/schema/stage-contract.ts';
import type { ObjectStore } from '../../../src/store/port.ts';
import type { ObjectMeta } from '../../../src/objects/stored-object.ts';

const lookMs = 200;
const longestMs = 1_500;
const lastStages = new Set(['image', 'video']);

export interface StageWorkOptions {
  store: ObjectStore;
  artifacts: ArtifactStore;
  namespace: string;
  installationSecret: string;
}

interface Attempt {
  jobId: string;
  stage: string;
  attempt: number;
}

/** Ends each running stage pod, up to 1.5 s after it was first seen. Repeats writes that failed. */
export async function doStages(options: StageWorkOptions, stop: AbortSignal): Promise<void> {
  const dueMs = new Map<string, number>();
  while (!stop.aborted) {
    await pause(lookMs);
    try {
      await endDue(options, dueMs);
    } catch {
      // The API server is unavailable, which is expected during a fault.
    }
  }
}

async function endDue({ store, ...options }: StageWorkOptions, dueMs: Map<string, number>): Promise<void> {
  const { items } = await store.list(podKind, {
    namespace: options.namespace,
    labelSelector: 'adwright.dev/stage',
    fieldSelector: 'status.phase=Running',
  });
  const now = performance.now();
  const due = items.filter(({ metadata: { uid } }) => {
    const endMs = dueMs.get(uid) ?? now + Math.random() * longestMs;
    dueMs.set(uid, endMs);
    return endMs <= now;
  });
  await Promise.all(due.map(({ metadata }) => end({ store, ...options }, metadata)));
}

async function end({ store, artifacts, installationSecret }: StageWorkOptions, pod: ObjectMeta): Promise<void> {
  const {
    'adwright.dev/job-id': jobId = '',
    'adwright.dev/stage': stage = '',
    'adwright.dev/attempt': attempt = '1',
  } = pod.labels ?? {};
  const which = { jobId, stage, attempt: Number(attempt) };
  const { exitCode, message, isDone } = endOf(which);
  if (isDone) {
    const folder = attemptFolder(installationSecret, jobId, stage, which.attempt);
    await artifacts.put(artifactKey(jobId, folder, 'result.json'), resultOf(which));
  }
  const finishedAt = new Date().toISOString().replace(/\.\d+Z$/, 'Z');
  const terminated = {
    exitCode,
    message,
    startedAt: finishedAt,
    finishedAt,
    reason: exitCode === 0 ? 'Completed' : 'Error',
  };
  const container = { name: 'stage', image: 'storm.example/stage:1', imageID: '', ready: false, restartCount: 0 };
  const containerStatuses = [{ ...container, state: { terminated } }];
  const phase = exitCode === 0 ? 'Succeeded' : 'Failed';
  await store.patchStatus(podKind, pod, { status: { phase, containerStatuses } });
}

/**
 * Returns how an attempt ends, by the last hexadecimal digit of the job id. For one job in sixteen, the last stage
 * fails permanently; for one, it crashes in every attempt; for one, it crashes once; for one, every stage crashes after
 * its work.
 */
function endOf(which: Attempt): { exitCode: number; message: string; isDone: boolean } {
  const digit = which.jobId.at(-1);
  const isLast = lastStages.has(which.stage);
  const sentence = 'The storm requires a failure.';
  if (digit === '0' && isLast)
    return { exitCode: 64, isDone: false, message: JSON.stringify({ code: 'image_model_error', sentence }) };
  const isCrash = isLast && (digit === '1' || (digit === '2' && which.attempt === 1));
  if (isCrash) return { exitCode: 1, isDone: false, message: '' };
  if (digit === '3') return { exitCode: 137, isDone: true, message: '' };
  const sha256 = createHash('sha256').update(resultOf(which)).digest('hex');
  return { exitCode: 0, isDone: true, message: JSON.stringify({ ref: 'result.json', sha256, summary: 'Done.' }) };
}

function resultOf({ stage, attempt }: Attempt): Buffer {
  const file = { name: 'ad-1.png', sha256: 'f00', bytes: 9, contentType: 'image/png' };
  const isLast = lastStages.has(stage);
  const result: StageResult = {
    ...{ stage, attempt, summary: 'Done.', files: isLast ? [file] : [] },
    ...(isLast && { response: { images: [{ file: file.name }] } }),
  };
  return Buffer.from(JSON.stringify(result));
}
