import { accountOf } from '../../domain/account-of.ts';
import { jobPrefix, requestKey } from '../../domain/artifact-keys.ts';
import { adJobKind } from '../../domain/kinds.ts';
import {
  accountLabel,
  cleanupFinalizer,
  labelValue,
  redrawStateAnnotation,
  retiredAtAnnotation,
  runAnnotation,
} from '../../domain/labels.ts';
import { isTerminal } from '../../domain/terminal.ts';
import { copiedFrom, writeRun } from '../../domain/earlier-run.ts';
import { writeRetirement } from '../../domain/retirement.ts';
import type { AdJob, AdJobStatus } from '../../schema/adjob.ts';
import { type MergePatch, mergePatchBetween } from '../../objects/merge-patch.ts';
import { isStoreError } from '../../objects/store-error.ts';
import { endedModelCalls, settleModels } from './apply-models.ts';
import { applyMoney, closeHold, releaseDeleted } from './apply-money.ts';
import type { Decision, JobEvent, LaunchOrder, ObjectPatch } from './decision.ts';
import type { PipelineDeps } from './deps.ts';
import { ownerOf, type PipelineMemory } from './gather.ts';
import { prepareAttempt } from './launch-attempt.ts';
import { launchRedraw } from './launch-redraw.ts';
import type { DecisionInput, SeenModelCalls } from './decision-input.ts';
import { returnReservations } from './return-reservations.ts';
import { resultKey, stageInput } from './stage-input.ts';

/**
 * Result of applying a decision about a job. `conflict`: another client changed the AdJob first, so the API rejected a
 * write, and the steps after this write were skipped.
 */
export type Applied = 'applied' | 'conflict';

/**
 * Applies a decision about a job: starts attempts, then writes the status once, and does everything else only if the
 * API accepted the status.
 *
 * Guarantee: after an interruption at any line, the next reconcile finds the started attempts and repeats only
 * idempotent calls.
 */
export async function apply(
  input: DecisionInput,
  decision: Decision,
  deps: PipelineDeps,
  memory: PipelineMemory,
): Promise<Applied> {
  const { money, finalizer } = decision;
  const nowMs = deps.clock.now().getTime();
  const patch = (await launchAll(input, decision, deps, memory)) ?? decision.patch;
  // Before the status is written, records in memory that the credits of the job must be charged or released. If the
  // response to the write is lost, this is then done once the watch shows that the job has finished.
  if (money.close !== undefined) memory.settlements.expectClose(input.job.metadata);
  const modelCalls = endedModelCalls(input, decision.status);
  await settleModels(input, modelCalls, deps, memory);
  if ((await writeStatus(input.job, decision, deps, memory)) === 'conflict') {
    await takeBackIfGone(input, decision, deps, memory);
    return 'conflict';
  }
  report(input, decision, modelCalls, deps);
  deps.traces?.report(input, decision, nowMs);
  await allOf([stopAttempts(input, decision, deps), closeHold(input, money.close, deps, memory)]);
  if (patch !== undefined && (await patchObject(input.job, patch, deps, memory)) === 'conflict') {
    await takeBackIfGone(input, decision, deps, memory);
    return 'conflict';
  }
  await applyMoney(input, money, deps, memory);
  await returnReservations(input, deps, memory);
  await deleteParts(input, decision, deps);
  return finalizer === undefined ? 'applied' : setFinalizer(input.job, finalizer, deps, memory);
}

/** Emits the Events of a decision and counts its metrics. */
function report(
  input: DecisionInput,
  { events, metrics }: Decision,
  modelCalls: SeenModelCalls | undefined,
  deps: PipelineDeps,
): void {
  for (const event of events) emit(input, event, deps);
  const models = (modelCalls?.calls ?? []).map((calls) => ({ kind: 'models', calls }) as const);
  for (const each of [...metrics, ...models]) deps.metrics.observe(each, input.job.spec.type);
}

async function launchAll(
  input: DecisionInput,
  { launches, status }: Decision,
  deps: PipelineDeps,
  memory: PipelineMemory,
): Promise<ObjectPatch | undefined> {
  const queueName = memory.accountKeys.queueName(accountOf(input.job));
  let patch: ObjectPatch | undefined;
  for (const order of launches) patch = await launchOrReport(input, { ...order, status, queueName }, deps, memory);
  return patch;
}

