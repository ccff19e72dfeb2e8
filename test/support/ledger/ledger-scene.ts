import { v7 as uuidV7 } from 'uuid';
import { systemClock } from '../../../src/clock/system-clock.ts';
import { archivedJobOf } from '../../../src/domain/archived-job.ts';
import { writeRun } from '../../../src/domain/earlier-run.ts';
import { isApiJobName } from '../../../src/domain/job-view.ts';
import { adAccountKind, adJobKind } from '../../../src/domain/kinds.ts';
import { accountLabel, apiKeyLabel, retiredAtAnnotation, runAnnotation } from '../../../src/domain/labels.ts';
import { writeRetirement } from '../../../src/domain/retirement.ts';
import type { Balance, LedgerPosition, WholeLedger } from '../../../src/ledger/port.ts';
import type { SqliteLedger } from '../../../src/ledger/sqlite-ledger.ts';
import type { AdAccount } from '../../../src/schema/adaccount.ts';
import type { ArchivedJob } from '../../../src/schema/archived-job.ts';
import type { ObjectStore } from '../../../src/store/port.ts';
import type { ObjectKey } from '../../../src/objects/object-key.ts';
import { Installation } from '../installation/installation.ts';
import { admit, createAccount, mirror, price } from '../installation/objects.ts';
import { imageSpec } from '../pipeline/build-job.ts';
import { Terminal } from '../process/terminal.ts';

export const namespace = 'ads';

export interface MadeJob {
  key: ObjectKey;
  uid: string;
}

/** AdAccounts and AdJobs, a ledger that agrees with them, and the command `adwright ledger`, which compares the two. */
export class LedgerScene {
  /** Store and ledger that the command uses instead of the real ones, if set. */
  through: { store?: ObjectStore; ledger?: WholeLedger } = {};
  /** A clock on which every sleep ends at once. */
  readonly clock = { ...systemClock, sleep: () => Promise.resolve() };
  readonly #home = new Installation({ clock: this.clock });
  readonly store = this.#home.store;
  readonly archive = this.#home.archive;
  readonly #terminal = new Terminal();

  static async open(): Promise<LedgerScene> {
    const scene = new LedgerScene();
    await scene.ledger.audit.begin('epoch-1');
    return scene;
  }

  close(): void {
    this.#home.close();
  }

  /** The ledger; another one after `loseLedger`. */
  get ledger(): SqliteLedger {
    return this.#home.ledger;
  }

  /** Replaces the ledger by an empty one, as when a disk is lost. */
  loseLedger(): void {
    this.#home.loseLedger();
  }

