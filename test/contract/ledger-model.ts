import type { HistoryEntry, IdempotentRequest, RebuiltAccount } from '../../src/ledger/port.ts';
import type { ObjectKey } from '../../src/objects/object-key.ts';
import type { CallElsewhere, LedgerCall } from './ledger-calls.ts';

interface ModelJob {
  jobId: string;
  account: ObjectKey;
  credits: number;
  state: 'reserved' | 'settled' | 'released' | 'aborted';
  object: ObjectKey;
  uid: string | undefined;
  isRetired: boolean;
  isNoted: boolean;
}

interface ModelIntent {
  jobId: string;
  account: ObjectKey;
  isCancelled: boolean;
  error: string | undefined;
}

interface Facts {
  grants: { account: ObjectKey; id: string; amount: number }[];
  jobs: ModelJob[];
  intents: ModelIntent[];
  /**
   * Idempotency keys and their jobs. `isPromised` is true if the job was returned to a client that repeated its
   * request.
   */
  keys: (IdempotentRequest & { jobId: string; isPromised: boolean })[];
  /** History entries, oldest first. */
  told: { account: ObjectKey; kind: HistoryEntry['kind']; amount: number; jobId: string | null }[];
}

type Of<Name extends LedgerCall['call']> = Extract<LedgerCall, { call: Name }>;

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
const isSame = (one: ObjectKey, two: ObjectKey): boolean => one.namespace === two.namespace && one.name === two.name;

/**
 * Model of the ledger, without any concurrency or storage: it keeps lists of facts and computes every number from them.
 * Nothing in it expires.
 */
export class LedgerModel {
  private readonly facts: Facts;

  constructor(facts: Facts = { grants: [], jobs: [], intents: [], keys: [], told: [] }) {
    this.facts = facts;
  }

  copy(): LedgerModel {
    return new LedgerModel(structuredClone(this.facts));
  }

  /** Returns the state as text, which is equal for equal states. */
  text(): string {
    return JSON.stringify(this.facts);
  }

  /**
   * Applies the call and returns the answer that the ledger must give. For `retire` and `note`, this is whether a
   * position is returned.
   */
  apply(call: LedgerCall): unknown {
    switch (call.call) {
      case 'admit':
        return this.admit(call);
      case 'bind':
        return this.bind(call);
      case 'settle':
        return this.close(call.jobId, call.uid, 'settled');
      case 'release':
        return this.close(call.jobId, call.uid, 'released');
      case 'abort':
        return this.abort(call.jobId);
      case 'retire':
        return this.retire(call);
      case 'note':
        return this.note(call);
      default:
        return this.applyElsewhere(call);
    }
  }

  private applyElsewhere(call: CallElsewhere): unknown {
    switch (call.call) {
      case 'grant':
        return this.grant(call);
      case 'cancel':
        return this.cancel(call.jobId);
      case 'end':
        return this.end(call);
      case 'drop':
        this.drop(call.jobId);
        return undefined;
      case 'restoreHold':
        return this.restoreHold(call);
    }
  }

  balance(account: ObjectKey): Record<'granted' | 'reserved' | 'spent' | 'retired' | 'available', number> {
    const jobs = this.facts.jobs.filter((job) => isSame(job.account, account));
    const credits = (of: (job: ModelJob) => boolean): number => sum(jobs.filter(of).map((job) => job.credits));
    const granted = sum(this.facts.grants.filter((one) => isSame(one.account, account)).map(({ amount }) => amount));
    const reserved = credits(({ state }) => state === 'reserved');
    const spent = credits(({ state }) => state === 'settled');
    const retired = credits(({ state, isRetired }) => state === 'settled' && isRetired);
    return { granted, reserved, spent, retired, available: granted - reserved - spent };
  }

  /** Ids of the account's jobs that are retired but not noted, sorted. */
  retiring(account: ObjectKey): string[] {
    const jobs = this.facts.jobs.filter((job) => isSame(job.account, account) && job.isRetired && !job.isNoted);
    return jobs
      .filter(({ state }) => state === 'settled')
      .map(({ jobId }) => jobId)
      .toSorted();
  }

  /** History of the account as text, newest first. */
  told(account: ObjectKey): string[] {
    const own = this.facts.told.filter((one) => isSame(one.account, account));
    return own.map(({ kind, amount, jobId }) => `${kind} ${amount} ${jobId ?? '-'}`).toReversed();
  }

  intents(): ModelIntent[] {
    return this.facts.intents.toSorted((one, two) => (one.jobId < two.jobId ? -1 : 1));
  }

  holds(): { jobId: string; account: ObjectKey; credits: number; uid: string | undefined; hasIntent: boolean }[] {
    const open = this.facts.jobs.filter(({ state }) => state === 'reserved');
    return open
      .toSorted((one, two) => (one.jobId < two.jobId ? -1 : 1))
      .map(({ jobId, account, credits, uid }) => {
        const hasIntent = this.facts.intents.some((intent) => intent.jobId === jobId);
        return { jobId, account, credits, uid, hasIntent };
      });
  }

  /** Returns the account as AdAccount and AdJobs describe it. Jobs whose AdJob was never bound are missing. */
  resources(account: ObjectKey): RebuiltAccount {
    const jobs = this.facts.jobs.filter((job) => isSame(job.account, account) && !job.isRetired);
    return {
      account,
      grants: this.facts.grants.filter((one) => isSame(one.account, account)),
      retired: this.balance(account).retired,
      jobs: jobs.flatMap(({ jobId, object, uid, credits, state }) =>
        uid === undefined || state === 'aborted' ? [] : [{ jobId, object: { ...object, uid }, credits, state }],
      ),
    };
  }

  private job(jobId: string): ModelJob | undefined {
    return this.facts.jobs.find((job) => job.jobId === jobId);
  }

