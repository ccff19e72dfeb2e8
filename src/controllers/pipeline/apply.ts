import { jobPrefix, requestKey } from '../../domain/artifact-keys.ts';
import { adJobKind } from '../../domain/kinds.ts';
import { cleanupFinalizer } from '../../domain/labels.ts';
import { stagesOf } from '../../domain/pipelines.ts';
import type { AdJob, AdJobStatus } from '../../schema/adjob.ts';
import { isStoreError } from '../../store/port.ts';
import type { PipelineDeps } from './deps.ts';
import { ownerOf, type PipelineMemory } from './gather.ts';
import type { Action, Decision, Seen } from './seen.ts';
import { resultKey, stageInput } from './stage-input.ts';
import { mergePatchBetween } from './status-patch.ts';

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
  for (const action of actions) if (action.kind === 'launch') await launch(seen, status, action, deps);
  if ((await writeStatus(seen.job, decision, deps, memory)) === 'conflict') {
    if (actions.some(({ kind }) => kind === 'launch')) await takeBackIfGone(seen, deps);
    return 'conflict';
  }
  for (const action of actions) tell(seen, action, deps);
  for (const action of actions) if ((await cleanUp(seen, action, deps, memory)) === 'conflict') return 'conflict';
  return 'applied';
}

type Launch = Extract<Action, { kind: 'launch' }>;

/** An attempt that has left its result is done and not launched again; the next pass takes its result. */
async function launch(seen: Seen, status: AdJobStatus, { stage, attempt, earlier }: Launch, deps: PipelineDeps) {
  const { artifacts, launcher, config } = deps;
  const { job, jobId } = seen;
  const definition = stagesOf(job.spec.type).find(({ name }) => name === stage);
  if (definition === undefined) throw new Error(`There is no stage "${stage}".`);
  const files = { jobId, stage, attempt };
  if ((await artifacts.stat(resultKey(files, config.installationSecret))) !== undefined) return;
  if (job.status?.phase !== 'PROCESSING') await artifacts.put(requestKey(jobId), Buffer.from(JSON.stringify(job.spec)));
  const deadlineSeconds = config.stageDeadlineSeconds[stage] ?? definition.deadlineSeconds;
  const accessSeconds = deadlineSeconds + config.stageWaitSeconds;
  const sources = { files, definition, spec: job.spec, status, earlier, accessSeconds };
  await launcher.launch({
    owner: ownerOf(job),
    stage,
    attempt,
    input: await stageInput(sources, artifacts, config.installationSecret),
    deadlineSeconds,
    accessSeconds,
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

/** Somebody deleted the job while we launched: what we have put there belongs to nobody. */
async function takeBackIfGone({ job, jobId }: Seen, { store, launcher, artifacts }: PipelineDeps): Promise<void> {
  if ((await store.get(adJobKind, job.metadata))?.metadata.uid === job.metadata.uid) return;
  await launcher.stop(ownerOf(job));
  await artifacts.delete(jobPrefix(jobId));
}

async function cleanUp(seen: Seen, action: Action, deps: PipelineDeps, memory: PipelineMemory): Promise<Applied> {
  const { kind } = action;
  if (kind === 'stop') await deps.launcher.stop(ownerOf(seen.job), action.only);
  if (kind === 'delete-files') await deps.artifacts.delete(jobPrefix(seen.jobId));
  if (kind === 'add-finalizer') return setFinalizers(seen.job, (others) => [...others, cleanupFinalizer], deps, memory);
  if (kind === 'remove-finalizer') return setFinalizers(seen.job, (others) => others, deps, memory);
  return 'applied';
}

async function setFinalizers(
  job: AdJob,
  change: (others: string[]) => string[],
  { store }: PipelineDeps,
  memory: PipelineMemory,
): Promise<Applied> {
  const others = (job.metadata.finalizers ?? []).filter((name) => name !== cleanupFinalizer);
  return write(job, memory, (metadata) =>
    store.patch(adJobKind, job.metadata, { metadata: { ...metadata, finalizers: change(others) } }),
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

function tell({ job }: Seen, action: Action, { events, metrics }: PipelineDeps): void {
  if (action.kind === 'measure-job' || action.kind === 'measure-stage') metrics.observe(action, job.spec.type);
  if (action.kind !== 'emit') return;
  const { type, reason, message } = action;
  const { namespace, name, uid } = job.metadata;
  events.emit({ type, reason, message, object: { kind: adJobKind.kind, namespace, name, uid } });
}
