import { jobIdOf } from '../domain/job-view.ts';
import { archivedAnnotation } from '../domain/labels.ts';
import { jobPhases, jobTypes, type AdJob, type JobPhase, type JobType } from '../schema/adjob.ts';
import { madeAtMs } from './job-id.ts';

/** What this replica keeps in memory of an AdJob. A finished one may cost 800 bytes, so its result is not there. */
export interface SlimJob {
  kind: 'resource';
  jobId: string;
  namespace: string;
  name: string;
  uid: string;
  resourceVersion: string;
  /** Absent: no key sees it. */
  apiKey: string | undefined;
  type: JobType;
  phase: JobPhase;
  /** Milliseconds since 1970: when the API accepted it, or when somebody applied it. */
  createdMs: number;
  isDeleting: boolean;
  /** The archive has it too, so that its deletion takes it from nobody. */
  isArchived: boolean;
}

/** Names that come again and again are kept once. Above so many they are begun anew. */
const namesMax = 20_000;

/** To be made once for a watch: equal namespaces and keys, types and phases share their memory. */
export function createSlimmer(): (job: AdJob) => SlimJob {
  const names = new Map<string, string>();
  const interned = (name: string): string => {
    const known = names.get(name);
    if (known !== undefined) return known;
    if (names.size >= namesMax) names.clear();
    names.set(name, name);
    return name;
  };
  return (job) => slimmed(job, interned);
}

function slimmed(job: AdJob, interned: (name: string) => string): SlimJob {
  const { metadata, spec, status } = job;
  const jobId = jobIdOf(job);
  return {
    kind: 'resource',
    jobId,
    namespace: interned(metadata.namespace),
    name: metadata.name === jobId ? jobId : metadata.name,
    uid: metadata.uid === jobId ? jobId : metadata.uid,
    resourceVersion: metadata.resourceVersion,
    apiKey: spec.apiKeyRef && interned(spec.apiKeyRef.name),
    type: shared(spec.type, jobTypes),
    phase: shared(status?.phase ?? 'PENDING', jobPhases),
    createdMs: madeAtMs(jobId) ?? Date.parse(metadata.creationTimestamp),
    isDeleting: metadata.deletionTimestamp !== undefined,
    isArchived: metadata.annotations?.[archivedAnnotation] === 'true',
  };
}

/** The one of these that has the same characters: one string in memory for all jobs. */
function shared<T extends string>(name: T, known: readonly T[]): T {
  return known.find((one) => one === name) ?? name;
}
