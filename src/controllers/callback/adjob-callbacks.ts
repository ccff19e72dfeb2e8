import { accountOf } from '../../domain/account-of.ts';
import { findCondition, setCondition, withoutCondition } from '../../domain/conditions.ts';
import { afterReplay, deliveryOf, replayRequest, unsent } from '../../domain/delivery.ts';
import { jobIdOf, serialiseJob } from '../../domain/job-view.ts';
import { adJobKind } from '../../domain/kinds.ts';
import { archivedAnnotation } from '../../domain/labels.ts';
import { endMsOf } from '../../domain/retention.ts';
import { mergePatchBetween } from '../../objects/merge-patch.ts';
import { isEndPhase } from '../../domain/terminal.ts';
import type { AdJob, AdJobStatus, DeliveryStatus } from '../../schema/adjob.ts';
import type { ObjectKey } from '../../objects/object-key.ts';
import { isStoreError } from '../../objects/store-error.ts';
import { eventOf } from './callback-event.ts';
import type { CallbackDeps } from './deps.ts';
import type {
  CallbackStore,
  DeliveryCondition,
  DeliveryChange,
  LoadedJob,
  OpenCallback,
  SentCallback,
} from './callback-store.ts';

/**
 * Maximum number of tries to write the status of an AdJob. A try fails if another client has written the AdJob in
 * between, which is rare for a finished job.
 */
const triesMax = 10;
const conditionType = 'CallbackDelivered';

/**
 * Reports whether the status of the AdJob stores the delivery of its callback: the job has ended and has a callback
 * URL, and the AdJob is neither being deleted nor archived.
 */
export function isHandled(job: AdJob): boolean {
  const { deletionTimestamp, annotations } = job.metadata;
  if (!isEndPhase(job.status?.phase) || job.spec.callbackUrl === undefined) return false;
  return deletionTimestamp === undefined && annotations?.[archivedAnnotation] !== 'true';
}

type Deps = Pick<CallbackDeps, 'store' | 'clock' | 'events'>;

/** Reads callbacks from AdJobs, and stores the state of their delivery in the status of the AdJob. */
export class AdJobCallbacks implements CallbackStore {
  readonly #deps: Deps;
  readonly #archived: CallbackStore;

  /** `archived` stores the result of an attempt if the job was archived during the attempt. */
  constructor(deps: Deps, archived: CallbackStore) {
    this.#deps = deps;
    this.#archived = archived;
  }

  async load(key: ObjectKey): Promise<OpenCallback | undefined> {
    const job = await this.#deps.store.get(adJobKind, key);
    if (job === undefined || !isHandled(job)) return undefined;
    const { callbackUrl } = job.spec;
    const [delivery, request] = [deliveryOf(job, this.#deps.clock.now()), replayRequest(job)];
    if (callbackUrl === undefined || delivery === undefined || delivery.state !== 'pending') return undefined;
    return {
      jobId: jobIdOf(job),
      account: accountOf(job),
      url: callbackUrl,
      body: serialiseJob(job),
      endMs: endMsOf(job),
      delivery,
      ...(request !== undefined && { replayRequest: request }),
      loaded: partOf(job),
    };
  }

  async save(
    key: ObjectKey,
    callback: SentCallback,
    change: (before: DeliveryStatus) => DeliveryChange,
  ): Promise<DeliveryStatus | undefined> {
    let { loaded } = callback;
    for (let tries = 0; tries < triesMax; tries += 1) {
      loaded ??= await this.#read(key, callback);
      if (loaded === undefined) {
        const archivedKey = { namespace: key.namespace, name: callback.jobId };
        return this.#archived.save(archivedKey, callback, change);
      }
      const changed = change(this.#deliveryBefore(loaded, callback));
      if ((await this.#write(loaded, changed)) === 'written') return changed.delivery;
      loaded = undefined;
    }
    throw new Error(`The status of AdJob ${key.namespace}/${key.name} had ${triesMax} write conflicts in a row.`);
  }

  /** Reads the AdJob from the store. Returns undefined if its status no longer stores the delivery of the callback. */
  async #read(key: ObjectKey, { jobId }: SentCallback): Promise<LoadedJob | undefined> {
    const job = await this.#deps.store.get(adJobKind, key);
    return job !== undefined && jobIdOf(job) === jobId && isHandled(job) ? partOf(job) : undefined;
  }

  /**
   * Returns the state of the delivery before the attempt. Includes the replay that the attempt handles, but not a
   * replay that was requested during the attempt.
   */
  #deliveryBefore({ status }: LoadedJob, { replayRequest: request }: SentCallback): DeliveryStatus {
    const delivery = status.delivery ?? unsent;
    if (request === undefined || request === delivery.replayRequest) return delivery;
    return afterReplay(delivery, request, this.#deps.clock.now());
  }

  async #write(job: LoadedJob, { delivery, condition }: DeliveryChange): Promise<'written' | 'conflict'> {
    const { metadata, status: before } = job;
    const after: AdJobStatus = { ...before, delivery };
    if (condition !== undefined) {
      const typed = { type: conditionType, ...condition, observedGeneration: metadata.generation };
      // A replay begins another delivery, so the condition gets its time even if the status was True before and is again.
      const isReplay = delivery.replayRequest !== before.delivery?.replayRequest;
      const kept = isReplay ? withoutCondition(before.conditions, conditionType) : before.conditions;
      after.conditions = setCondition(kept, typed, this.#deps.clock.now());
    }
    const status = mergePatchBetween(before, after);
    if (status === undefined) return 'written';
    try {
      const { resourceVersion } = metadata;
      await this.#deps.store.patchStatus(adJobKind, metadata, { metadata: { resourceVersion }, status });
    } catch (error) {
      if (isStoreError(error, 'Conflict', 'NotFound')) return 'conflict';
      throw error;
    }
    if (condition !== undefined) this.#emit(job, condition);
    return 'written';
  }

  #emit({ metadata, status }: LoadedJob, condition: DeliveryCondition): void {
    const { namespace, name, uid } = metadata;
    const event = eventOf(findCondition(status.conditions, conditionType)?.reason, condition);
    if (event !== undefined)
      this.#deps.events.emit({ ...event, object: { kind: adJobKind.kind, namespace, name, uid } });
  }
}

function partOf({ metadata, status: { delivery, conditions } = {} }: AdJob): LoadedJob {
  return { metadata, status: { ...(delivery && { delivery }), ...(conditions && { conditions }) } };
}
