/** Checks that every accepted job has ended in one way, and that no job was lost. */
import type { JobResource } from './evidence.ts';
import type { KnownJob } from './known-jobs.ts';

export function auditJob(job: KnownJob, isAllAnswered: boolean): string[] {
  return [
    ...(job.accepted.length > 0 ? lost(job) : unasked(job, isAllAnswered)),
    ...ends(job),
    ...overcharged(job),
    ...unreadable(job),
  ];
}

function lost({ jobId, resources, record, erasedMs, isErasedForSure }: KnownJob): string[] {
  if (isErasedForSure) {
    const where = [...resources.map(() => 'an AdJob'), ...(record === undefined ? [] : ['an archive record'])];
    return where.map((place) => `Job ${jobId} was erased by its client (204) but still exists as ${place}.`);
  }
  if (resources.length > 0 || record !== undefined || erasedMs !== undefined) return [];
  return [`Job ${jobId} was accepted (202) but has no AdJob and no record, and was not deleted.`];
}

/**
 * Returns a finding for a job whose id no client got. There is none if a client got no answer: it may have asked for
 * this job.
 */
function unasked({ jobId, resources, record, isApplied }: KnownJob, isAllAnswered: boolean): string[] {
  const isThere = resources.length > 0 || record !== undefined;
  if (!isThere || isApplied || !isAllAnswered) return [];
  return [`Job ${jobId} exists, but no client received it.`];
}

function ends(job: KnownJob): string[] {
  const { jobId, resources, endings } = job;
  const findings = resources.flatMap((resource) => unended(job, resource));
  if (resources.length > 1) findings.push(`Job ${jobId} has ${resources.length} AdJobs.`);
  if (endings.size > 1) findings.push(`Job ${jobId} was reported to have ended as ${[...endings].join(' and ')}.`);
  return findings;
}

function unended({ jobId, erasedMs }: KnownJob, { metadata, status }: JobResource): string[] {
  if (metadata.deletionTimestamp !== undefined)
    return erasedMs === undefined ? [] : [`Job ${jobId} was deleted but does not disappear.`];
  const { phase = 'no phase' } = status ?? {};
  return phase === 'SUCCESS' || phase === 'FAILED' ? [] : [`Job ${jobId} has not ended: its AdJob has ${phase}.`];
}

/** Checks the charge that the AdJob or the archive record reports. */
function overcharged({ jobId, resources, record }: KnownJob): string[] {
  const told = [
    ...resources.map(({ status }) => ({ phase: status?.phase, ...status?.credits })),
    ...(record === undefined ? [] : [{ phase: record.phase, ...record.credits }]),
  ];
  return told.flatMap(({ phase, required = 0, charged = 0 }) => {
    const right = phase === 'SUCCESS' ? required : 0;
    return charged === right
      ? []
      : [`Job ${jobId} is ${phase ?? 'unfinished'} and reports a cost of ${charged}, not ${right}.`];
  });
}

/** Checks that a client could read an accepted job at any time until its deletion. */
function unreadable({ jobId, accepted, missed, erasedMs = Infinity }: KnownJob): string[] {
  const toldMs = Math.min(...accepted.map(({ answer }) => answer?.timeMs ?? Infinity));
  return missed
    .filter(({ sent, answer }) => sent.timeMs > toldMs && (answer?.timeMs ?? 0) < erasedMs)
    .map(({ sent }) => `Job ${jobId} was accepted, but a later GET got 404 (request ${sent.number}).`);
}
