/** Does every accepted job have exactly one end? */
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
    const where = [...resources.map(() => 'an AdJob'), ...(record === undefined ? [] : ['a record of the archive'])];
    return where.map((place) => `Job ${jobId} was erased by its client (204) and is still there as ${place}.`);
  }
  if (resources.length > 0 || record !== undefined || erasedMs !== undefined) return [];
  return [`Job ${jobId} was accepted (202) and is nowhere: no AdJob, no record, and nobody has deleted it.`];
}

/** A client that was never answered may have a job that nobody was told of. */
function unasked({ jobId, resources, record, isApplied }: KnownJob, isAllAnswered: boolean): string[] {
  const isThere = resources.length > 0 || record !== undefined;
  if (!isThere || isApplied || !isAllAnswered) return [];
  return [`Job ${jobId} is there, and no client was ever told of it.`];
}

function ends(job: KnownJob): string[] {
  const { jobId, resources, endings } = job;
  const findings = resources.flatMap((resource) => unended(job, resource));
  if (resources.length > 1) findings.push(`Job ${jobId} is ${resources.length} AdJobs.`);
  if (endings.size > 1) findings.push(`Job ${jobId} was told to have ended as ${[...endings].join(' and ')}.`);
  return findings;
}

function unended({ jobId, erasedMs }: KnownJob, { metadata, status }: JobResource): string[] {
  if (metadata.deletionTimestamp !== undefined)
    return erasedMs === undefined ? [] : [`Job ${jobId} was deleted and does not go.`];
  const { phase = 'no phase' } = status ?? {};
  return phase === 'SUCCESS' || phase === 'FAILED' ? [] : [`Job ${jobId} has not ended: its AdJob says ${phase}.`];
}

/** What the job itself says that it cost. */
function overcharged({ jobId, resources, record }: KnownJob): string[] {
  const told = [
    ...resources.map(({ status }) => ({ phase: status?.phase, ...status?.credits })),
    ...(record === undefined ? [] : [{ phase: record.phase, ...record.credits }]),
  ];
  return told.flatMap(({ phase, required = 0, charged = 0 }) => {
    const right = phase === 'SUCCESS' ? required : 0;
    return charged === right
      ? []
      : [`Job ${jobId} is ${phase ?? 'unfinished'} and says it cost ${charged}, not ${right}.`];
  });
}

/** From its 202 on a job can be read, until somebody deletes it. */
function unreadable({ jobId, accepted, missed, erasedMs = Infinity }: KnownJob): string[] {
  const toldMs = Math.min(...accepted.map(({ answer }) => answer?.timeMs ?? Infinity));
  return missed
    .filter(({ sent, answer }) => sent.timeMs > toldMs && (answer?.timeMs ?? 0) < erasedMs)
    .map(({ sent }) => `Job ${jobId} was accepted and then a GET was answered 404 (request ${sent.number}).`);
}
