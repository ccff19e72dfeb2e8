import type { Logger } from 'pino';
import type { AuditLog } from '../../audit-log/port.ts';
import type { Clock } from '../../clock/port.ts';
import { annotatedRow, auditAnnotations } from '../../domain/audit-annotation.ts';
import { keyText, type ObjectKey } from '../../objects/object-key.ts';
import type { ResourceKind } from '../../objects/resource-kind.ts';
import { isStoreError } from '../../objects/store-error.ts';
import { Controller } from '../../runtime/controller.ts';
import type { ObjectCache } from '../../runtime/object-cache.ts';
import type { ObjectStore } from '../../store/port.ts';

const workers = 2;
/** Maximum number of annotations of one kind whose time of filing is kept. */
const filedMax = 10_000;
/** Delay in milliseconds before a row is filed while the files belong to another installation. */
const foreignRetryMs = 5_000;
const backoff = { baseMs: 1_000, maxMs: 60_000 };

type Annotations = Record<string, string>;

interface Deps {
  store: Pick<ObjectStore, 'patch'>;
  auditLog: Pick<AuditLog, 'write'>;
  /** Reports whether the files, which contain the audit log, belong to this installation. */
  areFilesOwn: () => boolean;
  clock: Clock;
  logger: Pick<Logger, 'warn'>;
}

/** Objects of one kind that another controller watches already. */
export interface AnnotatedObjects {
  kind: ResourceKind<unknown, unknown>;
  /** Returns the annotations of an object with rows of the audit log. Returns undefined if the object does not exist. */
  get(key: ObjectKey): Annotations | undefined;
  /** Calls the listener for each object with its annotations, now and after each change. Returns the unsubscriber. */
  onChange(listener: (key: ObjectKey, annotations: Annotations, isDeleted: boolean) => void): () => void;
}

export interface AuditLogController {
  /** Starts the controller, which runs until the signal aborts. */
  start(signal: AbortSignal): void;
  /** Resolves once no row is being filed any more. Call `drain` after the signal has aborted. */
  drain(): Promise<void>;
}

/** Returns the objects of a cache. `annotationsOf` returns the annotations of a cached view. */
export function annotatedObjects<S, T, V>(
  kind: ResourceKind<S, T>,
  cache: Pick<ObjectCache<V>, 'get' | 'onChange'>,
  annotationsOf: (view: V) => Annotations | undefined,
): AnnotatedObjects {
  const rowsOf = (view: V): Annotations => auditAnnotations(annotationsOf(view));
  return {
    kind,
    get: (key) => {
      const view = cache.get(key);
      return view === undefined ? undefined : rowsOf(view);
    },
    onChange: (listener) =>
      cache.onChange((change) => {
        const isDeleted = change.type === 'deleted';
        listener(change.key, rowsOf(isDeleted ? change.before : change.view), isDeleted);
      }),
  };
}

/**
 * Creates the controller that files the rows that commands have written to objects as annotations: it writes each row
 * to the audit log and then removes its annotation. Only the leader may start the controller, and only once.
 *
 * Guarantee: each row is in the log exactly once. After a crash between the two writes, the row is written again with
 * the same id and time, which changes nothing; only a row whose time is far from now, which gets the time of filing, may
 * then be there twice. Rows of AdJobs and AdAccounts are filed before these are gone, because their finalizer stays until
 * then. A row of an ApiKey that is deleted before its row is filed is filed from memory.
 */
export function createAuditLogController(deps: Deps, objects: readonly AnnotatedObjects[]): AuditLogController {
  const queues = objects.map((one) => new FilingQueue(deps, one));
  let runs: Promise<unknown> = Promise.resolve();
  return {
    start(signal) {
      runs = Promise.all(queues.map((queue) => queue.run(signal)));
    },
    async drain() {
      await runs;
    },
  };
}

class FilingQueue {
  readonly #deps: Deps;
  readonly #objects: AnnotatedObjects;
  readonly #queue: Controller;
  /** Annotations of deleted objects whose rows are not filed yet. */
  readonly #orphans = new Map<string, Annotations>();
  /** Times at which the last annotations were filed first, so that a retry writes the same row. */
  readonly #filedAt = new Map<string, Date>();

  constructor(deps: Deps, objects: AnnotatedObjects) {
    [this.#deps, this.#objects] = [deps, objects];
    const { clock, logger } = deps;
    const name = `audit-log-${objects.kind.plural}`;
    const reconcile = (key: ObjectKey) => this.#reconcile(key);
    this.#queue = new Controller({ name, reconcile, clock, logger, workers, backoff });
  }

  async run(signal: AbortSignal): Promise<void> {
    const unsubscribe = this.#objects.onChange((key, annotations, isDeleted) => {
      if (Object.keys(annotations).length === 0) return;
      if (isDeleted) this.#orphans.set(keyText(key), { ...this.#orphans.get(keyText(key)), ...annotations });
      this.#queue.enqueue(key);
    });
    signal.addEventListener('abort', unsubscribe, { once: true });
    await this.#queue.run(signal);
  }

  async #reconcile(key: ObjectKey): Promise<{ requeueAfterMs?: number }> {
    if (!this.#deps.areFilesOwn()) return { requeueAfterMs: foreignRetryMs };
    const orphaned = this.#orphans.get(keyText(key)) ?? {};
    const current = this.#objects.get(key) ?? {};
    for (const annotation of Object.entries({ ...orphaned, ...current })) await this.#file(key, annotation);
    if (this.#orphans.get(keyText(key)) === orphaned) this.#orphans.delete(keyText(key));
    const names = Object.keys(current);
    if (names.length > 0) await this.#remove(key, names);
    return {};
  }

  async #file({ namespace, name }: ObjectKey, annotation: [string, string]): Promise<void> {
    const { auditLog, logger, clock } = this.#deps;
    const { kind } = this.#objects.kind;
    const row = annotatedRow(annotation, { kind, namespace, name }, this.#filingTime(annotation[0], clock.now()));
    if (row !== undefined) return auditLog.write(row);
    logger.warn(
      { kind, namespace, name, annotation: annotation[0] },
      'removing an annotation that is not a row of the audit log of this object',
    );
  }

  #filingTime(annotation: string, now: Date): Date {
    const time = this.#filedAt.get(annotation) ?? now;
    this.#filedAt.set(annotation, time);
    const [oldest] = this.#filedAt.keys();
    if (this.#filedAt.size > filedMax && oldest !== undefined) this.#filedAt.delete(oldest);
    return time;
  }

  async #remove(key: ObjectKey, names: readonly string[]): Promise<void> {
    const annotations = Object.fromEntries(names.map((name) => [name, null]));
    try {
      await this.#deps.store.patch(this.#objects.kind, key, { metadata: { annotations } });
    } catch (error) {
      if (!isStoreError(error, 'NotFound')) throw error;
    }
  }
}
