import { accountOf } from '../../domain/account-of.ts';
import { jobPrefix, requestKey } from '../../domain/artifact-keys.ts';
import { adJobKind } from '../../domain/kinds.ts';
import { cleanupFinalizer, retiredAtAnnotation } from '../../domain/labels.ts';
import { stagesOf } from '../../domain/pipelines.ts';
import { writeRetirement } from '../../domain/retirement.ts';
import { mergePatchBetween } from '../../domain/status-patch.ts';
import type { AdJob, AdJobStatus } from '../../schema/adjob.ts';
import { isStoreError, type MergePatch } from '../../store/port.ts';
import { closeHold, deleteObject, retireHold, takeBackHold } from './apply-money.ts';
import type { PipelineDeps } from './deps.ts';
import { ownerOf, type PipelineMemory } from './gather.ts';
import { isMeasurement } from './metrics.ts';
import type { Action, Decision, Seen } from './seen.ts';
import { resultKey, stageInput } from './stage-input.ts';

/** `conflict`: somebody else wrote first, nothing after that write was done; look again. */
export type Applied = 'applied' | 'conflict';

/**
 * Do what was decided: launch, then write the status once, then, only if that was accepted, everything else.
 *
 * Guarantee: cut off after any line, the next pass finds what was launched and repeats nothing but what is idempotent.
 */
export async function apply(
  seen: Seen,
  decision: Decision,
  deps: PipelineDeps,
  memory: PipelineMemory,
): Promise<Applied> {
  const { status, actions } = decision;
  const queueName = memory.accountKeys.queueName(accountOf(seen.job));
  for (const action of actions)
    if (action.kind === 'launch') await launchOrReport(seen, { ...action, status, queueName }, deps, memory);
  // Also where the answer to the write is lost, the hold is closed once the job is seen to be finished.
  if (actions.some(({ kind }) => kind === 'close-hold')) memory.settlements.expectClose(seen.job.metadata);
  if ((await writeStatus(seen.job, decision, deps, memory)) === 'conflict') {
    await takeBackIfGone(seen, decision, deps, memory);
    return 'conflict';
  }
  for (const action of actions) report(seen, action, deps);
  await allOf(actions.map((action) => end(seen, action, deps, memory)));
  for (const action of actions) if ((await cleanUp(seen, action, deps, memory)) === 'conflict') return 'conflict';
  return 'applied';
}

type Launch = Extract<Action, { kind: 'launch' }> & { status: AdJobStatus; queueName: string | undefined };

/** What the API server refuses (a quota, a policy) is tried again and again, and told once until something was launched. */
async function launchOrReport(
  seen: Seen,
  wanted: Launch,
  deps: PipelineDeps,
  { refusedLaunches }: PipelineMemory,
): Promise<void> {
  const { uid } = seen.job.metadata;
  try {
    await launch(seen, wanted, deps);
    refusedLaunches.delete(uid);
  } catch (error) {
    if (isStoreError(error, 'Forbidden', 'Invalid') && !refusedLaunches.has(uid)) {
      refusedLaunches.add(uid);
      const message = `The API server refuses the Job of the stage "${wanted.stage}", which is tried again: ${error.message}`;
      report(seen, { kind: 'emit', type: 'Warning', reason: 'LaunchRefused', message }, deps);
    }
    throw error;
  }
}

/** An attempt that has left its result is done and not launched again; the next pass takes its result. */
async function launch(seen: Seen, wanted: Launch, { artifacts, launcher, config }: PipelineDeps): Promise<void> {
  const { stage, attempt, earlier, status, queueName } = wanted;
  const { job, jobId } = seen;
  const definition = stagesOf(job.spec.type).find(({ name }) => name === stage);
  if (definition === undefined) throw new Error(`There is no stage "${stage}".`);
  const files = { jobId, stage, attempt };
  const resultAt = resultKey(files, config.installationSecret);
  if ((await artifacts.stat(resultAt)) !== undefined) return;
  if (job.status?.phase !== 'PROCESSING') await artifacts.put(requestKey(jobId), Buffer.from(JSON.stringify(job.spec)));
  const deadlineSeconds = config.stageDeadlineSeconds[stage] ?? definition.deadlineSeconds;
  const accessSeconds = deadlineSeconds + config.stageWaitSeconds;
  const sources = { files, resultAt, definition, spec: job.spec, status, earlier, accessSeconds };
  await launcher.launch({
    owner: ownerOf(job, jobId),
    stage,
    attempt,
    input: await stageInput(sources, artifacts),
    deadlineSeconds,
    accessSeconds,
    ...(queueName !== undefined && { queueName }),
  });
}

