import type { Clock } from '../clock/port.ts';
import type { ObjectStore } from '../store/port.ts';
import { isStoreError } from '../objects/store-error.ts';
import type { ObjectKey } from '../objects/object-key.ts';
import type { StoredObject } from '../objects/stored-object.ts';
import { leaseKind, microTime, type LeaseSpec } from './lease.ts';

export interface LeaseClaimOptions {
  store: Pick<ObjectStore, 'get' | 'create' | 'patch'>;
  key: ObjectKey;
  identity: string;
  clock: Clock;
  leaseDurationMs: number;
}

/**
 * Result of a try to acquire or renew the Lease. `startMs` is the monotonic time in milliseconds before the successful
 * write was sent. `unsettled`: the try failed because another process wrote the Lease at the same time.
 */
export type Claimed = { kind: 'ours'; startMs: number } | { kind: 'theirs'; holder: string } | { kind: 'unsettled' };

interface Observed {
  resourceVersion: string;
  spec: LeaseSpec;
  sinceMs: number;
}

/**
 * Reads and writes the Lease for one process.
 *
 * Guarantee: a write fails if the Lease has changed since it was last observed. The Lease is taken from another process
 * only if the Lease has not changed for the duration that this other process requested, measured by the local monotonic
 * clock. Times in the Lease are for people and are never compared, so different clocks do no harm.
 */
export class LeaseClaim {
  readonly #options: LeaseClaimOptions;
  #observed: Observed | undefined;

  constructor(options: LeaseClaimOptions) {
    this.#options = options;
  }

  /** Acquires or renews the Lease if possible. If this method throws a `StoreError`, the outcome is unknown. */
  async claim(): Promise<Claimed> {
    const startMs = this.#options.clock.monotonicMs();
    if (this.#observed !== undefined && this.#isOurs(this.#observed.spec) && (await this.#take(this.#observed))) {
      return { kind: 'ours', startMs };
    }
    const lease = await this.#options.store.get(leaseKind, this.#options.key);
    if (lease !== undefined) this.#observe(lease);
    // After the Lease was deleted, its last observed holder may still act as leader until the duration that the holder
    // requested has passed.
    const holder = this.#holder();
    if (holder !== undefined) return { kind: 'theirs', holder };
    const isTaken = lease === undefined ? await this.#make() : await this.#take(this.#observe(lease));
    return isTaken ? { kind: 'ours', startMs } : { kind: 'unsettled' };
  }

  async release(): Promise<void> {
    if (this.#observed === undefined || !this.#isOurs(this.#observed.spec)) return;
    if (await this.#put(this.#observed, this.#nobodys())) return;
    // The Lease is read again, because a renewal that timed out may have succeeded after all.
    const lease = await this.#options.store.get(leaseKind, this.#options.key);
    if (lease !== undefined && this.#isOurs(lease.spec)) await this.#put(this.#observe(lease), this.#nobodys());
  }

  #holder(): string | undefined {
    if (this.#observed === undefined) return undefined;
    const { spec, sinceMs } = this.#observed;
    const { holderIdentity, leaseDurationSeconds } = spec;
    if (holderIdentity === undefined || holderIdentity === '' || this.#isOurs(spec)) return undefined;
    const { clock, leaseDurationMs } = this.#options;
    const durationMs = leaseDurationSeconds === undefined ? leaseDurationMs : leaseDurationSeconds * 1_000;
    return clock.monotonicMs() < sinceMs + durationMs ? holderIdentity : undefined;
  }

  #isOurs({ holderIdentity }: LeaseSpec): boolean {
    return holderIdentity === this.#options.identity;
  }

  #observe({ metadata: { resourceVersion }, spec }: StoredObject<LeaseSpec, never>): Observed {
    if (this.#observed?.resourceVersion !== resourceVersion) {
      this.#observed = { resourceVersion, spec, sinceMs: this.#options.clock.monotonicMs() };
    }
    return this.#observed;
  }

  #take(seen: Observed): Promise<boolean> {
    return this.#put(seen, this.#isOurs(seen.spec) ? this.#renewed(seen.spec) : this.#acquired(seen.spec));
  }

  async #make(): Promise<boolean> {
    const { store, key } = this.#options;
    try {
      this.#observe(await store.create(leaseKind, { metadata: key, spec: this.#acquired(undefined) }));
      return true;
    } catch (error) {
      if (isStoreError(error, 'AlreadyExists')) return false;
      throw error;
    }
  }

  async #put({ resourceVersion }: Observed, spec: LeaseSpec): Promise<boolean> {
    const { store, key } = this.#options;
    try {
      const written = await store.patch(leaseKind, key, { metadata: { resourceVersion }, spec });
      this.#observe(written);
      // A renewal must change the version of the Lease, because other processes detect renewals by the version.
      return written.metadata.resourceVersion !== resourceVersion;
    } catch (error) {
      if (isStoreError(error, 'Conflict', 'NotFound')) return false;
      throw error;
    }
  }

  #acquired(before: LeaseSpec | undefined): LeaseSpec {
    const now = microTime(this.#options.clock.now());
    return {
      holderIdentity: this.#options.identity,
      leaseDurationSeconds: this.#durationSeconds(),
      acquireTime: now,
      renewTime: now,
      leaseTransitions: before === undefined ? 0 : (before.leaseTransitions ?? 0) + 1,
    };
  }

  #renewed(before: LeaseSpec): LeaseSpec {
    const renewTime = microTime(this.#options.clock.now());
    return { ...before, leaseDurationSeconds: this.#durationSeconds(), renewTime };
  }

  #nobodys(): LeaseSpec {
    const now = microTime(this.#options.clock.now());
    return { holderIdentity: '', leaseDurationSeconds: 1, acquireTime: now, renewTime: now };
  }

  #durationSeconds(): number {
    return Math.ceil(this.#options.leaseDurationMs / 1_000);
  }
}
