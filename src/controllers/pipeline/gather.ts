import { accountOf } from '../../domain/account-of.ts';
import { findMissingFile } from './missing-files.ts';
import { judgeUrl } from '../../domain/address-rule.ts';
import { isConditionTrue } from '../../domain/conditions.ts';
import { jobIdOf } from '../../domain/job-view.ts';
import { adAccountKind } from '../../domain/kinds.ts';
import { hasCleanupFinalizer } from '../../domain/labels.ts';
import { redrawStageName } from '../../domain/redraw.ts';
import { isRemembered } from '../../domain/retirement.ts';
import { isTerminal } from '../../domain/terminal.ts';
import type { AttemptNumber, AttemptObservation, AttemptOwner } from '../../launch/port.ts';
import type { LedgerPosition } from '../../ledger/port.ts';
import type { AdJob } from '../../schema/adjob.ts';
import { parseAdJobSpec } from '../../schema/parse-adjob-spec.ts';
import type { ObjectKey } from '../../objects/object-key.ts';
import type { AccountKeyCache } from './account-key-cache.ts';
import { findAttempt, judgeEnds, type SeenResult } from './attempt-end.ts';
import type { PipelineConfig, PipelineDeps } from './deps.ts';
import type { LedgerCircuitBreaker } from './ledger-circuit-breaker.ts';
import type { OwnWrites } from './own-writes.ts';
import { allPresent, findParties } from './parties.ts';
import type { PendingSettlements } from './pending-settlements.ts';
import { readResult } from './read-result.ts';
import type { Facts, SeenRetirement } from './decision-input.ts';
import { findRedraw, logUnreachable, redrawAttempt } from './find-redraw.ts';
import { numberOf, runningStage, type PlannedStage } from './stage-list.ts';
import type { ReservationState } from './attempt-models.ts';
import type { StartGate } from './start-gate.ts';
import type { StartHold } from './start-hold.ts';
import { findModelCalls } from './find-model-calls.ts';
import { reportedSha256 } from '../../domain/termination-message.ts';

/**
 * State that the controller keeps only in memory. If the state is lost, some lookups are repeated, and the audit
 * charges or releases the credits that are still reserved for finished jobs.
 */
export interface PipelineMemory {
  cached(key: ObjectKey): AdJob | undefined;
  ownWrites: OwnWrites;
  gate: StartGate;
  startHold: StartHold;
  accountKeys: AccountKeyCache;
  ledger: LedgerCircuitBreaker;
  settlements: PendingSettlements;
  refusedLaunches: Set<string>;
  /** States of the reservations for models, by the uid of the AdJob. */
  reservations: Map<string, ReservationState>;
}

/**
 * Result of `gather`. `gone`: the job does not exist. `stale`: the cache does not show the controller's own last write
 * to the job yet.
 */
export type Gathered = { kind: 'gone' } | { kind: 'stale' } | { kind: 'facts'; facts: Facts };

export async function gather(key: ObjectKey, deps: PipelineDeps, memory: PipelineMemory): Promise<Gathered> {
  const cached = memory.cached(key);
  if (cached === undefined) return { kind: 'gone' };
  if (memory.ownWrites.isStale(cached.metadata)) return { kind: 'stale' };
  const { job, problems } = parsed(cached, deps.config);
  const running = runningAttempt(job);
  const observed = await deps.launcher.observe(ownerOf(job), running);
  const [result, redraw, parties, retirement, requiresReadableBrand] = await Promise.all([
    findResult({ job, running, observed }, deps),
    findRedraw(job, deps),
    needsParties(job, problems) ? findParties(job, deps, memory) : allPresent,
    findRetirement(job, deps, memory),
    findBrandRequirement(job, deps, memory),
  ]);
  const ends = judgeEnds(observed, running, result);
  const modelCalls = await findModelCalls(job, ends, deps);
  const missingFile = await findMissingFile(job, ends.attempts, deps);
  const isHoldOpen = memory.settlements.isToClose(key);
  const found = { missingFile, requiresReadableBrand, modelCalls, redraw, isHoldOpen, retirement };
  return { kind: 'facts', facts: { job, problems, parties, ...ends, ...found } };
}

/**
 * Parses and validates the spec of a job that is still PENDING. The spec of a job that a user created directly was
 * validated only by the CRD, not by the REST API.
 */