type Launch = LaunchOrder & { status: AdJobStatus; queueName: string | undefined };

/** Launches an attempt. Returns the patch that records a redraw which failed before its launch, if it did. */
async function launchOrReport(
  input: DecisionInput,
  wanted: Launch,
  deps: PipelineDeps,
  { refusedLaunches }: PipelineMemory,
): Promise<ObjectPatch | undefined> {
  const { uid } = input.job.metadata;
  try {
    const patch = await launchStageOrRedraw(input, wanted, deps);
    refusedLaunches.delete(uid);
    return patch;
  } catch (error) {
    if (isStoreError(error, 'Forbidden', 'Invalid') && !refusedLaunches.has(uid)) {
      refusedLaunches.add(uid);
      const message = `The API server refused to create the Job of the stage "${wanted.stage}"; the controller tries again: ${error.message}`;
      emit(input, { type: 'Warning', reason: 'LaunchRefused', message }, deps);
    }
    throw error;
  }
}

async function launchStageOrRedraw(
  input: DecisionInput,
  wanted: Launch,
  deps: PipelineDeps,
): Promise<ObjectPatch | undefined> {
  if (wanted.redraw !== undefined) {
    const failed = await launchRedraw(input, { ...wanted, source: wanted.redraw }, deps);
    return failed && { redraw: failed };
  }
  await launch(input, wanted, deps);
  return undefined;
}

/** Launches an attempt, unless its result already exists. */
async function launch(input: DecisionInput, wanted: Launch, deps: PipelineDeps): Promise<void> {
  const { stage, attempt, earlier, status, queueName } = wanted;
  const { job, jobId } = input;
  const { artifacts, config } = deps;
  const traceparent = deps.traces?.traceparent(input, { stage, attempt });
  const prepared = await prepareAttempt(
    input,
    { stage, attempt, queueName },
    async (sources) => {
      if (job.status?.phase !== 'PROCESSING')
        await artifacts.put(requestKey(jobId), Buffer.from(JSON.stringify(job.spec)));
      const previousAt = resultKey({ ...sources.files, attempt: attempt - 1 }, config.installationSecret);
      const wantedInput = await stageInput({ ...sources, previousAt, status, earlier }, artifacts);
      return traceparent === undefined ? wantedInput : { ...wantedInput, traceparent };
    },
    deps,
  );
  if (prepared !== undefined) await deps.launcher.launch(prepared);
}

async function writeStatus(job: AdJob, wanted: Decision, deps: PipelineDeps, memory: PipelineMemory): Promise<Applied> {
  const status = mergePatchBetween(job.status ?? {}, wanted.status);
  if (status === undefined) return (await mayAct(job, wanted, deps)) ? 'applied' : 'conflict';
  return write(job, memory, (metadata) => deps.store.patchStatus(adJobKind, job.metadata, { metadata, status }));
}

/**
 * Reports whether the controller may carry out a decision that needs no status write. Before the controller stops an
 * attempt of a job that continues, the cached version of the job must be current, because another controller may just
 * have launched this attempt.
 */
async function mayAct({ metadata }: AdJob, { stops }: Decision, { store }: PipelineDeps): Promise<boolean> {
  if (stops?.only === undefined) return true;
  return (await store.get(adJobKind, metadata))?.metadata.resourceVersion === metadata.resourceVersion;
}

/**
 * Cleans up if the AdJob was deleted during this reconcile: stops the attempts of the job, deletes its files and
 * releases its reserved credits.
 */
async function takeBackIfGone(
  input: DecisionInput,
  { launches }: Decision,
  { store, launcher, artifacts }: PipelineDeps,
  memory: PipelineMemory,
): Promise<void> {
  const { job, jobId, admission } = input;
  if (admission.kind !== 'admitted' && launches.length === 0) return;
  if ((await store.get(adJobKind, job.metadata))?.metadata.uid === job.metadata.uid) return;
  await launcher.stop(ownerOf(job, jobId));
  await artifacts.deleteTree(jobPrefix(jobId));
  if (admission.kind === 'admitted') await releaseDeleted(input, memory);
}

