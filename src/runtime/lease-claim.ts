import type { Clock } from '../clock/port.ts';
import { isStoreError, type ObjectKey, type ObjectStore, type StoredObject } from '../store/port.ts';
import { leaseKind, microTime, type LeaseSpec } from './lease.ts';

export interface LeaseClaimOptions {
  store: Pick<ObjectStore, 'get' | 'create' | 'patch'>;
  key: ObjectKey;
  identity: string;
  clock: Clock;
  leaseDurationMs: number;
}

/** `startMs`: before the write that made it ours was sent, by the monotonic clock. `unsettled`: somebody else wrote to it. */
export type Claimed = { kind: 'ours'; startMs: number } | { kind: 'theirs'; holder: string } | { kind: 'unsettled' };

interface Observed {
  resourceVersion: string;
  spec: LeaseSpec;
  /** When this process first saw this version: later than it was written, by our own monotonic clock. */
  sinceMs: number;
}

/**
 * One process's view of the Lease, and its writes to it.
 *
 * Guarantee: it is written only in exchange for the version last seen, and taken from another holder only after that
 * version has stood unchanged for as long as the holder asked for, by the local monotonic clock. Times in the Lease are
 * for people; they are compared with nothing, so clocks that differ do no harm.
 */
export class LeaseClaim {
  readonly #options: LeaseClaimOptions;
  #observed: Observed | undefined;

  constructor(options: LeaseClaimOptions) {
    this.#options = options;
  }

  /** Take, or keep, the Lease if that may be. A `StoreError` means that nobody knows. */
  async claim(): Promise<Claimed> {
    const startMs = this.#options.clock.monotonicMs();
    if (this.#observed !== undefined && this.#isOurs(this.#observed.spec) && (await this.#take(this.#observed))) {
      return { kind: 'ours', startMs };
    }
    const lease = await this.#options.store.get(leaseKind, this.#options.key);
    if (lease !== undefined) this.#observe(lease);
    // Where it was deleted its last holder, as far as we know it, still has its time.
    const holder = this.#holder();
    if (holder !== undefined) return { kind: 'theirs', holder };
    const isTaken = lease === undefined ? await this.#make() : await this.#take(this.#observe(lease));
    return isTaken ? { kind: 'ours', startMs } : { kind: 'unsettled' };
  }

  /** Give the Lease away, if it is ours: the next who looks may take it. */
  async release(): Promise<void> {
    if (this.#observed === undefined || !this.#isOurs(this.#observed.spec)) return;
    if (await this.#put(this.#observed, this.#nobodys())) return;
    // A renewal that was given up may have come through after all.
    const lease = await this.#options.store.get(leaseKind, this.#options.key);
    if (lease !== undefined && this.#isOurs(lease.spec)) await this.#put(this.#observe(lease), this.#nobodys());
  }

  /** Whose it is and stays for now, if not ours. */
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

  /** Whether it was written; not when somebody else came first, or when there was nothing to write. */
  async #put({ resourceVersion }: Observed, spec: LeaseSpec): Promise<boolean> {
    const { store, key } = this.#options;
    try {
      const written = await store.patch(leaseKind, key, { metadata: { resourceVersion }, spec });
      this.#observe(written);
      return written.metadata.resourceVersion !== resourceVersion; // others count from what they see change
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