async function writeStatus(job: AdJob, wanted: Decision, deps: PipelineDeps, memory: PipelineMemory): Promise<Applied> {
  const status = mergePatchBetween(job.status ?? {}, wanted.status);
  if (status === undefined) return (await mayAct(job, wanted.actions, deps)) ? 'applied' : 'conflict';
  return write(job, memory, (metadata) => deps.store.patchStatus(adJobKind, job.metadata, { metadata, status }));
}

/**
 * Without a write nothing tells whether our cache is behind another controller's. An attempt of a job that goes on is not
 * stopped then without asking: it may be the very one that this other one has just launched.
 */
async function mayAct({ metadata }: AdJob, actions: readonly Action[], { store }: PipelineDeps): Promise<boolean> {
  if (!actions.some((action) => action.kind === 'stop' && action.only !== undefined)) return true;
  return (await store.get(adJobKind, metadata))?.metadata.resourceVersion === metadata.resourceVersion;
}

/** Somebody deleted the job while we launched or paid: what we have put there belongs to nobody. */
async function takeBackIfGone(
  seen: Seen,
  { actions }: Decision,
  { store, launcher, artifacts }: PipelineDeps,
  memory: PipelineMemory,
): Promise<void> {
  const { job, jobId, admission } = seen;
  if (admission.kind !== 'admitted' && !actions.some(({ kind }) => kind === 'launch')) return;
  if ((await store.get(adJobKind, job.metadata))?.metadata.uid === job.metadata.uid) return;
  await launcher.stop(ownerOf(job, jobId));
  await artifacts.deleteTree(jobPrefix(jobId));
  if (admission.kind === 'admitted') await takeBackHold(seen, memory);
}

/** Stages go on while the ledger is away only if they should, and money does not wait for a stage that cannot be stopped. */
async function end(seen: Seen, action: Action, deps: PipelineDeps, memory: PipelineMemory): Promise<void> {
  if (action.kind === 'stop') await deps.launcher.stop(ownerOf(seen.job, seen.jobId), action.only);
  if (action.kind === 'close-hold') await closeHold(seen, action.as, deps, memory);
}

/** Throws the first failure once all have come to their end. */
async function allOf(works: Promise<void>[]): Promise<void> {
  for (const work of await Promise.allSettled(works)) if (work.status === 'rejected') throw work.reason;
}

async function cleanUp(seen: Seen, action: Action, deps: PipelineDeps, memory: PipelineMemory): Promise<Applied> {
  switch (action.kind) {
    case 'request-cancel':
      return patch(seen.job, { spec: { cancel: true } }, deps, memory);
    case 'note-retirement':
      return annotate(seen.job, { [retiredAtAnnotation]: writeRetirement(action.at) }, deps, memory);
    case 'add-finalizer':
      return setFinalizers(seen.job, (others) => [...others, cleanupFinalizer], deps, memory);
    case 'remove-finalizer':
      return setFinalizers(seen.job, (others) => others, deps, memory);
    case 'delete-files':
      await deps.artifacts.deleteTree(jobPrefix(seen.jobId));
      // Written by a retention that was cut off before it could mark the job.
      await deps.archive.delete(seen.jobId);
      return 'applied';
    case 'delete-object':
      await deleteObject(seen, deps);
      return 'applied';
    default:
      await retireHold(seen, action, deps, memory);
      return 'applied';
  }
}

async function setFinalizers(
  job: AdJob,
  change: (others: string[]) => string[],
  deps: PipelineDeps,
  memory: PipelineMemory,
): Promise<Applied> {
  const others = (job.metadata.finalizers ?? []).filter((name) => name !== cleanupFinalizer);
  return patch(job, { metadata: { finalizers: change(others) } }, deps, memory);
}

function annotate(
  job: AdJob,
  annotations: Record<string, string>,
  deps: PipelineDeps,
  memory: PipelineMemory,
): Promise<Applied> {
  return patch(job, { metadata: { annotations } }, deps, memory);
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

/** A write that holds only for the version that was looked at. */
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

function report({ job }: Seen, action: Action, { events, metrics }: PipelineDeps): void {
  if (isMeasurement(action)) metrics.observe(action, job.spec.type);
  if (action.kind !== 'emit') return;
  const { type, reason, message } = action;
  const { namespace, name, uid } = job.metadata;
  events.emit({ type, reason, message, object: { kind: adJobKind.kind, namespace, name, uid } });
}
