import type { Archive } from '../../archive/port.ts';
import type { Clock } from '../../clock/port.ts';
import { intentParts } from '../../domain/intent.ts';
import { madeAtMs } from '../../domain/job-id.ts';
import { jobIdOf } from '../../domain/job-view.ts';
import { adJobKind } from '../../domain/kinds.ts';
import { isLedgerError, type Intent, type Intents } from '../../ledger/port.ts';
import { unavailable } from '../../objects/store-error.ts';
import type { AdJob } from '../../schema/adjob.ts';
import type { ObjectStore } from '../../store/port.ts';
import { recordOf, type ArchivedFound, type IntendedJob } from './found-job.ts';

/** Age in milliseconds up to which a job counts as new: the Kubernetes watch may not have reported its AdJob yet. */
const youngMs = 60_000;

export interface LookUpSources {
  store: Pick<ObjectStore, 'get' | 'list'>;
  /** Namespace whose jobs are served. If undefined, jobs of all namespaces are served. */
  namespace: string | undefined;
  intents: Pick<Intents, 'get'>;
  archive: Pick<Archive, 'get'>;
  clock: Pick<Clock, 'now'>;
  /** Time in seconds since the watch of AdJobs was last known to be current. */
  staleSeconds: () => number;
}

/** Finds jobs that the watch of AdJobs does not show: jobs that are too new for it, and archived ones. */
export class JobLookUp {
  readonly #sources: LookUpSources;

  constructor(sources: LookUpSources) {
    this.#sources = sources;
  }

  /**
   * For a new job, reads the intent before the AdJob. The intent is deleted only after the AdJob exists, so this order
   * misses no job. For an old job, reads the archive first.
   */
  async find(jobId: string): Promise<AdJob | IntendedJob | ArchivedFound | undefined> {
    if (!this.#isYoung(jobId)) return (await this.archived(jobId)) ?? this.#intended(jobId);
    const intended = await settled(this.#intended(jobId));
    if (intended.status === 'fulfilled' && intended.value !== undefined) return intended.value;
    const object = await this.#object(jobId);
    if (object !== undefined) return object;
    if (intended.status === 'rejected') throw intended.reason;
    return this.archived(jobId);
  }

  async archived(jobId: string): Promise<ArchivedFound | undefined> {
    const record = await recordOf(jobId, this.#sources.archive);
    if (record === undefined) return undefined;
    const { namespace, account, apiKey, type, phase } = record;
    return { kind: 'archive', jobId, namespace, account, apiKey, type, phase, record };
  }

  #isYoung(jobId: string): boolean {
    const { clock, staleSeconds } = this.#sources;
    const madeMs = madeAtMs(jobId);
    return madeMs !== undefined && clock.now().getTime() - madeMs < youngMs + staleSeconds() * 1_000;
  }

  async #intended(jobId: string): Promise<IntendedJob | undefined> {
    if (madeAtMs(jobId) === undefined) return undefined;
    const intent = await this.#sources.intents.get(jobId).catch((error: unknown) => {
      // If the ledger has lost its data, the job cannot be found in it.
      if (isLedgerError(error, 'Lost')) return undefined;
      throw unavailable('the ledger', error);
    });
    return intent && foundIntent(intent);
  }

  /**
   * Reads the AdJob whose name and job id are both `jobId`. Compares the job id too, because an AdJob that a user
   * applied with kubectl can have a job id that differs from its name.
   */
  async #object(jobId: string): Promise<AdJob | undefined> {
    const { store, namespace } = this.#sources;
    const items =
      namespace === undefined
        ? (await store.list(adJobKind, { fieldSelector: `metadata.name=${jobId}` })).items
        : [await store.get(adJobKind, { namespace, name: jobId })];
    return items.find((job) => job !== undefined && jobIdOf(job) === jobId);
  }
}

function foundIntent({ jobId, account, payload, error }: Intent): IntendedJob {
  const { callbackUrl, ...parts } = intentParts(payload);
  return {
    ...{ kind: 'intent', jobId, namespace: account.namespace, account: account.name, ...parts, error },
    phase: error === undefined ? 'PENDING' : 'FAILED',
    hasCallback: callbackUrl !== undefined,
  };
}

async function settled<T>(outcome: Promise<T>): Promise<PromiseSettledResult<T>> {
  const [result] = await Promise.allSettled([outcome]);
  return result;
}
