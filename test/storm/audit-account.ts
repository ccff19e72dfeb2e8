/**
 * Checks that the sums in the ledger of an account agree, and that each job was charged once if it succeeded and not at
 * all otherwise.
 */
import type { AccountLedger, LedgerEntry } from './evidence.ts';
import type { KnownJob } from './known-jobs.ts';

type Jobs = ReadonlyMap<string, KnownJob>;

export function auditAccount(ledger: AccountLedger, jobs: Jobs, isAllAnswered: boolean): string[] {
  const byJob = Map.groupBy(
    ledger.entries.filter(({ job_id }) => job_id !== null),
    ({ job_id }) => job_id ?? '',
  );
  return [
    ...sums(ledger),
    ...overdrawn(ledger),
    ...[...byJob].flatMap(([jobId, entries]) => ofJob(jobId, entries, jobs.get(jobId), isAllAnswered)),
  ];
}

/** Checks that a job that was accepted for an account is in the ledger of this account and of no other. */
export function auditUnpaid(job: KnownJob, accounts: readonly AccountLedger[]): string[] {
  const name = job.accepted[0]?.sent.account;
  if (name === undefined) return [];
  const holders = accounts.filter(({ entries }) => entries.some(({ job_id }) => job_id === job.jobId));
  if (holders.length === 0) return [`Job ${job.jobId} was accepted but never held.`];
  const others = holders.filter((ledger) => ledger.name !== name);
  return others.map((ledger) => `Job ${job.jobId} of ${name} is in the ledger of ${ledger.name}.`);
}

function total(entries: readonly LedgerEntry[], kind: LedgerEntry['kind']): number {
  return entries.filter((entry) => entry.kind === kind).reduce((sum, { amount }) => sum + amount, 0);
}

function sums({ name, grantsOfResource, granted, reserved, spent, available, entries }: AccountLedger): string[] {
  const of = (kind: LedgerEntry['kind']): number => total(entries, kind);
  const open = of('reserve') - of('settle') - of('release');
  const equations: [what: string, is: number, right: number][] = [
    ['available + reserved + spent', available + reserved + spent, granted],
    ['the grants in its history', of('grant'), granted],
    ['the grants in its AdAccount', grantsOfResource, granted],
    ['the open holds in its history', open, reserved],
    ['the charges in its history', of('settle'), spent],
  ];
  const wrong = equations
    .filter(([, is, right]) => is !== right)
    .map(([what, is, right]) => `Account ${name}: ${what} should be ${right} credits and is ${is}.`);
  if (reserved !== 0) wrong.push(`Account ${name} still holds ${reserved} credits after every job has ended.`);
  const ids = new Set(entries.map(({ id }) => id));
  if (ids.size !== entries.length) wrong.push(`Account ${name}: its history contains an entry twice.`);
  return wrong;
}

/** Checks that the balance was never negative, by adding up the history from its start. */
function overdrawn({ name, entries }: AccountLedger): string[] {
  let available = 0;
  for (const { kind, amount, job_id } of entries) {
    if (kind === 'grant' || kind === 'release') available += amount;
    if (kind === 'reserve') available -= amount;
    if (available < 0) return [`Account ${name} was overdrawn by ${-available} credits at job ${job_id ?? ''}.`];
  }
  return [];
}

function ofJob(jobId: string, entries: LedgerEntry[], job: KnownJob | undefined, isAllAnswered: boolean): string[] {
  const count = (kind: LedgerEntry['kind']): number => entries.filter((entry) => entry.kind === kind).length;
  const [reserves, settles, releases] = [count('reserve'), count('settle'), count('release')];
  const findings = [...wrongAmounts(jobId, entries, job), ...paidByEnd(jobId, settles > 0, job)];
  if (reserves !== 1) findings.push(`Job ${jobId} was reserved ${reserves} times.`);
  if (settles + releases !== 1)
    findings.push(`Job ${jobId} was settled ${settles} times and released ${releases} times.`);
  if (settles > 0 && isAllAnswered && !isKnown(job))
    findings.push(`Job ${jobId} was charged, but no client received it.`);
  return findings;
}

function wrongAmounts(jobId: string, entries: readonly LedgerEntry[], job: KnownJob | undefined): string[] {
  const [held = 0, ...others] = new Set(entries.map(({ amount }) => amount));
  const price = job?.accepted[0]?.sent.credits ?? held;
  return [
    ...others.map((other) => `Job ${jobId} has entries of ${held} and ${other} credits.`),
    ...(held === price ? [] : [`Job ${jobId} costs ${price} credits, but ${held} were held.`]),
  ];
}

/**
 * Checks that a job was charged if it ended SUCCESS, and not if it ended FAILED. Both are valid for a job that was
 * deleted before its end was seen.
 */
function paidByEnd(jobId: string, isSettled: boolean, job: KnownJob | undefined): string[] {
  const [end] = job?.endings ?? [];
  if (end === undefined || isSettled === (end === 'SUCCESS')) return [];
  return [`Job ${jobId} ended ${end} and was ${isSettled ? 'settled' : 'not settled'}.`];
}

function isKnown(job: KnownJob | undefined): boolean {
  return job !== undefined && (job.isApplied || job.accepted.length > 0);
}
