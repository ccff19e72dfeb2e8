import { madeAtMs } from '../../../domain/job-id.ts';
import { jobView } from '../../../domain/job-view.ts';
import { parseJson } from '../../../domain/json-text.ts';
import { isMarkedArchived } from '../../../domain/labels.ts';
import type { FoundJob } from '../../../operations/jobs/found-job.ts';
import type { AdJob, AdJobStatus, JobPhase } from '../../../schema/adjob.ts';

/** Facts about a job from its AdJob, from its record in the archive, or from its intent. */
export interface KnownJob {
  jobId: string;
  namespace: string;
  account: string | undefined;
  apiKey: string | undefined;
  type: string;
  phase: JobPhase;
  /** Sentence with an error code in brackets. Undefined unless the phase is FAILED. */
  error: string | undefined;
  /** The result as the REST API returns it. Undefined unless the phase is SUCCESS. */
  response: Record<string, unknown> | undefined;
  /** Store in which the job was found. */
  source: FoundJob['kind'];
  isDeleting: boolean;
  credits: { required: number; charged?: number | undefined } | undefined;
  createdTime: string | undefined;
  startTime: string | undefined;
  completionTime: string | undefined;
  stages: NonNullable<AdJobStatus['stages']>;
  callbackUrl: string | undefined;
  hasCallback: boolean;
  /** The AdJob. Undefined if the job has none. */
  object: AdJob | undefined;
}

/** `object` is the AdJob of the job, if it has one. */
export function knownJob(found: FoundJob, object: AdJob | undefined): KnownJob {
  if (found.kind === 'archive') return fromRecord(found);
  return object === undefined ? fromFound(found) : fromObject(found, object);
}

function fromObject(found: FoundJob, object: AdJob): KnownJob {
  const { metadata, spec, status = {} } = object;
  const view = jobView(object);
  return {
    ...common(found),
    ...{ account: spec.accountRef.name, apiKey: spec.apiKeyRef?.name, type: spec.type, object },
    ...{ phase: view.status, error: view.error ?? undefined, response: view.response ?? undefined },
    isDeleting: metadata.deletionTimestamp !== undefined && !isMarkedArchived(object),
    credits: status.credits,
    createdTime: createdTime(object, found.jobId),
    startTime: status.startTime,
    completionTime: status.completionTime,
    stages: status.stages ?? [],
    callbackUrl: spec.callbackUrl,
    hasCallback: spec.callbackUrl !== undefined,
  };
}

/** Returns the time at which the API accepted a job. For an AdJob of kubectl, it is the creation time of the AdJob. */
function createdTime({ metadata: { creationTimestamp } }: AdJob, jobId: string): string {
  const madeMs = madeAtMs(jobId);
  return madeMs === undefined ? creationTimestamp : new Date(madeMs).toISOString();
}

function fromRecord(found: Extract<FoundJob, { kind: 'archive' }>): KnownJob {
  const { record } = found;
  const body = Object(parseJson(record.body)) as { response?: unknown; error?: unknown };
  return {
    ...common(found),
    error: typeof body.error === 'string' ? body.error : undefined,
    response: typeof body.response === 'object' && body.response !== null ? { ...body.response } : undefined,
    credits: record.credits,
    createdTime: record.creationTime,
    completionTime: record.completionTime,
    callbackUrl: record.callbackUrl,
    hasCallback: record.callbackUrl !== undefined,
  };
}

function fromFound(found: Exclude<FoundJob, { kind: 'archive' }>): KnownJob {
  if (found.kind === 'resource') return { ...common(found), isDeleting: found.isDeleting };
  return { ...common(found), error: found.error, hasCallback: found.hasCallback };
}

function common(found: FoundJob): KnownJob {
  const { jobId, namespace, account, apiKey, type, phase, kind } = found;
  return {
    ...{ jobId, namespace, account, apiKey, type, phase, source: kind },
    ...{ error: undefined, response: undefined, credits: undefined, object: undefined },
    ...{ isDeleting: false, hasCallback: false, callbackUrl: undefined },
    ...{ createdTime: undefined, startTime: undefined, completionTime: undefined, stages: [] },
  };
}
