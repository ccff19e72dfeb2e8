import { jobIdOf } from '../../domain/job-view.ts';
import { archivedAnnotation } from '../../domain/labels.ts';
import type { CacheEntry } from '../../runtime/object-cache.ts';
import type { AdJob, JobPhase, JobType } from '../../schema/adjob.ts';
import { jobIdFrom, madeAtMs } from './job-id.ts';

/**
 * Namespace of a job, and the name of the API key that can read the job. `apiKey` is undefined if no key can read the
 * job.
 */
interface Owner {
  readonly namespace: string;
  readonly apiKey: string | undefined;
}

interface Standing {
  readonly type: JobType;
  readonly phase: JobPhase;
  readonly isDeleting: boolean;
  readonly isArchived: boolean;
}

/** Functions that return the same object for equal values, so that many jobs share one object in memory. */
interface Common {
  owner: (one: Owner) => Owner;
  standing: (one: Standing) => Standing;
}

/**
 * The data of an AdJob that a replica keeps in memory. The cache of the watch and the index use the same object, and
 * jobs share equal values. The budget for a finished job is 800 bytes, so the result is not included.
 */
export class SlimJob implements CacheEntry<SlimJob> {
  readonly jobId: string;
  readonly name: string;
  /** Time at which the API accepted the job or a user applied it, in milliseconds since 1970. */
  readonly createdMs: number;
  readonly #uid: string | bigint;
  /** The resourceVersion; stored as a number if it is small, because V8 stores small numbers without extra memory. */
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

  /**
   * Reduces an AdJob to the data that a replica keeps. To save memory, reuses equal strings of `before`, the previous
   * state of the job.
   */
  static of(job: AdJob, before: SlimJob | undefined, common: Common): SlimJob {
    const { metadata, spec, status } = job;
    const jobId = either(jobIdOf(job), before?.jobId);
    const identity = {
      jobId,
      name: either(metadata.name, jobId),
      createdMs: madeAtMs(jobId) ?? Date.parse(metadata.creationTimestamp),
    };
    const standing = {
      type: spec.type,
      phase: status?.phase ?? 'PENDING',
      isDeleting: metadata.deletionTimestamp !== undefined,
      isArchived: metadata.annotations?.[archivedAnnotation] === 'true',
    };
    const owner = { namespace: metadata.namespace, apiKey: spec.apiKeyRef?.name };
    const state = {
      uid: metadata.uid === jobId ? jobId : compactUid(metadata.uid),
      version: compact(metadata.resourceVersion),
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
    return typeof this.#uid === 'string' ? this.#uid : uuidText(this.#uid);
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

  get type(): JobType {
    return this.#standing.type;
  }

  get phase(): JobPhase {
    return this.#standing.phase;
  }

  get isDeleting(): boolean {
    return this.#standing.isDeleting;
  }

  /** Reports whether the archive contains the job, so that it stays readable after the AdJob is deleted. */
  get isArchived(): boolean {
    return this.#standing.isArchived;
  }

  /** Returns a copy of the job in the state that it has after an erasure: being deleted and not archived. */
  erased(): SlimJob {
    const standing = { ...this.#standing, isDeleting: true, isArchived: false };
    return new SlimJob(this, { uid: this.#uid, version: this.#version }, this.#owner, standing);
  }
}

/**
 * Returns a function that reduces AdJobs to `SlimJob`s. Create one such function per watch, because the jobs that it
 * returns share equal values.
 */
export function createSlimmer(): (job: AdJob, before?: SlimJob) => SlimJob {
  const common = { owner: interned<Owner>(), standing: interned<Standing>() };
  return (job, before) => SlimJob.of(job, before, common);
}

/** Maximum number of values in a table of shared values. When the limit is reached, the table is cleared. */
const internedMax = 20_000;

/** Returns a function that, for equal values, always returns the first value, so that equal values share memory. */
function interned<T extends object>(): (one: T) => T {
  const firsts = new Map<string, T>();
  return (one) => {
    const text = JSON.stringify(one);
    const first = firsts.get(text);
    if (first !== undefined) return first;
    if (firsts.size >= internedMax) firsts.clear();
    firsts.set(text, one);
    return one;
  };
}

/**
 * Returns the string among `known` that equals `text`, since it is in memory already. If there is none, returns `text`.
 */
function either(text: string, ...known: (string | undefined)[]): string {
  return known.find((one) => one === text) ?? text;
}

/** V8 stores whole numbers below this value without extra memory. */
const smallMax = 2 ** 31;

function compact(version: string): string | number {
  const number = Number(version);
  return number < smallMax && String(number) === version ? number : version;
}

/** Converts a UUID to a number, which uses 32 bytes instead of 56. */
function compactUid(uid: string): string | bigint {
  return jobIdFrom(uid) === uid ? BigInt(`0x${uid.replaceAll('-', '')}`) : uid;
}

function uuidText(uuid: bigint): string {
  const digits = uuid.toString(16).padStart(32, '0');
  return [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16), digits.slice(16, 20), digits.slice(20)].join(
    '-',
  );
}
