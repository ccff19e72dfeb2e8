import { stat } from 'node:fs/promises';
import type { Logger } from 'pino';
import type { Clock } from '../../clock/port.ts';
import { stageNames } from '../../domain/pipelines.ts';
import { labelValue } from '../../domain/labels.ts';
import { isMissing } from '../../files/error-code.ts';
import { aborted } from '../../runtime/aborted.ts';
import type { CacheListener } from '../../runtime/object-cache.ts';
import { Reflector } from '../../runtime/reflector.ts';
import type { FileAccess } from '../../schema/stage-contract.ts';
import type { ObjectStore } from '../../store/port.ts';
import { isStoreError } from '../../objects/store-error.ts';
import type { NewObject } from '../../objects/stored-object.ts';
import { AttemptTracker, type TrackedAttempt, type CreatedJob } from './attempt-tracker.ts';
import { stageJob, type Installation, type Launch, type StageStorage } from './job-spec.ts';
import { jobName } from './job-name.ts';
import { jobView, podView, type AttemptIdentity, type JobView, type PodView } from './job-views.ts';
import { jobKind, podKind } from '../../objects/workload-kinds.ts';
import { isAmong } from '../port.ts';
import type {
  AttemptNumber,
  AttemptObservation,
  AttemptOwner,
  StageAttempt,
  StageLauncher,
  StageListener,
} from '../port.ts';
import type { StageSettings } from '../stage-environment.ts';
import { selectorOf, stageLabels, stageSelector } from '../../domain/stage-labels.ts';
import { podSettingsHash, type StagePods } from './stage-pods.ts';
import type { StageWarnings, WarnedObject } from './stage-warnings.ts';

export interface JobLauncherOptions {
  store: ObjectStore;
  /** Namespace whose Jobs and pods are watched. If undefined, all namespaces are watched. */
  namespace?: string | undefined;
  clock: Clock;
  logger: Logger;
  stagePods: StagePods;
  storage: StageStorage;
  settings: StageSettings;
  unschedulableSeconds: number;
  imagePullSeconds: number;
  /** Reads why stages wait. Absent: only what Jobs and pods themselves state is known. */
  warnings?: StageWarnings;
  entry?: readonly string[];
  /**
   * Time in seconds that a pod may take to start. It is added to the time limit of the stage. Default:
   * `imagePullSeconds`.
   */
  startSeconds?: number;
  /** Returns the key with which the input of a stage in this namespace is sealed, and its Secret. Absent: not sealed. */
  sealingOf?: (namespace: string) => Promise<Launch['sealing']>;
}

const defaultEntry = ['--disable-warning=ExperimentalWarning', '/app/dist/main.js', 'stage'];

/**
 * Runs stages as Kubernetes Jobs, one Job for each attempt, and observes them by watching Jobs and pods. All state is
 * in the cluster, so a launcher that starts later observes the same attempts.
 *
 * Guarantee: a launched attempt is observed until its pod has ended. Apart from the watches, the launcher only sends
 * requests that create Jobs and delete unfinished Jobs, unless something fails.
 */
export class JobLauncher implements StageLauncher {
  readonly #options: JobLauncherOptions;
  readonly #installation: Installation;
  readonly #held: AttemptTracker;
  /** Hash of the pod settings of each stage. */
  readonly #podSettings: ReadonlyMap<string, string>;
  readonly #listeners = new Set<StageListener>();
  readonly #jobs;
  readonly #pods;

