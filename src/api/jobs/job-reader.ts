import type { Archive } from '../../archive/port.ts';
import type { Clock } from '../../clock/port.ts';
import { readIntent } from '../../domain/intent.ts';
import { serialiseJob, serialiseView } from '../../domain/job-view.ts';
import { adJobKind } from '../../domain/kinds.ts';
import { isEndPhase } from '../../domain/terminal.ts';
import { messageOf } from '../../files/error-code.ts';
import { isLedgerError, type Intent, type Intents } from '../../ledger/port.ts';
import type { AdJob } from '../../schema/adjob.ts';
import { StoreError, type ObjectStore } from '../../store/port.ts';
import type { Caller } from '../keys/callers.ts';
import { isOwn, type FoundJob } from './found-job.ts';
import { madeAtMs } from './job-id.ts';
import type { JobIndex } from './job-index.ts';
import { byteText, bytesOf, type ByteText, type ResponseCache } from './response-cache.ts';
import { SingleFlight } from './single-flight.ts';
import { createSlimmer, type SlimJob } from './slim-job.ts';

/** Until then a watch may not have told of a job yet; then it has, unless it was cut. */
const youngMs = 60_000;
/** Nobody tells when the intent of a job ends without an object. */
const lookAtIntentEveryMs = 1_000;

export interface JobSources {
  index: JobIndex;
  cache: ResponseCache;
  store: Pick<ObjectStore, 'get' | 'list'>;
  /** Absent: jobs of all namespaces. */
  namespace: string | undefined;
  intents: Pick<Intents, 'get'>;
  archive: Pick<Archive, 'get'>;
  clock: Clock;
  /** For how long the index has been without its watch. */
  staleSeconds: () => number;
  /** Nobody waits for a job any more once it aborts. */
  stop: AbortSignal;
}

/**
 * Jobs wherever they are: the index and the bodies in memory first, then the resource, then the archive. One that was just
 * made is found at once, also where the watch has not told of it and where its resource is still to be made.
 */
export class JobReader {
  readonly #sources: JobSources;
  readonly #finds = new SingleFlight<FoundJob | undefined>();
  readonly #bodies = new SingleFlight<Buffer | undefined>();
  readonly #slim = createSlimmer();

  constructor(sources: JobSources) {
    this.#sources = sources;
    sources.stop.addEventListener('abort', () => {
      sources.index.wakeAll();
    });
  }

  /** The body of the caller's job, where it takes nothing but memory. Undefined says nothing. */
  ready(jobId: string, caller: Caller): ByteText | undefined {
    const job = this.#sources.index.get(jobId);
    if (job === undefined || job.isDeleting || !isOwn(job, caller)) return undefined;
    return isEndPhase(job.phase) ? this.#sources.cache.get(jobId, job.resourceVersion) : byteText(unfinishedBody(job));
  }

  /** By job id in lower case; undefined for what is unknown, or is being deleted and not archived. */
  async find(jobId: string): Promise<FoundJob | undefined> {
    const job = this.#sources.index.get(jobId);
    if (job !== undefined) return this.#shown(job);
    return this.#finds.run(jobId, () => this.#ask(jobId));
  }

  /** Without asking anybody: it goes on, or has failed, or is on its way out without an archive. */
  isKnownWithoutResult(jobId: string): boolean {
    const job = this.#sources.index.get(jobId);
    return job !== undefined && (job.phase !== 'SUCCESS' || (job.isDeleting && !job.isArchived));
  }

  /** Every job of this key that is a resource, in no order. */
  *ownLive(caller: Caller): Iterable<SlimJob> {
    for (const job of this.#sources.index.ofOwner(caller.key)) if (!job.isDeleting) yield job;
  }

  /** What GET answers, byte for byte. Undefined where the job was erased since it was found. */
  async body(job: FoundJob): Promise<Buffer | undefined> {
    if (job.kind === 'archive') return Buffer.from(job.record.body);
    if (job.kind === 'intent' || !isEndPhase(job.phase)) return unfinishedBody(job);
    const kept = this.#sources.cache.get(job.jobId, job.resourceVersion);
    return kept !== undefined
      ? bytesOf(kept)
      : this.#bodies.run(`${job.uid}/${job.resourceVersion}`, () => this.#readBody(job));
  }

  /** The job once it has ended, or as it is when the time is over, the signal aborts or the service stops. */
  async whenEnded(jobId: string, seconds: number, gone: AbortSignal): Promise<FoundJob | undefined> {
    const { clock, stop, index } = this.#sources;
    const endMs = clock.monotonicMs() + seconds * 1_000;
    for (;;) {
      const woken = new AbortController();
      const wake = (): void => {
        woken.abort();
      };
      const forget = index.onNext(jobId, wake); // before it is looked at: no change is missed
      gone.addEventListener('abort', wake, { once: true });
      try {
        const job = await this.find(jobId);
        const leftMs = endMs - clock.monotonicMs();
        if (job === undefined || isEndPhase(job.phase) || leftMs <= 0 || gone.aborted || stop.aborted) return job;
        await clock.sleep(job.kind === 'intent' ? Math.min(leftMs, lookAtIntentEveryMs) : leftMs, woken.signal);
      } finally {
        forget();
        gone.removeEventListener('abort', wake);
      }
    }
  }

  /** The job was erased, by us: nobody is shown it any more. */
  forget(jobId: string): void {
    this.#sources.index.erase(jobId);
    this.#sources.cache.delete(jobId);
  }

  async #shown(job: SlimJob): Promise<FoundJob | undefined> {
    if (!job.isDeleting) return job;
    return job.isArchived ? this.#archived(job.jobId) : undefined;
  }

