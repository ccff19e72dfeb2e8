import { domainToUnicode } from 'node:url';
import { adRequestOf } from '../../ads/known-types.ts';
import { compactUid, compactVersion, sameText, uidText } from '../../domain/compact-identity.ts';
import { deliveryOf } from '../../domain/delivery.ts';
import { madeAtMs } from '../../domain/job-id.ts';
import { jobIdOf } from '../../domain/job-view.ts';
import { isMarkedArchived } from '../../domain/labels.ts';
import { launchesOf } from '../../domain/launches.ts';
import { isEndPhase } from '../../domain/terminal.ts';
import { hostOf } from '../../domain/urls.ts';
import { firstUnits } from '../../domain/whole-characters.ts';
import { keyText } from '../../objects/object-key.ts';
import { interned } from '../../runtime/interned.ts';
import type { CacheEntry } from '../../runtime/object-cache.ts';
import type { AdJob, DeliveryStatus, JobPhase, StageStatus } from '../../schema/adjob.ts';
import { currentStage, waitOf, type OwnWait } from './wait-cause.ts';

/** Maximum number of characters of the brand and product that a row shows and that a text filter searches. */
const textCharactersMax = 80;

interface Owner {
  readonly namespace: string;
  readonly account: string;
  /** Namespace and name of the account. */
  readonly accountKey: string;
  readonly apiKey: string | undefined;
}

interface Standing {
  readonly type: string;
  readonly phase: JobPhase;
  /** Error code of a failed job. */
  readonly code: string | undefined;
  /** Stage that is running, that is next, or in which the job failed. */
  readonly stage: string | undefined;
  readonly isRunning: boolean;
  readonly wait: OwnWait | undefined;
  readonly isDeleting: boolean;
  readonly isArchived: boolean;
  /** True once the controller has written the final id of the job to the AdJob. */
  readonly hasFinalId: boolean;
}

/** Delivery of a callback. Times are in seconds since 1970. */
export interface RowDelivery {
  readonly state: DeliveryStatus['state'];
  readonly attempts: number;
  /** Time of the next attempt of a pending delivery. Undefined if it is due at once, or if none follows. */
  readonly nextSeconds: number | undefined;
  /** Time of the last attempt. */
  readonly lastSeconds: number | undefined;
  /** HTTP status of the last response, or the kind of failure. */
  readonly result: string | undefined;
  readonly host: string;
}

interface Counts {
  readonly launches: number;
  /** Credits that the job was charged, or that are reserved for it. */
  readonly credits: number;
}

interface Times {
  readonly createdSeconds: number;
  readonly startedSeconds: number | undefined;
  readonly completedSeconds: number | undefined;
}

interface Parts {
  identity: { jobId: string; name: string; uid: string | bigint; version: string | number; text: string };
  times: Times;
  counts: Counts;
  owner: Owner;
  standing: Standing;
  delivery: RowDelivery | undefined;
}

/**
 * The data of an AdJob that the dashboard keeps in memory: at most 800 bytes. Rows with equal values share one object
 * for these values.
 */
export class JobRow implements CacheEntry<JobRow> {
  readonly jobId: string;
  readonly name: string;
  /** Brand and product of the request, at most 80 characters. */
  readonly text: string;
  readonly createdSeconds: number;
  readonly startedSeconds: number | undefined;
  readonly completedSeconds: number | undefined;
  readonly launches: number;
  readonly credits: number;
  readonly delivery: RowDelivery | undefined;
  readonly owner: Owner;
  readonly standing: Standing;
  readonly #uid: string | bigint;
  readonly #version: string | number;

  constructor({ identity, times, counts, owner, standing, delivery }: Parts) {
    this.jobId = identity.jobId;
    this.name = identity.name;
    this.text = identity.text;
    this.createdSeconds = times.createdSeconds;
    this.startedSeconds = times.startedSeconds;
    this.completedSeconds = times.completedSeconds;
    this.launches = counts.launches;
    this.credits = counts.credits;
    this.delivery = delivery;
    this.owner = owner;
    this.standing = standing;
    this.#uid = identity.uid;
    this.#version = identity.version;
  }

  get view(): this {
    return this;
  }