async function stopAttempts(
  { job, jobId }: DecisionInput,
  { stops }: Decision,
  { launcher }: PipelineDeps,
): Promise<void> {
  if (stops !== undefined) await launcher.stop(ownerOf(job, jobId), stops.only);
}

/**
 * Waits for all promises, even if one of them fails, then throws the first error. Stages are therefore stopped even if
 * the ledger is unavailable, and credits are charged or released even if a stage cannot be stopped.
 */
async function allOf(works: Promise<void>[]): Promise<void> {
  for (const work of await Promise.allSettled(works)) if (work.status === 'rejected') throw work.reason;
}

function patchObject(job: AdJob, change: ObjectPatch, deps: PipelineDeps, memory: PipelineMemory): Promise<Applied> {
  if ('cancel' in change) return patch(job, { spec: { cancel: true } }, deps, memory);
  const annotations =
    'redraw' in change
      ? { [redrawStateAnnotation]: JSON.stringify(change.redraw) }
      : { [retiredAtAnnotation]: writeRetirement(change.retiredAt) };
  return patch(job, { metadata: { annotations } }, deps, memory);
}

async function deleteParts({ job, jobId }: DecisionInput, { deletion }: Decision, deps: PipelineDeps): Promise<void> {
  if (deletion.files === true) {
    await deps.artifacts.deleteTree(jobPrefix(jobId));
    // An interrupted archiving may have written an archive record without marking the AdJob as archived. The record of
    // a deleted job must not stay.
    await deps.archive.delete(jobId);
  }
  if (deletion.object === true) await deleteObject(job, deps);
}

async function deleteObject({ metadata }: AdJob, { store, logger }: PipelineDeps): Promise<void> {
  const { namespace, name, uid } = metadata;
  logger.info({ namespace, name, uid }, 'deleting the AdJob of a job whose acceptance was revoked');
  try {
    await store.delete(adJobKind, metadata, { preconditions: { uid } });
  } catch (error) {
    if (!isStoreError(error, 'NotFound', 'Conflict')) throw error;
  }
}

function setFinalizer(
  job: AdJob,
  change: NonNullable<Decision['finalizer']>,
  deps: PipelineDeps,
  memory: PipelineMemory,
): Promise<Applied> {
  const others = (job.metadata.finalizers ?? []).filter((name) => name !== cleanupFinalizer);
  if (change === 'remove') return patch(job, { metadata: { finalizers: others } }, deps, memory);
  // AdJobs that the API creates have the label already.
  const labels = { [accountLabel]: labelValue(accountOf(job).name) };
  const finalizers = [...others, cleanupFinalizer];
  return patch(job, { metadata: { finalizers, labels, ...firstRun(job, memory) } }, deps, memory);
}

/**
 * Returns the annotation that records for which object an AdJob is run first. A copy keeps the annotation of its original.
 * An AdJob whose annotation is about another request, such as one made from an exported manifest, gets its own.
 */
function firstRun(job: AdJob, memory: PipelineMemory): MergePatch {
  const stored = { metadata: job.metadata, spec: memory.cached(job.metadata)?.spec ?? job.spec };
  if (isTerminal(job) || copiedFrom(stored) !== undefined) return {};
  return { annotations: { [runAnnotation]: writeRun(stored) } };
}

function patch(
  job: AdJob,
  { metadata: change, spec }: { metadata?: MergePatch; spec?: MergePatch },
  { store }: PipelineDeps,
  memory: PipelineMemory,
): Promise<Applied> {
  return write(job, memory, (precondition) =>
    store.patch(adJobKind, job.metadata, { metadata: { ...change, ...precondition }, ...(spec && { spec }) }),
  );
}

async function write(
  job: AdJob,
  { ownWrites }: PipelineMemory,
  send: (precondition: { resourceVersion: string }) => Promise<AdJob>,
): Promise<Applied> {
  try {
    const written = await send({ resourceVersion: job.metadata.resourceVersion });
    ownWrites.remember(job.metadata, written.metadata);
    return 'applied';
  } catch (error) {
    if (isStoreError(error, 'Conflict', 'NotFound')) return 'conflict';
    throw error;
  }
}

function emit({ job }: DecisionInput, event: JobEvent, { events }: PipelineDeps): void {
  const { namespace, name, uid } = job.metadata;
  events.emit({ ...event, object: { kind: adJobKind.kind, namespace, name, uid } });
}