function parsed(job: AdJob, { addressRules, allowHttpCallbacks }: PipelineConfig): Pick<Facts, 'job' | 'problems'> {
  if (!isOpen(job) || job.status?.phase === 'PROCESSING') return { job, problems: [] };
  const reading = parseAdJobSpec(job.spec, {
    allowHttpCallback: allowHttpCallbacks,
    addressRule: (url) => judgeUrl(url, addressRules),
  });
  return reading.ok ? { job: { ...job, spec: reading.value }, problems: [] } : { job, problems: reading.issues };
}

export function ownerOf(job: AdJob, jobId = jobIdOf(job)): AttemptOwner {
  const { namespace, name, uid } = job.metadata;
  return { key: { namespace, name }, uid, jobId };
}

export function isOpen(job: AdJob): boolean {
  return !isTerminal(job) && job.metadata.deletionTimestamp === undefined;
}

/**
 * Reports whether the ledger must still decide about the job's credits. No credits are reserved for a job without this
 * controller's finalizer, because the controller could miss the deletion of such a job.
 */
export function needsAdmission(job: AdJob): boolean {
  if (isTerminal(job) || isConditionTrue(job.status?.conditions, 'Admitted')) return false;
  return hasCleanupFinalizer(job.metadata);
}

function needsParties(job: AdJob, problems: Facts['problems']): boolean {
  return needsAdmission(job) && problems.length === 0 && job.metadata.deletionTimestamp === undefined;
}

const nothingToRecord: SeenRetirement = { at: undefined, isCopied: true, isConfirmed: true };

/**
 * Returns how far the charge of a deleted job is recorded in the AdJob, the ledger and the account's status. If the
 * account of the job is gone, nothing needs to be recorded. Undefined means that the job is not deleted or the ledger
 * must be asked first.
 */
async function findRetirement(
  job: AdJob,
  { clock, store }: PipelineDeps,
  { settlements, accountKeys }: PipelineMemory,
): Promise<SeenRetirement | undefined> {
  if (job.metadata.deletionTimestamp === undefined) return undefined;
  const retirement = settlements.retirement(job.metadata.uid, clock.monotonicMs());
  if (retirement?.at === undefined) return retirement && nothingToRecord;
  const account = accountOf(job);
  const { at, isConfirmed } = retirement;
  const isCopied = (copied: LedgerPosition | undefined): boolean => isRemembered(at, copied);
  if (accountKeys.isAccountKnown(account))
    return { at, isConfirmed, isCopied: isCopied(accountKeys.ledgerPosition(account)) };
  const found = await store.get(adAccountKind, account);
  if (found === undefined) return nothingToRecord;
  return { at, isConfirmed, isCopied: isCopied(found.status?.ledger) };
}

async function findBrandRequirement(
  job: AdJob,
  { store, config }: PipelineDeps,
  { accountKeys }: PipelineMemory,
): Promise<boolean> {
  if (runningStageOf(job)?.definition.readsPages !== true) return false;
  const account = accountOf(job);
  const ofAccount = accountKeys.isAccountKnown(account)
    ? accountKeys.requiresReadableBrand(account)
    : (await store.get(adAccountKind, account))?.spec.requireReadableBrand;
  return ofAccount ?? config.requireReadableBrand;
}

/**
 * Returns the attempt that is running according to the status of the job, or of a finished job the redraw that an
 * operator requests. The stage launcher looks for this attempt even if the job is being deleted, because another
 * controller may have launched the attempt a moment ago, and the files of the job are deleted only when no attempt runs.
 */
function runningAttempt(job: AdJob): AttemptNumber | undefined {
  if (isTerminal(job)) return redrawAttempt(job);
  const running = runningStageOf(job);
  return running && numberOf(running.record);
}

function runningStageOf(job: AdJob): PlannedStage | undefined {
  return isTerminal(job) ? undefined : runningStage(job.status?.stages, job.spec);
}

async function findResult(
  { job, running, observed }: { job: AdJob; running: AttemptNumber | undefined; observed: AttemptObservation[] },
  deps: PipelineDeps,
): Promise<SeenResult> {
  if (running === undefined || job.metadata.deletionTimestamp !== undefined) return { kind: 'none' };
  const found = findAttempt(observed, running);
  if (found !== undefined && found.state !== 'ended') return { kind: 'none' };
  const files = { jobId: jobIdOf(job), ...running };
  const { installationSecret } = deps.config;
  const reported = found && reportedSha256(found.message);
  const source = { files, type: job.spec.type, installationSecret, reportedSha256: reported };
  try {
    return await readResult(source, deps.artifacts);
  } catch (error) {
    if (running.stage !== redrawStageName) throw error;
    logUnreachable(error, job, deps);
    return { kind: 'garbage', why: 'the artifact store cannot be reached' };
  }
}
