import { ArtifactArchive } from '../../../src/archive/artifact-archive.ts';
import type { ArtifactStore } from '../../../src/artifacts/port.ts';
import { deliveryOf } from '../../../src/domain/delivery.ts';
import { jobPrefix } from '../../../src/domain/artifact-keys.ts';
import { adJobKind } from '../../../src/domain/kinds.ts';
import { isMarkedArchived } from '../../../src/domain/labels.ts';
import { isTerminal } from '../../../src/domain/terminal.ts';
import { parseAddressRules, parseAllowList } from '../../../src/domain/address-rule.ts';
import { Guard } from '../../../src/egress/guard.ts';
import type { ObjectKey } from '../../../src/objects/object-key.ts';
import type { AdJob, AdJobSpec, DeliveryStatus } from '../../../src/schema/adjob.ts';
import type { ObjectStore } from '../../../src/store/port.ts';
import { HttpSender } from '../../../src/webhooks/http-sender.ts';
import type { WebhookSender } from '../../../src/webhooks/port.ts';
import { reconcile } from '../../../src/controllers/pipeline/reconcile.ts';
import { keptInMemory } from '../../../src/controllers/pipeline/finished-view.ts';
import { aroundCalls } from '../faults/around-calls.ts';
import { imageSpec } from '../pipeline/build-job.ts';
import { CallbackReceiver, type Received } from './callback-receiver.ts';
import { FakeClock } from '../time/fake-clock.ts';
import type { Fuse } from '../faults/fuse.ts';
import { MemoryArtifacts } from '../stores/memory-artifacts.ts';
import { freshMemory } from '../pipeline/pipeline-memory.ts';
import { PipelineRig } from '../pipeline/pipeline-rig.ts';
import { until } from '../process/until.ts';

/** Egress allow-list entry for the test receivers, which listen on loopback addresses. */
const local = '127.0.0.0/8:*';
const reads = new Set(['get', 'list', 'stat']);
const writes = new Set(['create', 'patch', 'patchStatus', 'delete', 'put', 'putIfAbsent', 'deleteFile', 'deleteTree']);

/**
 * Everything that outlives a killed process of the service: the stores, the clock and the receiver of callbacks. After
 * every write, the world records the state of the job's callback as a client would see it.
 */
export class CallbackWorld {
  readonly clock: FakeClock;
  readonly rig: PipelineRig;
  readonly receiver: CallbackReceiver;
  /** Files of the archive, in memory. */
  readonly files: MemoryArtifacts;
  readonly archive: ArtifactArchive;
  /** The object store. Calls to it are counted, and callback states are recorded after its writes. */
  readonly store: ObjectStore;
  readonly archiveFiles: ArtifactStore;
  readonly sender: WebhookSender;
  /** States of the job's callback as a client saw them, without consecutive duplicates. */
  states: (DeliveryStatus['state'] | undefined)[] = [];
  /** Returns the signing keys of the account. */
  readKeys: () => Promise<readonly Buffer[] | undefined> = () => Promise.resolve([this.receiver.key]);
  /**
   * Runs after each call to the stores, with the number of calls so far. It must not call the stores through `store` or
   * `archiveFiles`.
   */
  afterCall: (calls: number) => Promise<void> = () => Promise.resolve();
  /** Number of calls to the stores since the job ended. */
  calls = 0;
  /** Numbers of these calls that wrote. */
  writes = new Set<number>();
  readonly #held: (() => void)[] = [];
  #sending = 0;
  #key: ObjectKey | undefined;

  private constructor(clock: FakeClock, rig: PipelineRig, receiver: CallbackReceiver) {
    [this.clock, this.rig, this.receiver] = [clock, rig, receiver];
    this.files = new MemoryArtifacts(clock);
    this.archive = new ArtifactArchive(this.files);
    this.store = this.#recorded<ObjectStore>(rig.store);
    this.archiveFiles = this.#recorded<ArtifactStore>(this.files);
    const guard = new Guard({ allow: parseAllowList(local) });
    const sender = new HttpSender({ guard, clock, version: 'test' });
    this.sender = {
      send: async (...args) => {
        this.#sending += 1;
        try {
          return await sender.send(...args);
        } finally {
          this.#sending -= 1;
        }
      },
    };
  }

  static async open(): Promise<CallbackWorld> {
    const clock = new FakeClock('2026-11-01T12:00:00Z');
    const addressRules = parseAddressRules({ allow: local, deny: '' });
    const rig = await PipelineRig.open(clock, { addressRules, allowHttpCallbacks: true });
    return new CallbackWorld(clock, rig, await CallbackReceiver.open());
  }

