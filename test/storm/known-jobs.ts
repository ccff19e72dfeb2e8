/** Collects all statements about each job by its id. */
import { z } from 'zod';
import {
  acceptedJob,
  exchangesOf,
  type Evidence,
  type Exchange,
  type Fault,
  type JobRecord,
  type JobResource,
} from './evidence.ts';

const ended = new Set(['SUCCESS', 'FAILED']);

export interface KnownJob {
  jobId: string;
  /** Creates that got a 202 with this job. */
  accepted: Exchange[];
  resources: JobResource[];
  record: JobRecord | undefined;
  /** Time of the first deletion request; a client's DELETE counts if it may have been executed. */
  erasedMs: number | undefined;
  /** True if a DELETE got 204. */
  isErasedForSure: boolean;
  /** True if the job was applied with kubectl, under a name that is not a job id of the API. */
  isApplied: boolean;
  /** Ends that were reported. */
  endings: Set<string>;
  /** GETs that got 404. */
  missed: Exchange[];
}

export function knownJobs(evidence: Evidence): Map<string, KnownJob> {
  const jobs = new Map<string, KnownJob>();
  const of = (jobId: string): KnownJob => {
    const known = jobs.get(jobId) ?? unknownJob(jobId);
    jobs.set(jobId, known);
    return known;
  };
  for (const exchange of exchangesOf(evidence.log)) seeExchange(of, exchange);
  for (const line of evidence.log) if (line.event === 'fault') seeFault(of, line);
  for (const resource of evidence.resources)
    seeResource(of(resource.status?.jobId ?? resource.metadata.name), resource);
  for (const record of evidence.records) seeRecord(of(record.jobId), record);
  return jobs;
}

function unknownJob(jobId: string): KnownJob {
  return {
    jobId,
    accepted: [],
    resources: [],
    record: undefined,
    erasedMs: undefined,
    isErasedForSure: false,
    isApplied: false,
    endings: new Set(),
    missed: [],
  };
}

function seeExchange(of: (jobId: string) => KnownJob, exchange: Exchange): void {
  const jobId = acceptedJob(exchange);
  if (jobId !== undefined) of(jobId).accepted.push(exchange);
  const asked = /^\/jobs\/([^/?]+)/.exec(exchange.sent.path)?.[1];
  if (asked !== undefined) seeAsked(of(asked), exchange);
}

const Told = z.object({ status: z.string() });

function seeAsked(job: KnownJob, exchange: Exchange): void {
  const { sent, answer } = exchange;
  if (sent.method === 'DELETE') seeErased(job, exchange);
  if (sent.method === 'GET' && answer?.status === 404) job.missed.push(exchange);
  const { success, data } = Told.safeParse(answer?.body);
  if (success && ended.has(data.status)) job.endings.add(data.status);
}

/** A DELETE without an answer may have been executed. */
function seeErased(job: KnownJob, { sent, answer }: Exchange): void {
  if (answer?.status === 204) job.isErasedForSure = true;
  if (answer === undefined || answer.status === 204 || answer.status >= 500)
    job.erasedMs = Math.min(job.erasedMs ?? Infinity, sent.timeMs);
}

function seeFault(of: (jobId: string) => KnownJob, { fault, jobId, timeMs }: Fault): void {
  if (jobId === undefined) return;
  const job = of(jobId);
  if (fault === 'delete AdJob') job.erasedMs = Math.min(job.erasedMs ?? Infinity, timeMs);
  if (fault === 'apply AdJob') job.isApplied = true;
}

function seeRecord(job: KnownJob, record: JobRecord): void {
  job.record = record;
  if (ended.has(record.phase)) job.endings.add(record.phase);
}

function seeResource(job: KnownJob, resource: JobResource): void {
  job.resources.push(resource);
  const phase = resource.status?.phase;
  if (phase !== undefined && ended.has(phase)) job.endings.add(phase);
}