  /** Runs `adwright ledger` and returns its exit code; `out` and `err` hold its output. */
  run(...args: string[]): Promise<number> {
    return this.#terminal.run(['ledger', ...args], {
      namespace,
      clock: this.clock,
      store: () => Promise.resolve(this.through.store ?? this.store),
      ledger: () => Promise.resolve(this.through.ledger ?? this.ledger),
      archive: () => Promise.resolve(this.archive),
    });
  }

  get out(): string {
    return this.#terminal.out;
  }

  get err(): string {
    return this.#terminal.err;
  }

  async makeAccount(name: string, amount: number, where = namespace): Promise<ObjectKey> {
    const key = { namespace: where, name };
    const creditGrants = [{ id: 'initial', amount }];
    await createAccount(this, { creditGrants }, key);
    await this.ledger.grant(key, { id: 'initial', amount });
    return key;
  }

  /**
   * Creates a job that the controller has bound and admitted. Returns `undefined` if the account has too few credits.
   */
  async makeJob(account: ObjectKey): Promise<MadeJob | undefined> {
    const made = await this.makeUnseen(account);
    if (made === undefined) return undefined;
    await this.ledger.bind(made.key.name, { ...made.key, uid: made.uid }, account);
    await this.setStatus(made.key, { phase: 'PENDING' });
    return made;
  }

  /** Creates an admitted job whose AdJob the controller has not seen yet. */
  async makeUnseen(account: ObjectKey, name = uuidV7()): Promise<MadeJob | undefined> {
    const key = { namespace: account.namespace, name };
    const { kind } = await admit(this, key, { account });
    if (kind !== 'accepted') return undefined;
    return { key, uid: await this.createJob(key, account) };
  }

  /** Creates the AdJob of an admitted job, as the API does. Returns the uid of the AdJob. */
  async createJob(key: ObjectKey, account: ObjectKey): Promise<string> {
    const spec = imageSpec({ accountRef: { name: account.name }, apiKeyRef: { name: 'key' } });
    const labels = { [apiKeyLabel]: 'key', [accountLabel]: account.name };
    const wanted = { metadata: { ...key, labels, finalizers: ['adwright.dev/cleanup'] }, spec };
    return (await this.store.create(adJobKind, wanted)).metadata.uid;
  }

  /**
   * Creates an AdJob as a backup without status restores it, after the first AdJob of this name finished and was archived.
   * Returns the record. A name that is no job id is that of an applied AdJob.
   */
  async makeRestored(account: ObjectKey, name = uuidV7()): Promise<ArchivedJob> {
    const key = { namespace: account.namespace, name };
    const isApplied = !isApiJobName(name);
    const spec = imageSpec({ accountRef: { name: account.name }, ...(isApplied && { apiKeyRef: undefined }) });
    const metadata = { ...key, finalizers: ['adwright.dev/cleanup'] };
    const first = await this.store.create(adJobKind, { metadata, spec });
    await this.setStatus(key, { phase: 'SUCCESS', jobId: isApplied ? first.metadata.uid : name });
    const finished = await this.store.get(adJobKind, key);
    if (finished === undefined) throw new Error('the job is gone');
    const record = archivedJobOf(finished, this.clock.now());
    await this.archive.add(record);
    await this.store.patch(adJobKind, key, { metadata: { finalizers: [] } });
    await this.store.delete(adJobKind, key);
    const labels = { [apiKeyLabel]: spec.apiKeyRef?.name ?? '', [accountLabel]: account.name };
    const annotations = isApplied ? { [runAnnotation]: writeRun(first) } : {};
    await this.store.create(adJobKind, { metadata: { ...metadata, labels, annotations }, spec });
    return record;
  }

  async setStatus(key: ObjectKey, change: Record<string, unknown>): Promise<void> {
    const admitted = {
      type: 'Admitted',
      status: 'True',
      reason: 'Admitted',
      message: 'The job may run.',
      lastTransitionTime: '2026-11-01T12:00:00Z',
    };
    const status = { jobId: key.name, credits: { required: price }, conditions: [admitted], ...change };
    await this.store.patchStatus(adJobKind, key, { status });
  }

  async succeed({ key, uid }: MadeJob): Promise<void> {
    await this.setStatus(key, { phase: 'SUCCESS', credits: { required: price, charged: price } });
    await this.ledger.settle(key.name, uid);
  }

  async fail({ key, uid }: MadeJob): Promise<void> {
    await this.setStatus(key, { phase: 'FAILED', error: 'It was cancelled. [cancelled]' });
    await this.ledger.release(key.name, uid);
  }

  /** Retires the job's charge, as a controller does that dies before it records the ledger position on the AdJob. */
  async retireUnnoted({ key, uid }: MadeJob): Promise<void> {
    await this.ledger.retire(key.name, uid);
  }

  /**
   * Retires the job's charge and records the ledger position on the AdJob, as a controller does that dies before it
   * calls `noted` of the ledger.
   */
  async retireUnconfirmed({ key, uid }: MadeJob): Promise<LedgerPosition | undefined> {
    const at = await this.ledger.retire(key.name, uid);
    const mark = at === undefined ? null : writeRetirement(at);
    await this.store.patch(adJobKind, key, { metadata: { annotations: { [retiredAtAnnotation]: mark } } });
    return at;
  }

  async retire(made: MadeJob): Promise<void> {
    const at = await this.retireUnconfirmed(made);
    if (at !== undefined) await this.ledger.noted(made.key.name, at);
  }

  /** Retires the job's charge, copies the balance into the account and deletes the AdJob. */
  async remove(made: MadeJob, account: ObjectKey): Promise<void> {
    await this.retire(made);
    await mirror(this, account);
    await this.store.patch(adJobKind, made.key, { metadata: { finalizers: [] } });
    await this.store.delete(adJobKind, made.key);
  }

  async balanceOf(account: ObjectKey): Promise<Balance> {
    const { position, ...balance } = await this.ledger.balance(account);
    return balance;
  }

  async statusOf(account: ObjectKey): Promise<AdAccount['status']> {
    return (await this.store.get(adAccountKind, account))?.status;
  }
}

export function there(made: MadeJob | undefined): MadeJob {
  if (made === undefined) throw new Error('the account has too few credits');
  return made;
}
