import { isConditionTrue } from '../../domain/conditions.ts';
import { judgeUrl } from '../../domain/address-rule.ts';
import { jobIdOf } from '../../domain/job-view.ts';
import { adAccountKind, apiKeyKind } from '../../domain/kinds.ts';
import { isTerminal } from '../../domain/terminal.ts';
import type { AttemptNumber, AttemptObservation, AttemptOwner } from '../../launch/port.ts';
import type { AdJob } from '../../schema/adjob.ts';
import { parseAdJobSpec } from '../../schema/parse-spec.ts';
import type { ObjectKey, ResourceKind } from '../../store/port.ts';
import type { PipelineConfig, PipelineDeps } from './deps.ts';
import type { KnownParties } from './known-parties.ts';
import type { OwnWrites } from './own-writes.ts';
import { findAttempt } from './progress.ts';
import { readResult } from './read-result.ts';
import type { Seen, SeenResult } from './seen.ts';
import { runningStage } from './stage-list.ts';
import { toldSha256 } from './stage-words.ts';
import type { StartGate } from './start-gate.ts';

/** What the controller keeps in memory. Losing it costs nothing but a few look-ups. */
export interface PipelineMemory {
  /** The job as the watch last showed it. */
  cached(key: ObjectKey): AdJob | undefined;
  ownWrites: OwnWrites;
  gate: StartGate;
  parties: KnownParties;
}

/** `stale`: the cache has not seen our own last write. */
export type Gathered = { kind: 'gone' } | { kind: 'stale' } | { kind: 'seen'; seen: Seen };

/** Collect what is known of a job. Throws when a store or the launcher cannot be asked: then nothing is decided. */
export async function gather(key: ObjectKey, deps: PipelineDeps, memory: PipelineMemory): Promise<Gathered> {
  const cached = memory.cached(key);
  if (cached === undefined) return { kind: 'gone' };
  if (memory.ownWrites.isStale(cached.metadata)) return { kind: 'stale' };
  const { job, problems } = judged(cached, deps.config);
  const [parties, attempts] = await Promise.all([
    findParties(job, deps, memory),
    deps.launcher.observe(ownerOf(job), runningAttempt(job)),
  ]);
  const result = await findResult(job, attempts, deps);
  const mayStart = asksToStart(job) && memory.gate.mayStart(job.metadata.uid);
  return { kind: 'seen', seen: { job, jobId: jobIdOf(job), problems, ...parties, attempts, result, mayStart } };
}

/** Nobody of ours has read an applied job before, and its CRD may be older than this program. */
function judged(job: AdJob, { egressAllow, allowHttpCallbacks }: PipelineConfig): Pick<Seen, 'job' | 'problems'> {
  if (!isOpen(job) || job.status?.phase === 'PROCESSING') return { job, problems: [] };
  const reading = parseAdJobSpec(job.spec, {
    allowHttpCallback: allowHttpCallbacks,
    addressRule: (url) => judgeUrl(url, egressAllow),
  });
  return reading.ok ? { job: { ...job, spec: reading.value }, problems: [] } : { job, problems: reading.issues };
}

export function ownerOf(job: AdJob): AttemptOwner {
  const { namespace, name, uid } = job.metadata;
  return { key: { namespace, name }, uid, jobId: jobIdOf(job) };
}

function asksToStart(job: AdJob): boolean {
  if (!isOpen(job) || job.spec.suspend === true || job.spec.cancel === true) return false;
  return runningStage(job.status?.stages, job.spec) === undefined;
}

function isOpen(job: AdJob): boolean {
  return !isTerminal(job) && job.metadata.deletionTimestamp === undefined;
}

async function findParties(
  job: AdJob,
  deps: PipelineDeps,
  memory: PipelineMemory,
): Promise<Pick<Seen, 'accountExists' | 'keyExists'>> {
  if (!isOpen(job) || isConditionTrue(job.status?.conditions, 'Admitted')) {
    return { accountExists: true, keyExists: true };
  }
  const { namespace } = job.metadata;
  const { accountRef, apiKeyRef } = job.spec;
  const [accountExists, keyExists] = await Promise.all([
    exists(adAccountKind, { namespace, name: accountRef.name }, deps, memory),
    apiKeyRef === undefined || exists(apiKeyKind, { namespace, name: apiKeyRef.name }, deps, memory),
  ]);
  return { accountExists, keyExists };
}

/** The store is asked only for one that the watch has not shown. */
async function exists<S, T>(
  kind: ResourceKind<S, T>,
  key: ObjectKey,
  { store }: PipelineDeps,
  { parties }: PipelineMemory,
): Promise<boolean> {
  return parties.isKnown(kind.kind, key) || (await store.get(kind, key)) !== undefined;
}

/**
 * The attempt that is recorded as running: taken for lost where it is not found. Of a deleted job too, whose files are
 * erased once nothing runs: another controller may have launched it a moment ago.
 */
function runningAttempt(job: AdJob): AttemptNumber | undefined {
  const record = isTerminal(job) ? undefined : runningStage(job.status?.stages, job.spec)?.record;
  return record && { stage: record.name, attempt: record.attempt };
}

/** Read only when it matters: once the attempt that is recorded as running has ended or is missing. */
async function findResult(
  job: AdJob,
  attempts: readonly AttemptObservation[],
  { artifacts, config }: PipelineDeps,
): Promise<SeenResult> {
  const running = isOpen(job) ? runningStage(job.status?.stages, job.spec) : undefined;
  if (running === undefined) return { kind: 'none' };
  const observed = findAttempt(attempts, running.record);
  if (observed !== undefined && observed.state !== 'ended') return { kind: 'none' };
  const files = { jobId: jobIdOf(job), stage: running.record.name, attempt: running.record.attempt };
  const { installationSecret } = config;
  const told = observed && toldSha256(observed.message);
  return readResult({ files, type: job.spec.type, installationSecret, toldSha256: told }, artifacts);
}