  constructor(options: JobLauncherOptions) {
    this.#options = options;
    const { store, clock, logger, namespace, imagePullSeconds } = options;
    const { stagePods: pods, storage, settings, entry = defaultEntry, startSeconds = imagePullSeconds } = options;
    this.#installation = { pods, storage, settings, entry, startSeconds };
    this.#podSettings = new Map(stageNames.map((name) => [name, podSettingsHash(pods, name)]));
    this.#held = new AttemptTracker({
      clock,
      limits: options,
      onChange: ({ owner, ownerUid }) => {
        for (const listener of this.#listeners) listener(owner, ownerUid);
      },
      podsOf: (jobUid) => this.#podsOf(jobUid),
      confirm: (held) => void this.#confirm(held),
      ask: (held) => this.#askForPods(held),
      podSettings: (stage) => this.#podSettings.get(stage),
      explain: (held, object) => void this.#explain(held, object),
    });
    const select = { labelSelector: stageSelector, ...(namespace !== undefined && { namespace }) };
    this.#jobs = new Reflector({ store, kind: jobKind, select, transform: jobView, clock, logger });
    this.#pods = new Reflector({ store, kind: podKind, select, transform: podView, clock, logger });
  }

  async start(signal: AbortSignal): Promise<void> {
    void this.#jobs.run(signal);
    void this.#pods.run(signal);
    await Promise.race([Promise.all([this.#jobs.whenSynced(), this.#pods.whenSynced()]), aborted(signal)]);
    if (signal.aborted) return;
    this.#jobs.cache.onChange(
      seeing<JobView>(
        (view) => {
          this.#held.seeJob(view);
        },
        (view) => {
          this.#held.loseJob(view);
        },
      ),
    );
    this.#pods.cache.onChange(
      seeing<PodView>(
        (view) => {
          this.#held.seePod(view);
        },
        (view) => {
          this.#held.losePod(view);
        },
      ),
    );
    void this.#held.run(signal);
  }

  staleSeconds(kind: 'Job' | 'Pod'): number {
    return kind === 'Job' ? this.#jobs.staleSeconds() : this.#pods.staleSeconds();
  }

  /**
   * Creates the Kubernetes Job of an attempt. Throws if it is unknown whether the Job was created; launching the
   * attempt again then finds out.
   */
  async launch(launched: StageAttempt): Promise<void> {
    const { owner, stage, attempt } = launched;
    const identity = { owner: owner.key, ownerUid: owner.uid, stage, attempt };
    const known = this.#held.find(identity);
    if (known !== undefined && !isUnknown(known)) return;
    await this.#endEarlier(launched);
    const job = stageJob(launched, this.#installation, {
      now: this.#options.clock.now(),
      inputs: await presentFiles(Object.values(launched.input.inputs)),
      sealing: await this.#options.sealingOf?.(owner.key.namespace),
    });
    await this.#create(this.#held.send(identity, job.metadata.name), job);
  }

  async observe(owner: AttemptOwner, expected?: AttemptNumber): Promise<AttemptObservation[]> {
    if (expected !== undefined) await this.#lookFor(owner, expected);
    return this.#held
      .of(owner.uid)
      .map(({ observed }) => observed)
      .filter((observed) => observed !== undefined);
  }

  async stop({ uid }: AttemptOwner, only?: readonly AttemptNumber[]): Promise<void> {
    const meant = this.#held.of(uid).filter((held) => isAmong(held, only));
    await Promise.all(meant.map((held) => this.#end(held)));
  }

  mayRun(uid: string): boolean {
    return this.#held.of(uid).some(isAlive);
  }

  onChange(listener: StageListener): () => void {
    this.#listeners.add(listener);
    for (const { owner, ownerUid } of this.#held.all().filter(isAlive)) listener(owner, ownerUid);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  async #create(held: TrackedAttempt, job: NewObject<Record<string, unknown>>): Promise<void> {
    try {
      const { metadata } = await this.#options.store.create(jobKind, job);
      if (held.sent !== undefined) held.sent.uid = metadata.uid;
    } catch (error) {
      if (isStoreError(error, 'AlreadyExists')) await this.#adopt(held, job.metadata.name);
      // If the API server did not respond, the Job may exist, so the attempt stays listed until the outcome is known.
      else if (!isStoreError(error, 'Unavailable')) this.#held.refuse(held);
      if (!isStoreError(error, 'AlreadyExists')) throw error;
    }
  }

  /**
   * Called if a Kubernetes Job with this name already exists. Adopts the Job if an earlier launch of the same attempt
   * created it but got no response. Throws for any other Job.
   */
  async #adopt(held: TrackedAttempt, name: string): Promise<void> {
    const view = await this.#read(held, name);
    if (view !== undefined) {
      this.#take(held, view);
      return;
    }
    this.#held.refuse(held);
    throw new Error(`The name ${name} is taken by another Job, or by a Job under deletion.`);
  }

  /**
   * Adopts a Kubernetes Job that was read from the API server. Also uses its state in the cache, because the watch does
   * not repeat earlier events.
   */
  #take(held: TrackedAttempt, view: JobView): void {
    this.#held.adopt(held, view);
    const cached = this.#jobs.cache.get({ namespace: held.owner.namespace, name: view.name });
    if (cached?.uid === view.uid) this.#held.seeJob(cached);
  }

  *#podsOf(jobUid: string): Iterable<PodView> {
    for (const pod of this.#pods.cache.values()) if (pod?.jobUid === jobUid) yield pod;
  }

  async #lookFor(owner: AttemptOwner, expected: AttemptNumber): Promise<void> {
    const identity = { owner: owner.key, ownerUid: owner.uid, ...expected };
    if (this.#held.find(identity) !== undefined) return;
    const name = jobName({ owner, ...expected });
    const view = await this.#read(identity, name);
    if (view === undefined || this.#held.isForgotten(view.uid) || this.#held.find(identity) !== undefined) return;
    this.#take(this.#held.send(identity, name), view);
  }

  async #read({ owner, ownerUid, stage, attempt }: AttemptIdentity, name: string): Promise<JobView | undefined> {
    const job = await this.#options.store.get(jobKind, { namespace: owner.namespace, name });
    const view = job && jobView(job);
    const isOurs = view?.ownerUid === ownerUid && view.stage === stage && view.attempt === attempt;
    return isOurs ? view : undefined;
  }

  async #confirm(held: TrackedAttempt): Promise<void> {
    if (held.sent === undefined) return;
    try {
      const view = await this.#read(held, held.sent.name);
      if (view !== undefined) this.#held.adopt(held, view);
      else this.#held.lose(held);
    } catch (error) {
      this.#options.logger.warn(
        { err: error, job: held.sent.name },
        'failed to read the Job of a stage; retrying later',
      );
    }
  }

  /**
   * Reads the pods of an attempt from the API server, because the watch of pods may be disconnected without notice.
   * Uses only pods that have ended, because their state is final.
   */
  async #askForPods({ owner, ownerUid, stage, attempt, job }: TrackedAttempt): Promise<void> {
    const { store, logger } = this.#options;
    const labelSelector = selectorOf({
      [stageLabels.ownerUid]: labelValue(ownerUid),
      [stageLabels.stage]: stage,
      [stageLabels.attempt]: String(attempt),
    });
    try {
      const { items } = await store.list(podKind, { namespace: owner.namespace, labelSelector });
      const pods = items.map(podView).filter((pod) => pod?.isOver === true && pod.jobUid === job?.uid);
      for (const pod of pods) if (pod !== undefined) this.#held.seePod(pod);
    } catch (error) {
      logger.warn({ err: error, job: job?.name }, 'failed to list the pods of a stage; using the state of its Job');
    }
  }

  /** Reads the Events of an object of a waiting attempt, so that its status can say why it waits. */
  async #explain(held: TrackedAttempt, object: WarnedObject): Promise<void> {
    const { warnings, logger } = this.#options;
    if (warnings === undefined) return;
    try {
      held.warning = await warnings.latest(held.owner.namespace, object);
      this.#held.review(held);
    } catch (error) {
      logger.warn({ err: error, ...object }, 'failed to read the Events of a stage that waits; retrying later');
    }
  }

  async #endEarlier({ owner, stage, attempt }: StageAttempt): Promise<void> {
    const earlier = this.#held.of(owner.uid).filter((held) => held.stage === stage && held.attempt < attempt);
    await Promise.all(earlier.filter(mayStillRun).map((held) => this.#end(held)));
  }

  /**
   * Stops an attempt by deleting its Kubernetes Job. If the attempt has finished, only stops tracking it and keeps its
   * Job, so that the log can still be read.
   */
  async #end(held: TrackedAttempt): Promise<void> {
    const { job, pods, sent } = held;
    if (job === undefined) {
      if (sent !== undefined) await this.#endSent(held, sent);
      return;
    }
    if (isOver(job, [...pods.values()])) this.#held.forget(held);
    else if (!job.isDeleted && held.deletedUid !== job.uid) await this.#delete(held, job.name, job.uid);
  }

  async #endSent(held: TrackedAttempt, { name, uid }: CreatedJob): Promise<void> {
    const known = uid ?? (await this.#read(held, name))?.uid;
    if (known === undefined) this.#held.unsend(held);
    else if (held.deletedUid !== known) await this.#delete(held, name, known);
  }

  async #delete(held: TrackedAttempt, name: string, uid: string): Promise<void> {
    const key = { namespace: held.owner.namespace, name };
    held.deletedUid = uid;
    try {
      await this.#options.store.delete(jobKind, key, { preconditions: { uid }, propagation: 'Background' });
    } catch (error) {
      if (isStoreError(error, 'NotFound', 'Conflict')) return;
      held.deletedUid = undefined;
      throw error;
    }
  }
}

