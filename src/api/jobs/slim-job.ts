import { jobIdOf } from '../../domain/job-view.ts';
import { archivedAnnotation } from '../../domain/labels.ts';
import type { CacheEntry } from '../../runtime/object-cache.ts';
import type { AdJob, JobPhase, JobType } from '../../schema/adjob.ts';
import { jobIdFrom, madeAtMs } from './job-id.ts';

/** The namespace of jobs and the key that sees them; absent: none does. */
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

/** What many jobs have in common, once each. */
interface Common {
  owner: (one: Owner) => Owner;
  standing: (one: Standing) => Standing;
}

/**
 * What this replica keeps in memory of an AdJob: it is the entry of the watch's cache and that of the index, and what many
 * jobs have in common is there once. A finished one may cost 800 bytes, so its result is not there.
 */
export class SlimJob implements CacheEntry<SlimJob> {
  readonly jobId: string;
  readonly name: string;
  /** Milliseconds since 1970: when the API accepted it, or when somebody applied it. */
  readonly createdMs: number;
  readonly #uid: string | bigint;
  /** A small number takes no memory of its own. */
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

  /** Of the texts of `before`, its state until now, those that are equal are kept in place of the new ones. */
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

  /** The archive has it too, so that its deletion takes it from nobody. */
  get isArchived(): boolean {
    return this.#standing.isArchived;
  }

  /** The same job, as somebody who has just erased it sees it. */
  erased(): SlimJob {
    const standing = { ...this.#standing, isDeleting: true, isArchived: false };
    return new SlimJob(this, { uid: this.#uid, version: this.#version }, this.#owner, standing);
  }
}

/** To be made once for a watch. */
export function createSlimmer(): (job: AdJob, before?: SlimJob) => SlimJob {
  const common = { owner: interned<Owner>(), standing: interned<Standing>() };
  return (job, before) => SlimJob.of(job, before, common);
}

/** Above so many it begins anew. */
const internedMax = 20_000;

/** Gives the first of those that are equal. */
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

/** The one of these that has the same characters, and is in memory already. */
function either(text: string, ...known: (string | undefined)[]): string {
  return known.find((one) => one === text) ?? text;
}

/** V8 keeps whole numbers below this without memory of their own. */
const smallMax = 2 ** 31;

function compact(version: string): string | number {
  const number = Number(version);
  return number < smallMax && String(number) === version ? number : version;
}

/** A UUID as a number takes 32 bytes, and as a text 56. */
function compactUid(uid: string): string | bigint {
  return jobIdFrom(uid) === uid ? BigInt(`0x${uid.replaceAll('-', '')}`) : uid;
}

function uuidText(uuid: bigint): string {
  const digits = uuid.toString(16).padStart(32, '0');
  return [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16), digits.slice(16, 20), digits.slice(20)].join(
    '-',
  );
}
