import type { Clock } from '../../clock/port.ts';
import { serialiseJob, serialiseView } from '../../domain/job-view.ts';
import { adJobKind } from '../../domain/kinds.ts';
import { isEndPhase } from '../../domain/terminal.ts';
import type { Caller } from '../keys/callers.ts';
import { maySeeJob } from '../../operations/actor.ts';
import {
  unfinishedView,
  type ArchivedFound,
  type IntendedJob,
  type JobFinder,
} from '../../operations/jobs/found-job.ts';
import { JobLookUp, type LookUpSources } from '../../operations/jobs/job-look-up.ts';
import { jobIdFrom } from '../../domain/job-id.ts';
import type { JobIndex } from './job-index.ts';
import { byteText, bytesOf, type ByteText, type ResponseCache } from './response-cache.ts';
import { SingleFlight } from './single-flight.ts';
import { createSlimmer, type SlimJob } from './slim-job.ts';

/**
 * Interval at which a waiting request looks again for a job whose AdJob does not exist yet. Looking again is needed
 * because no event reports that the creation of the AdJob failed.
 */
const lookAtIntentEveryMs = 1_000;

export type FoundJob = SlimJob | IntendedJob | ArchivedFound;

export interface JobSources extends LookUpSources {
  index: JobIndex;
  cache: ResponseCache;
  clock: Clock;
  stop: AbortSignal;
}

/**
 * Finds a job in memory, then in the ledger (which records AdJobs that are still to be created) or on the API server,
 * then in the archive. A new job is thus found before its AdJob exists, and before the Kubernetes watch has reported
 * the AdJob.
 */
export class JobReader implements JobFinder<FoundJob> {
  readonly #sources: JobSources;
  readonly #finds = new SingleFlight<FoundJob | undefined>();
  readonly #bodies = new SingleFlight<Buffer | undefined>();
  readonly #slim = createSlimmer();
  readonly #lookUp: JobLookUp;

  constructor(sources: JobSources) {
    this.#sources = sources;
    this.#lookUp = new JobLookUp(sources);
    sources.stop.addEventListener('abort', () => {
      sources.index.wakeAll();
    });
  }

  /**
   * Returns the response body for a job if the body is in memory and the API key of the request may see the job.
   * Otherwise, returns undefined; `find` may still find the job.
   */
  ready(jobId: string, caller: Caller): ByteText | undefined {
    const job = this.#sources.index.get(jobId);
    if (job === undefined || job.isDeleting || !maySeeJob(caller, job)) return undefined;
    return isEndPhase(job.phase) ? this.#sources.cache.get(jobId, job.resourceVersion) : byteText(unfinishedBody(job));
  }

  /**
   * Finds a job by its id. Returns undefined if the id is malformed or unknown, or if the AdJob is being deleted and the
   * archive does not have the job.
   */
  async find(text: string): Promise<FoundJob | undefined> {
    const jobId = jobIdFrom(text);
    if (jobId === undefined) return undefined;
    const job = this.#sources.index.get(jobId);
    if (job !== undefined) return this.#shown(job);
    return this.#finds.run(jobId, () => this.#findUnwatched(jobId));
  }

  isKnownWithoutResult(jobId: string): boolean {
    const job = this.#sources.index.get(jobId);
    return job !== undefined && (job.phase !== 'SUCCESS' || (job.isDeleting && !job.isArchived));
  }

  *ownLive(caller: Caller): Iterable<SlimJob> {
    for (const job of this.#sources.index.ofOwner(caller.key)) if (!job.isDeleting) yield job;
  }

  /**
   * Returns the body of `GET /jobs/{job_id}`, byte for byte. Returns undefined if the job was erased since it was
   * found.
   */
  async body(job: FoundJob): Promise<Buffer | undefined> {
    if (job.kind === 'archive') return Buffer.from(job.record.body);
    if (job.kind === 'intent' || !isEndPhase(job.phase)) return unfinishedBody(job);
    const kept = this.#sources.cache.get(job.jobId, job.resourceVersion);
    return kept !== undefined
      ? bytesOf(kept)
      : this.#bodies.run(`${job.uid}/${job.resourceVersion}`, () => this.#readBody(job));
  }

  /**
   * Waits until the job has ended, the given number of seconds is over, the client has disconnected (the signal `gone`
   * aborts), or the service stops. Then returns the current state of the job.
   */
  async whenEnded(jobId: string, seconds: number, gone: AbortSignal): Promise<FoundJob | undefined> {
    const { clock, stop, index } = this.#sources;
    const endMs = clock.monotonicMs() + seconds * 1_000;
    for (;;) {
      const woken = new AbortController();
      const wake = (): void => {
        woken.abort();
      };
      // Listens for changes before the job is read, so that no change is missed.
      const cancelWake = index.onNext(jobId, wake);
      gone.addEventListener('abort', wake, { once: true });
      try {
        const job = await this.find(jobId);
        const leftMs = endMs - clock.monotonicMs();
        if (job === undefined || isEndPhase(job.phase) || leftMs <= 0 || gone.aborted || stop.aborted) return job;
        await clock.sleep(job.kind === 'intent' ? Math.min(leftMs, lookAtIntentEveryMs) : leftMs, woken.signal);
      } finally {
        cancelWake();
        gone.removeEventListener('abort', wake);
      }
    }
  }

  /**
   * Hides a job that this replica has erased. Needed because the Kubernetes watch may report the job for a moment
   * longer.
   */
  forget(jobId: string): void {
    this.#sources.index.erase(jobId);
    this.#sources.cache.delete(jobId);
  }

  async #shown(job: SlimJob): Promise<FoundJob | undefined> {
    if (!job.isDeleting) return job;
    return job.isArchived ? this.#lookUp.archived(job.jobId) : undefined;
  }

  /** Finds a job that is not in the in-memory index. */
  async #findUnwatched(jobId: string): Promise<FoundJob | undefined> {
    const found = await this.#lookUp.find(jobId);
    return found === undefined || !('metadata' in found) ? found : this.#shown(this.#slim(found));
  }

  async #readBody(job: SlimJob): Promise<Buffer | undefined> {
    const { store, cache } = this.#sources;
    const object = await store.get(adJobKind, job);
    if (object?.metadata.uid !== job.uid || object.metadata.deletionTimestamp !== undefined) {
      const archived = await this.#lookUp.archived(job.jobId);
      return archived && this.body(archived);
    }
    const bytes = serialiseJob(object);
    cache.set(job.jobId, job.resourceVersion, bytes);
    return bytes;
  }
}

function unfinishedBody(job: Exclude<FoundJob, { kind: 'archive' }>): Buffer {
  return serialiseView(unfinishedView(job));
}
