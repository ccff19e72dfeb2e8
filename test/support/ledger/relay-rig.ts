import { v7 as uuidV7 } from 'uuid';
import { createRelay } from '../../../src/controllers/relay/controller.ts';
import type { RelayDeps } from '../../../src/controllers/relay/deps.ts';
import { createRelayMetrics } from '../../../src/controllers/relay/metrics.ts';
import { writeIntent } from '../../../src/domain/intent.ts';
import { adJobKind } from '../../../src/domain/kinds.ts';
import { cleanupFinalizer, traceAnnotation } from '../../../src/domain/labels.ts';
import { formatTraceparent } from '../../../src/tracing/trace-context.ts';
import type { AdJob, AdJobSpec } from '../../../src/schema/adjob.ts';
import type { NewObject } from '../../../src/objects/stored-object.ts';
import type { Fuse } from '../faults/fuse.ts';
import { Installation } from '../installation/installation.ts';
import { acme, admit, namespace, price } from '../installation/objects.ts';
import { imageSpec } from '../pipeline/build-job.ts';
import { MemoryArtifacts } from '../stores/memory-artifacts.ts';
import { FakeClock } from '../time/fake-clock.ts';

/** Span of the requests that the API has accepted. */
export const requestSpan = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7', isSampled: true };

/** The relay, which creates AdJobs from ledger intents, with a clock that the test moves. */
export class RelayRig {
  readonly clock = new FakeClock('2026-11-01T12:00:00Z');
  readonly artifacts = new MemoryArtifacts(this.clock);
  readonly #home = new Installation({ clock: this.clock, artifacts: this.artifacts });
  readonly store = this.#home.store;
  readonly ledger = this.#home.ledger;
  readonly archive = this.#home.archive;
  readonly registry = this.#home.registry;
  readonly lines = this.#home.lines;
  readonly deps: RelayDeps = {
    ...{ store: this.store, ledger: this.ledger, archive: this.archive, clock: this.clock, logger: this.#home.logger },
    cached: () => undefined,
    metrics: createRelayMetrics(this.registry),
    onOpenCallback: () => undefined,
    requiredCredits: () => price,
  };

  static async open(): Promise<RelayRig> {
    const rig = new RelayRig();
    await rig.ledger.audit.begin('epoch-1');
    await rig.ledger.grant(acme, { id: 'first', amount: 1_000 });
    return rig;
  }

  close(): void {
    this.#home.close();
  }

  /** Admits a job without creating its AdJob. `payload` replaces the intent that the API would write. */
  async admit(spec: Partial<AdJobSpec> = {}, payload?: string): Promise<string> {
    const jobId = uuidV7();
    const intent = payload ?? writeIntent(this.wanted(jobId, spec));
    await admit(this, { namespace, name: jobId }, { intent });
    return jobId;
  }

  wanted(jobId: string, spec: Partial<AdJobSpec> = {}): NewObject<AdJobSpec> {
    const annotations = { [traceAnnotation]: formatTraceparent(requestSpan) };
    const metadata = { namespace, name: jobId, finalizers: [cleanupFinalizer], annotations };
    return { metadata, spec: imageSpec(spec) };
  }

  job(jobId: string): Promise<AdJob | undefined> {
    return this.store.get(adJobKind, { namespace, name: jobId });
  }

  /** Returns how often the job's archive record was written. */
  recordWrites(jobId: string): number {
    return this.artifacts.writes.get(`archive/${jobId}.json`) ?? 0;
  }

  /** Binds the job to its AdJob, as the pipeline does when it first sees the AdJob. */
  async bind(jobId: string) {
    const job = await this.job(jobId);
    if (job === undefined) throw new Error('the AdJob was not found');
    return this.ledger.bind(jobId, job.metadata, { namespace, name: job.spec.accountRef.name });
  }

  /** Removes the finalizers of the AdJob and deletes the AdJob. */
  async remove(jobId: string): Promise<void> {
    const key = { namespace, name: jobId };
    await this.store.patch(adJobKind, key, { metadata: { finalizers: null } });
    await this.store.delete(adJobKind, key);
  }

  /** Starts a relay, runs it for the given time and stops it. */
  async relayFor(ms: number, change: Partial<RelayDeps> = {}): Promise<void> {
    const metrics = { oldestIntent: () => undefined };
    const relay = createRelay({ ...this.deps, metrics, ...change });
    const stop = new AbortController();
    relay.start(stop.signal);
    await this.clock.advance(0);
    for (let leftMs = ms; leftMs > 0; leftMs -= 1_000) await this.clock.advance(Math.min(leftMs, 1_000));
    stop.abort();
    await relay.drain();
  }

  /** Returns the dependencies of a relay, wrapped by the fuse that kills it. */
  fused(fuse: Fuse): Partial<RelayDeps> {
    const { store, ledger, archive } = this;
    return {
      store: fuse.wrap(store, 'store'),
      ledger: fuse.wrap(ledger, 'ledger'),
      archive: fuse.wrap(archive, 'archive'),
    };
  }
}
