import { compactUid, compactVersion, sameText, uidText } from '../../domain/compact-identity.ts';
import { hasRunBefore } from '../../domain/earlier-run.ts';
import { madeAtMs } from '../../domain/job-id.ts';
import { jobIdOf } from '../../domain/job-view.ts';
import { archivedAnnotation } from '../../domain/labels.ts';
import { interned } from '../../runtime/interned.ts';
import type { CacheEntry } from '../../runtime/object-cache.ts';
import type { AdJob, JobPhase } from '../../schema/adjob.ts';

/**
 * Namespace of a job, and name of the API key that can read the job. `apiKey` is undefined if no key can read the job,
 * such as a copy of a job that was run before.
 */
interface Owner {
  readonly namespace: string;
  readonly apiKey: string | undefined;
}

interface Standing {
  readonly type: string;
  readonly phase: JobPhase;
  readonly isDeleting: boolean;
  readonly isArchived: boolean;
}

interface Common {
  owner: (one: Owner) => Owner;
  standing: (one: Standing) => Standing;
}

/**
 * The data of an AdJob that a replica of the API keeps in memory. The memory budget for a finished job is 800 bytes, so
 * its result is not kept. Jobs with equal values share one object for these values.
 */
export class SlimJob implements CacheEntry<SlimJob> {
  readonly jobId: string;
  readonly name: string;
  /** Time at which the API accepted the job or a user applied its AdJob with kubectl, in milliseconds since 1970. */
  readonly createdMs: number;
  readonly #uid: string | bigint;
  /**
   * The resourceVersion of the AdJob. A small version is stored as a number, because V8 stores small numbers without
   * extra memory.
   */
  readonly #version: string | number;
  readonly #owner: Owner;
  readonly #standing: Standing;

  private constructor(
    { jobId, name, createdMs }: Pick<SlimJob, 'jobId' | 'name' | 'createdMs'>,
    { uid, version }: { uid: string | bigint; version: string | number },
    owner: Owner,
    standing: Standing,
  ) {
    this.jobId = jobId;
    this.name = name;
    this.createdMs = createdMs;
    this.#uid = uid;
    this.#version = version;
    this.#owner = owner;
    this.#standing = standing;
  }

  static of(job: AdJob, before: SlimJob | undefined, common: Common): SlimJob {
    const { metadata, spec, status } = job;
    const jobId = sameText(jobIdOf(job), before?.jobId);
    const identity = {
      jobId,
      name: sameText(metadata.name, jobId),
      createdMs: madeAtMs(jobId) ?? Date.parse(metadata.creationTimestamp),
    };
    const standing = {
      type: spec.type,
      phase: status?.phase ?? 'PENDING',
      isDeleting: metadata.deletionTimestamp !== undefined,
      isArchived: metadata.annotations?.[archivedAnnotation] === 'true',
    };
    const owner = { namespace: metadata.namespace, apiKey: hasRunBefore(job) ? undefined : spec.apiKeyRef?.name };
    const state = {
      uid: metadata.uid === jobId ? jobId : compactUid(metadata.uid),
      version: compactVersion(metadata.resourceVersion),
    };
    return new SlimJob(identity, state, common.owner(owner), common.standing(standing));
  }

  get kind(): 'resource' {
    return 'resource';
  }

  get view(): this {
    return this;
  }

  get uid(): string {
    return uidText(this.#uid);
  }

  get resourceVersion(): string {
    return String(this.#version);
  }

  get namespace(): string {
    return this.#owner.namespace;
  }

  get apiKey(): string | undefined {
    return this.#owner.apiKey;
  }

  get type(): string {
    return this.#standing.type;
  }

  get phase(): JobPhase {
    return this.#standing.phase;
  }

  get isDeleting(): boolean {
    return this.#standing.isDeleting;
  }

  get isArchived(): boolean {
    return this.#standing.isArchived;
  }

  erased(): SlimJob {
    const standing = { ...this.#standing, isDeleting: true, isArchived: false };
    return new SlimJob(this, { uid: this.#uid, version: this.#version }, this.#owner, standing);
  }
}

/**
 * Returns a function that reduces AdJobs to the data that a replica keeps. Create one function per Kubernetes watch,
 * because the jobs that one function returns share equal values in memory.
 */
export function createSlimmer(): (job: AdJob, before?: SlimJob) => SlimJob {
  const common = { owner: interned<Owner>(), standing: interned<Standing>() };
  return (job, before) => SlimJob.of(job, before, common);
}