  async close(): Promise<void> {
    await this.receiver.close();
    this.rig.close();
  }

  /**
   * Sets the HTTP statuses of the answers to callbacks at a path, in order. After the last, the receiver answers 204.
   * No answer is sent before `answerAll`.
   */
  script(path: string, statuses: readonly number[]): void {
    let count = 0;
    this.receiver.answers.set(path, (response) => {
      const status = statuses[count] ?? 204;
      count += 1;
      this.#held.push(() => response.writeHead(status).end());
    });
  }

  /** Sends the answers to all callbacks that have arrived. */
  answerAll(): void {
    for (const answer of this.#held.splice(0)) answer();
  }

  /** True if every callback in flight has arrived and waits for its answer. */
  get haveArrived(): boolean {
    return this.#held.length === this.#sending;
  }

  get isSending(): boolean {
    return this.#sending > 0;
  }

  receivedAt(path: string): Received[] {
    return this.receiver.received.filter((each) => each.path === path);
  }

  /** Creates a job with a callback and runs it until its final status is written. Its hold stays open. */
  async endedJob(path: string, change: Partial<AdJobSpec> = {}): Promise<ObjectKey> {
    const { rig } = this;
    const key = await rig.createJob(imageSpec({ callbackUrl: this.receiver.urlOf(path), ...change }));
    const ledger = aroundCalls(rig.ledger, (name, run) =>
      name === 'settle' ? Promise.reject(new Error('the process was killed')) : run(),
    );
    const deps = { ...rig.deps, archive: this.archive, ledger };
    let seen: AdJob | undefined;
    const memory = freshMemory(deps, () => seen);
    for (;;) {
      const job = await rig.job(key);
      if (job !== undefined && isTerminal(job)) break;
      seen = job && keptInMemory(job);
      if (seen !== undefined) memory.gate.observe(seen);
      await reconcile(key, deps, memory).catch(() => undefined);
      for (const attempt of rig.launcher.alive) await rig.finish(attempt);
    }
    await this.follow(key);
    return key;
  }

  /** Begins to record the callback states of this job. */
  async follow(key: ObjectKey): Promise<void> {
    [this.#key, this.calls, this.writes] = [key, 0, new Set()];
    this.states = [await this.state(key)];
  }

  /** Returns the state of a job's callback as `GET /jobs/{job_id}/deliveries` returns it. */
  async state(key: ObjectKey): Promise<DeliveryStatus['state'] | undefined> {
    const job = await this.rig.job(key);
    if (job !== undefined && !isMarkedArchived(job)) {
      return job.metadata.deletionTimestamp === undefined ? deliveryOf(job, this.clock.now())?.state : undefined;
    }
    const record = await this.archive.get(key.name);
    return record && (await this.archive.delivery(record))?.state;
  }

  /** Reports whether the job is archived, its callback is closed, and nothing remains to be done before its erasure. */
  async isOver(key: ObjectKey): Promise<boolean> {
    const left = await this.remains(key);
    return (
      (await this.state(key)) !== 'pending' && !left.some((one) => one === 'AdJob' || one.startsWith('callbacks/'))
    );
  }

  /** Executes the last call of a killed process. If that call sends a callback, the receiver answers it. */
  async arrive(fuse: Fuse): Promise<void> {
    let isOnItsWay = true;
    void fuse.completeLastCall().then(() => (isOnItsWay = false));
    await until(() => {
      this.answerAll();
      return !isOnItsWay;
    });
  }

  /** Returns what is left of a job in the stores: `AdJob` and the names of files. */
  async remains(key: ObjectKey): Promise<string[]> {
    const { name } = key;
    const job = await this.store.get(adJobKind, key);
    const files = await this.rig.artifacts.list(jobPrefix(name));
    return [
      ...(job === undefined ? [] : ['AdJob']),
      ...files.map((file) => file.key),
      ...[...this.files.files.keys()].filter((file) => file.includes(name)),
    ];
  }

  #recorded<T extends object>(part: T): T {
    return aroundCalls(part, (name, run) => {
      const isCall = writes.has(name) || reads.has(name);
      return isCall ? this.#recording(run, writes.has(name)) : run();
    });
  }

  async #recording(call: () => unknown, isWrite: boolean): Promise<unknown> {
    const [outcome] = await Promise.allSettled([call()]);
    if (isWrite) await this.record();
    this.calls += 1;
    if (isWrite) this.writes.add(this.calls);
    await this.afterCall(this.calls);
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  }

  /** Records the state of the callback as a client sees it now. */
  async record(): Promise<void> {
    if (this.#key === undefined) return;
    const state = await this.state(this.#key);
    if (state !== this.states.at(-1)) this.states.push(state);
  }
}