  private intent(jobId: string): ModelIntent | undefined {
    return this.facts.intents.find((intent) => intent.jobId === jobId);
  }

  private grant({ account, id, amount }: Of<'grant'>): string {
    const known = this.facts.grants.find((one) => one.id === id && isSame(one.account, account));
    if (known !== undefined) return known.amount === amount ? 'known' : 'different';
    this.facts.grants.push({ account, id, amount });
    this.facts.told.push({ account, kind: 'grant', amount, jobId: null });
    return 'granted';
  }

  private admit({ jobId, account, credits, uid, idempotency }: Of<'admit'>): object {
    const before = this.job(jobId);
    if (before !== undefined) return { kind: before.state === 'aborted' ? 'given-up' : 'accepted' };
    const asked = uid === undefined ? idempotency : undefined;
    const known = asked && this.replay(asked);
    if (known !== undefined) return known;
    const { available } = this.balance(account);
    if (available < credits) return { kind: 'insufficient', available };
    this.hold({ jobId, account, credits, uid });
    if (uid === undefined) this.facts.intents.push({ jobId, account, isCancelled: false, error: undefined });
    if (asked) this.facts.keys.push({ ...asked, jobId, isPromised: false });
    return { kind: 'accepted' };
  }

  private replay({ key, requestHash }: IdempotentRequest): object | undefined {
    const known = this.facts.keys.find((one) => one.key === key);
    if (known === undefined) return undefined;
    if (known.requestHash !== requestHash) return { kind: 'reused' };
    known.isPromised = true;
    return { kind: 'replayed', jobId: known.jobId };
  }

  private hold({ jobId, account, credits, uid }: Pick<ModelJob, 'jobId' | 'account' | 'credits' | 'uid'>): void {
    const object = { namespace: 'here', name: jobId };
    this.facts.jobs.push({ jobId, account, credits, state: 'reserved', object, uid, isRetired: false, isNoted: false });
    this.facts.told.push({ account, kind: 'reserve', amount: credits, jobId });
  }

  private bind(call: Of<'bind'>): object {
    const job = this.job(call.jobId);
    if (job === undefined) return { kind: 'unknown' };
    if (job.state === 'aborted') return { kind: 'given-up' };
    const refusal = job.uid === undefined ? this.bindFirst(job, call) : undefined;
    if (refusal !== undefined) return { kind: refusal };
    if (job.uid !== call.uid) return { kind: 'taken' };
    return { kind: 'bound', credits: job.credits, isCancelled: this.intent(call.jobId)?.isCancelled ?? false };
  }

  private bindFirst(job: ModelJob, { jobId, uid, namespace, account }: Of<'bind'>): string | undefined {
    if (namespace !== job.object.namespace || !isSame(account, job.account)) return 'unknown';
    if (job.state !== 'reserved') return 'given-up';
    job.uid = uid;
    if (this.intent(jobId)?.isCancelled === false) this.drop(jobId);
    return undefined;
  }

  private close(jobId: string, uid: string | undefined, state: 'settled' | 'released'): string {
    const job = this.job(jobId);
    if (job === undefined) return 'unknown';
    if (job.uid !== uid || (job.state !== 'reserved' && job.state !== state)) return 'contradiction';
    if (job.state === 'reserved') this.finish(job, state);
    return 'done';
  }

  private finish(job: ModelJob, state: 'settled' | 'released' | 'aborted'): void {
    job.state = state;
    const kind = state === 'settled' ? 'settle' : 'release';
    this.facts.told.push({ account: job.account, kind, amount: job.credits, jobId: job.jobId });
  }

  private abort(jobId: string): string {
    const job = this.job(jobId);
    if (job === undefined) {
      const nobody = { namespace: '', name: '' };
      const barred = { credits: 0, state: 'aborted', uid: undefined, isRetired: false, isNoted: false } as const;
      this.facts.jobs.push({ jobId, account: nobody, object: nobody, ...barred });
      return 'aborted';
    }
    if (job.state === 'aborted') return 'aborted';
    const isPromised = this.facts.keys.some((key) => key.jobId === jobId && key.isPromised);
    if (job.uid !== undefined || job.state !== 'reserved' || isPromised) return 'kept';
    this.finish(job, 'aborted');
    this.drop(jobId);
    this.facts.keys = this.facts.keys.filter((one) => one.jobId !== jobId);
    return 'aborted';
  }

  private retire({ jobId, uid }: Of<'retire'>): boolean {
    const job = this.job(jobId);
    if (job?.uid !== uid || job.state === 'reserved') return false;
    job.isRetired = true;
    return true;
  }

  private note({ jobId, uid }: Of<'note'>): boolean {
    const isRetired = this.retire({ call: 'retire', jobId, uid });
    const job = this.job(jobId);
    if (job !== undefined && isRetired) job.isNoted = true;
    return isRetired;
  }

  private cancel(jobId: string): boolean {
    const intent = this.intent(jobId);
    if (intent) intent.isCancelled = true;
    return intent !== undefined;
  }

  private end({ jobId, error }: Of<'end'>): string {
    const job = this.job(jobId);
    if (job === undefined || job.state === 'aborted') return 'unknown';
    if (job.uid !== undefined) return 'bound';
    if (job.state === 'reserved') this.finish(job, 'released');
    const intent = this.intent(jobId);
    if (intent) intent.error ??= error;
    return 'ended';
  }

  private drop(jobId: string): void {
    this.facts.intents = this.facts.intents.filter((intent) => intent.jobId !== jobId);
  }

  private restoreHold({ jobId, account, credits, uid }: Of<'restoreHold'>): boolean {
    if (this.job(jobId) !== undefined) return false;
    this.hold({ jobId, account, credits, uid });
    return true;
  }
}
