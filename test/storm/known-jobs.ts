/** Collects, for each job id, what the evidence says about the job. */
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
  /** Creates that were answered with 202 and this job id. */
  accepted: Exchange[];
  resources: JobResource[];
  record: JobRecord | undefined;
  /** Time of the first request to delete the job. A client's DELETE counts if it may have been executed. */
  erasedMs: number | undefined;
  /** True if a DELETE was answered with 204. */
  isErasedForSure: boolean;
  /** True if the AdJob was applied with kubectl. Its name is then not a job id of the API. */
  isApplied: boolean;
  /** Final states that clients, AdJobs or archive records reported; more than one is a violation. */
  endings: Set<string>;
  /** GETs that were answered with 404. */
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

/** A DELETE that got no answer or a server error may still have been executed. */
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
