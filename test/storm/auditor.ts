/**
 * Audits a storm afterwards: compares the responses that clients got with the AdJobs, the archive and the ledger. It
 * shares no code with the program, so that a bug in one does not hide in the other.
 */
import { auditAnswers } from './audit-answers.ts';
import { auditAccount, auditUnpaid } from './audit-account.ts';
import { auditJob } from './audit-jobs.ts';
import { auditWindows } from './audit-windows.ts';
import { exchangesOf, isCreate, type Evidence } from './evidence.ts';
import { knownJobs, type KnownJob } from './known-jobs.ts';

export interface AuditReport {
  /** Numbers of checked requests, jobs, windows and ledger entries, by description. */
  checked: Record<string, number>;
  /** One sentence for each violation, with the id of the job. */
  findings: string[];
}

/** Audits a storm. Call it after every job has had time to end. */
export function audit(evidence: Evidence): AuditReport {
  const exchanges = exchangesOf(evidence.log);
  const jobs = knownJobs(evidence);
  const answers = auditAnswers(exchanges);
  const windows = auditWindows(exchanges);
  const isAllAnswered = answers.unanswered === 0;
  const known = [...jobs.values()];
  const ended = (end: string): number => known.filter((job) => endOf(job) === end).length;
  const entries = evidence.accounts.flatMap((account) => account.entries);
  const booked = new Set(entries.map(({ job_id }) => job_id).filter((id) => id !== null));
  const takenBack = [...booked].filter((id) => (jobs.get(id)?.accepted.length ?? 0) === 0 && !jobs.get(id)?.isApplied);
  return {
    checked: {
      requests: exchanges.length,
      'without an answer': exchanges.filter(({ answer }) => answer === undefined).length,
      'answered 503': exchanges.filter(({ answer }) => answer?.status === 503).length,
      creates: exchanges.filter(isCreate).length,
      'creates with 402': exchanges.filter((each) => isCreate(each) && each.answer?.status === 402).length,
      'creates with 429': exchanges.filter((each) => isCreate(each) && each.answer?.status === 429).length,
      'requests without retries': answers.operations,
      'requests never answered': answers.unanswered,
      'replays of the same job': answers.replays,
      'jobs accepted (202)': known.filter(({ accepted }) => accepted.length > 0).length,
      'jobs applied with kubectl': known.filter(({ isApplied }) => isApplied).length,
      'ended SUCCESS': ended('SUCCESS'),
      'ended FAILED': ended('FAILED'),
      'deleted before the end was seen': ended('deleted'),
      'records in the archive': evidence.records.length,
      'holds released without a job': takenBack.length,
      'windows checked': windows.windows,
      'windows that were full': windows.full,
      'ledger entries': entries.length,
      'credits granted': evidence.accounts.reduce((sum, { granted }) => sum + granted, 0),
      'credits spent': evidence.accounts.reduce((sum, { spent }) => sum + spent, 0),
    },
    findings: [
      ...known.flatMap((job) => auditJob(job, isAllAnswered)),
      ...known.flatMap((job) => auditUnpaid(job, evidence.accounts)),
      ...evidence.accounts.flatMap((account) => auditAccount(account, jobs, isAllAnswered)),
      ...answers.findings,
      ...windows.findings,
    ],
  };
}

function endOf({ endings, erasedMs }: KnownJob): string {
  const [end] = [...endings];
  return end ?? (erasedMs === undefined ? 'unknown' : 'deleted');
}