/**
 * Returns a listener for a cache. It calls `see` for an added or changed object, and `lose` for a deleted object with
 * the last state of the object. An object that has lost its owner (`kubectl delete --cascade=orphan`) counts as
 * deleted.
 */
function seeing<V>(see: (view: V) => void, lose: (view: V) => void): CacheListener<V | undefined> {
  return (change) => {
    const view = change.type === 'deleted' ? undefined : change.view;
    const before = change.type === 'added' ? undefined : change.before;
    if (view !== undefined) see(view);
    else if (before !== undefined) lose(before);
  };
}

function isUnknown({ sent }: TrackedAttempt): boolean {
  return sent !== undefined && sent.uid === undefined;
}

function isAlive({ observed }: TrackedAttempt): boolean {
  return observed !== undefined && observed.state !== 'ended';
}

/**
 * Reports whether a Kubernetes Job has ended. A Job that Kueue has suspended has not ended, because Kueue may resume
 * it, and it then creates another pod.
 */
function isOver({ finish, isSuspended }: JobView, pods: readonly PodView[]): boolean {
  return pods.every((pod) => pod.isOver) && (finish !== undefined || (pods.length > 0 && !isSuspended));
}

function mayStillRun({ job, pods }: TrackedAttempt): boolean {
  if (job === undefined || job.finish !== undefined) return false;
  return job.isSuspended || [...pods.values()].every(({ state, isOver: over }) => !over && state.kind === 'waiting');
}

async function presentFiles(accesses: FileAccess[]): Promise<string[]> {
  const paths = accesses.flatMap((access) => (access.kind === 'file' ? [access.path] : []));
  const present = await Promise.all(paths.map(isThere));
  return paths.filter((_, index) => present[index]);
}

async function isThere(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}