  get uid(): string {
    return uidText(this.#uid);
  }

  /** Reports whether this is the uid of the AdJob. `uid` is in the form that `compactUid` returns. */
  hasUid(uid: string | bigint): boolean {
    return this.#uid === uid;
  }

  get resourceVersion(): string {
    return String(this.#version);
  }

  get namespace(): string {
    return this.owner.namespace;
  }
}

/**
 * Returns a function that reduces AdJobs to rows. Create one function per watch, because the rows that one function
 * returns share equal values in memory.
 */
export function createRowMaker(clock: { now(): Date }): (job: AdJob, before?: JobRow) => JobRow {
  const shared = {
    ...{ owner: interned<Owner>(), standing: interned<Standing>(), text: interned<string>() },
    ...{ host: interned<string>(), result: interned<string | undefined>() },
  };
  return (job, before) => {
    const delivery = deliveryOf(job, clock.now());
    const jobId = sameText(jobIdOf(job), before?.jobId);
    // The request of a job cannot change.
    const text = before?.uid === job.metadata.uid ? before.text : shared.text(jobText(job.spec));
    const stage = stageOf(job);
    return new JobRow({
      identity: { jobId, text, ...identityOf(job, jobId) },
      times: timesOf(job, jobId),
      counts: { launches: stage === undefined ? 0 : launchesOf(stage), credits: creditsOf(job) },
      owner: shared.owner(ownerOf(job)),
      standing: shared.standing(standingOf(job, stage, waitOf(job, delivery))),
      delivery: delivery && rowDelivery(delivery, job.spec.callbackUrl, shared),
    });
  };
}

function identityOf({ metadata: { name, uid, resourceVersion } }: AdJob, jobId: string) {
  return {
    name: sameText(name, jobId),
    uid: uid === jobId ? jobId : compactUid(uid),
    version: compactVersion(resourceVersion),
  };
}

function creditsOf({ status }: AdJob): number {
  return status?.credits?.charged ?? status?.credits?.required ?? 0;
}

function ownerOf({ metadata: { namespace }, spec: { accountRef, apiKeyRef } }: AdJob): Owner {
  const { name: account } = accountRef;
  return { namespace, account, accountKey: keyText({ namespace, name: account }), apiKey: apiKeyRef?.name };
}

function timesOf({ metadata, status }: AdJob, jobId: string): Times {
  const madeMs = madeAtMs(jobId) ?? Date.parse(metadata.creationTimestamp);
  return {
    createdSeconds: Math.floor(madeMs / 1_000),
    startedSeconds: secondsOf(status?.startTime),
    completedSeconds: secondsOf(status?.completionTime),
  };
}

function secondsOf(time: string | undefined): number | undefined {
  return time === undefined ? undefined : Math.floor(Date.parse(time) / 1_000);
}

function stageOf({ status }: AdJob): StageStatus | undefined {
  if (status?.phase === 'SUCCESS') return undefined;
  return status?.phase === 'FAILED'
    ? status.stages?.findLast(({ state }) => state === 'Failed')
    : currentStage(status?.stages);
}

function standingOf(job: AdJob, stage: StageStatus | undefined, wait: OwnWait | undefined): Standing {
  const { metadata, spec, status } = job;
  const phase = status?.phase ?? 'PENDING';
  return {
    ...{ type: spec.type, phase, wait, stage: stage?.name },
    code: phase === 'FAILED' ? errorCodeOf(status?.error) : undefined,
    isRunning: !isEndPhase(phase) && stage?.state === 'Running',
    isDeleting: metadata.deletionTimestamp !== undefined,
    isArchived: isMarkedArchived(job),
    hasFinalId: status?.jobId !== undefined,
  };
}

/** Returns the code at the end of the error of a failed job. */
function errorCodeOf(error: string | null | undefined): string | undefined {
  return /\[([a-z_]{1,64})\]$/.exec(error ?? '')?.[1];
}

/** Returns the brand and product of a request, by which people recognise a job. */
export function jobText(spec: AdJob['spec']): string {
  const { brandName, brandUrl, productName, productUrl } = adRequestOf(spec) ?? {};
  const brand = brandName ?? (brandUrl === undefined ? undefined : hostText(brandUrl));
  const parts = [brand, productName ?? productUrl].filter((part) => part !== undefined);
  return flat(firstUnits(parts.join(' · '), textCharactersMax));
}

/** Returns the host of a URL in its own script, as people write it. */
function hostText(url: string): string {
  return domainToUnicode(URL.parse(url)?.hostname ?? '') || hostOf(url);
}

/** Copies a text, because V8 keeps the whole text alive as long as a part that was cut from it. */
function flat(text: string): string {
  return Buffer.from(text).toString();
}

function rowDelivery(
  { state, attempts = 0, nextAttemptTime, deliveries }: DeliveryStatus,
  url: string | undefined,
  shared: { host: (host: string) => string; result: (result: string | undefined) => string | undefined },
): RowDelivery {
  const last = deliveries?.at(-1);
  return {
    ...{ state, attempts, nextSeconds: secondsOf(nextAttemptTime), lastSeconds: secondsOf(last?.time) },
    result: shared.result(last?.status?.toString() ?? last?.error),
    host: shared.host(hostOf(url ?? '')),
  };
}
