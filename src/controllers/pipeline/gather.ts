import { accountOf } from '../../domain/account-of.ts';
import { judgeUrl } from '../../domain/address-rule.ts';
import { jobIdOf } from '../../domain/job-view.ts';
import { adAccountKind } from '../../domain/kinds.ts';
import { onboardingStage } from '../../domain/pipelines.ts';
import { isRemembered } from '../../domain/retirement.ts';
import { isTerminal } from '../../domain/terminal.ts';
import type { AttemptNumber, AttemptOwner } from '../../launch/port.ts';
import type { LedgerPosition } from '../../ledger/port.ts';
import type { AdJob } from '../../schema/adjob.ts';
import { parseAdJobSpec } from '../../schema/parse-spec.ts';
import type { ObjectKey } from '../../store/port.ts';
import type { PipelineConfig, PipelineDeps } from './deps.ts';
import { firstSight } from './first-sight.ts';
import type { PendingSettlements } from './pending-settlements.ts';
import type { AccountKeyCache } from './account-key-cache.ts';
import type { LedgerCircuitBreaker } from './ledger-circuit-breaker.ts';
import type { OwnWrites } from './own-writes.ts';
import { findAttempt } from './progress.ts';
import { readResult } from './read-result.ts';
import type { Seen, SeenResult, SeenRetirement } from './seen.ts';
import { runningStage } from './stage-list.ts';
import { reportedSha256 } from './termination-message.ts';
import type { StartGate } from './start-gate.ts';

/** What the controller keeps in memory. Losing it costs nothing but a few look-ups, and the audit a hold to close. */
export interface PipelineMemory {
  /** The job as the watch last showed it. */
  cached(key: ObjectKey): AdJob | undefined;
  ownWrites: OwnWrites;
  gate: StartGate;
  accountKeys: AccountKeyCache;
  ledger: LedgerCircuitBreaker;
  settlements: PendingSettlements;
  /** Uids of jobs of which the last launch was refused. */
  refusedLaunches: Set<string>;
}

/** `stale`: the cache has not seen our own last write. */
export type Gathered = { kind: 'gone' } | { kind: 'stale' } | { kind: 'seen'; seen: Seen };

/**
 * Collect what is known of a job; one that is new is admitted by the ledger here. Throws when a store, the ledger or the
 * launcher cannot be asked: then nothing is decided.
 */
export async function gather(key: ObjectKey, deps: PipelineDeps, memory: PipelineMemory): Promise<Gathered> {
  const cached = memory.cached(key);
  if (cached === undefined) return { kind: 'gone' };
  if (memory.ownWrites.isStale(cached.metadata)) return { kind: 'stale' };
  const { job, problems } = judged(cached, deps.config);
  const sight = await firstSight({ job, problems }, deps, memory);
  const { jobId } = sight;
  const attempts = await deps.launcher.observe(ownerOf(job, jobId), runningAttempt(job));
  const result = await findResult({ job, jobId, attempts }, deps);
  const mayStart = asksToStart({ job, ...sight }) && memory.gate.mayStart(job.metadata.uid);
  const isHoldOpen = memory.settlements.isToClose(key);
  const noted = {
    retirement: await findRetirement(job, deps, memory),
    requiresReadableBrand: await requiresReadableBrand(job, deps, memory),
  };
  return { kind: 'seen', seen: { job, problems, ...sight, attempts, result, mayStart, isHoldOpen, ...noted } };
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

export function ownerOf(job: AdJob, jobId = jobIdOf(job)): AttemptOwner {
  const { namespace, name, uid } = job.metadata;
  return { key: { namespace, name }, uid, jobId };
}

function asksToStart({ job, admission }: Pick<Seen, 'job' | 'admission'>): boolean {
  if (!isOpen(job) || job.spec.suspend === true || job.spec.cancel === true) return false;
  if (admission.kind !== 'known' && admission.kind !== 'admitted') return false;
  return runningStage(job.status?.stages, job.spec) === undefined;
}

function isOpen(job: AdJob): boolean {
  return !isTerminal(job) && job.metadata.deletionTimestamp === undefined;
}

const nothingToRemember: SeenRetirement = { at: undefined, isCopied: true, isConfirmed: true };

/** An account that is gone remembers nothing, and nobody waits for it. */
async function findRetirement(
  job: AdJob,
  { clock, store }: PipelineDeps,
  { settlements, accountKeys }: PipelineMemory,
): Promise<SeenRetirement | undefined> {
  if (job.metadata.deletionTimestamp === undefined) return undefined;
  const retirement = settlements.retirement(job.metadata.uid, clock.monotonicMs());
  if (retirement?.at === undefined) return retirement && nothingToRemember;
  const account = accountOf(job);
  const { at, isConfirmed } = retirement;
  const isCopied = (seen: LedgerPosition | undefined): boolean => isRemembered(at, seen);
  if (accountKeys.isAccountKnown(account))
    return { at, isConfirmed, isCopied: isCopied(accountKeys.ledgerPosition(account)) };
  const found = await store.get(adAccountKind, account);
  if (found === undefined) return nothingToRemember;
  return { at, isConfirmed, isCopied: isCopied(found.status?.ledger) };
}

/** Looked up only while the onboarding stage runs. Reads the store only if the watch has not shown the account yet. */
async function requiresReadableBrand(
  job: AdJob,
  { store, config }: PipelineDeps,
  { accountKeys }: PipelineMemory,
): Promise<boolean> {
  if (runningAttempt(job)?.stage !== onboardingStage) return false;
  const account = accountOf(job);
  const ofAccount = accountKeys.isAccountKnown(account)
    ? accountKeys.requiresReadableBrand(account)
    : (await store.get(adAccountKind, account))?.spec.requireReadableBrand;
  return ofAccount ?? config.requireReadableBrand;
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
  { job, jobId, attempts }: Pick<Seen, 'job' | 'jobId' | 'attempts'>,
  { artifacts, config }: PipelineDeps,
): Promise<SeenResult> {
  const running = isOpen(job) ? runningStage(job.status?.stages, job.spec) : undefined;
  if (running === undefined) return { kind: 'none' };
  const observed = findAttempt(attempts, running.record);
  if (observed !== undefined && observed.state !== 'ended') return { kind: 'none' };
  const files = { jobId, stage: running.record.name, attempt: running.record.attempt };
  const { installationSecret } = config;
  const reported = observed && reportedSha256(observed.message);
  return readResult({ files, type: job.spec.type, installationSecret, reportedSha256: reported }, artifacts);
}