  /**
   * The intent comes before the resource: it goes once the resource was seen, so whoever finds neither in this order has
   * missed nothing. An old id is looked for where old jobs are.
   */
  async #ask(jobId: string): Promise<FoundJob | undefined> {
    if (!this.#isYoung(jobId)) return (await this.#archived(jobId)) ?? this.#intended(jobId);
    const intended = await settled(this.#intended(jobId));
    if (intended.status === 'fulfilled' && intended.value !== undefined) return intended.value;
    const object = await this.#object(jobId);
    if (object !== undefined) return this.#shown(this.#slim(object));
    if (intended.status === 'rejected') throw intended.reason;
    return this.#archived(jobId);
  }

  #isYoung(jobId: string): boolean {
    const { clock, staleSeconds } = this.#sources;
    const madeMs = madeAtMs(jobId);
    return madeMs !== undefined && clock.now().getTime() - madeMs < youngMs + staleSeconds() * 1_000;
  }

  async #intended(jobId: string): Promise<FoundJob | undefined> {
    if (madeAtMs(jobId) === undefined) return undefined;
    const intent = await this.#sources.intents.get(jobId).catch((error: unknown) => {
      if (isLedgerError(error, 'Lost')) return undefined; // and the intents with it
      throw unavailable('The ledger', error);
    });
    return intent && foundIntent(intent);
  }

  async #archived(jobId: string): Promise<FoundJob | undefined> {
    const record = await this.#sources.archive.get(jobId).catch((error: unknown) => {
      throw unavailable('The archive', error);
    });
    if (record === undefined) return undefined;
    const { namespace, apiKey, type, phase } = record;
    return { kind: 'archive', jobId, namespace, apiKey, type, phase, record };
  }

  /** An object of that name goes by another id where it is no UUID v7. */
  async #object(jobId: string): Promise<AdJob | undefined> {
    const { store, namespace } = this.#sources;
    const items =
      namespace === undefined
        ? (await store.list(adJobKind, { fieldSelector: `metadata.name=${jobId}` })).items
        : [await store.get(adJobKind, { namespace, name: jobId })];
    return items.find((job) => job !== undefined && this.#slim(job).jobId === jobId);
  }

  async #readBody(job: SlimJob): Promise<Buffer | undefined> {
    const { store, cache } = this.#sources;
    const object = await store.get(adJobKind, job);
    if (object?.metadata.uid !== job.uid || object.metadata.deletionTimestamp !== undefined) {
      const archived = await this.#archived(job.jobId);
      return archived && this.body(archived);
    }
    const bytes = serialiseJob(object);
    cache.set(job.jobId, job.resourceVersion, bytes);
    return bytes;
  }
}

function foundIntent({ jobId, payload, error }: Intent): FoundJob | undefined {
  const object = readIntent(payload);
  if (object === undefined) return undefined;
  const { spec, metadata } = object;
  const phase = error === undefined ? 'PENDING' : 'FAILED';
  return {
    kind: 'intent',
    jobId,
    namespace: metadata.namespace,
    apiKey: spec.apiKeyRef?.name,
    type: spec.type,
    phase,
    error,
  };
}

/** Of a job without a result: what is known of it says all. */
function unfinishedBody(job: Exclude<FoundJob, { kind: 'archive' }>): Buffer {
  const error = job.kind === 'intent' ? (job.error ?? null) : null;
  return serialiseView({ job_id: job.jobId, type: job.type, status: job.phase, response: null, error });
}

/** Something that we ask does not answer now; it may later. */
export function unavailable(what: string, cause: unknown): StoreError {
  return new StoreError('Unavailable', `${what} cannot tell: ${messageOf(cause)}`, { cause });
}

async function settled<T>(outcome: Promise<T>): Promise<PromiseSettledResult<T>> {
  const [result] = await Promise.allSettled([outcome]);
  return result;
}
