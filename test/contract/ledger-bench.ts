import { afterEach, beforeEach, expect } from '@jest/globals';
import type {
  AdmissionRequest,
  AdmissionResult,
  Balance,
  BindResult,
  HistoryEntry,
  IdempotentRequest,
  JobObject,
  LedgerPosition,
  WholeLedger,
} from '../../src/ledger/port.ts';
import type { ObjectKey } from '../../src/objects/object-key.ts';
import { ledgerViolations } from '../support/ledger/ledger-violations.ts';
import { jobIdOf, otherPayer, payer } from './ledger-ids.ts';

export interface LedgerUnderTest {
  /** An empty ledger that `begin` has not been called on. */
  ledger: WholeLedger;
  /** The same ledger over a second connection, as in another replica. */
  other: WholeLedger;
  close(): Promise<void>;
}

export interface LedgerInTime extends LedgerUnderTest {
  /** Moves the ledger's time. */
  advance(ms: number): Promise<void>;
  /**
   * Adds this number of entries to the history of an account. The ledger must trim the history within the next ten
   * additions.
   */
  fillHistory(account: ObjectKey, entries: number): Promise<void>;
  historyLength(account: ObjectKey): Promise<number>;
}

export interface AdmissionWish {
  credits?: number;
  account?: ObjectKey;
  object?: ObjectKey;
  intent?: string;
  idempotency?: IdempotentRequest;
  seen?: LedgerPosition;
}

/**
 * For the tests of one contract: opens a ledger and calls `begin` before each test, has short forms of ledger calls,
 * and checks after each test that the sums of the ledger agree.
 */
export class LedgerBench<Under extends LedgerUnderTest = LedgerUnderTest> {
  /** Job id of tests that need only one job. */
  readonly jobId = jobIdOf(1);
  accounts: ObjectKey[] = [];
  private current: Under | undefined;

  /** Must be called within a `describe`, because it adds hooks to it. */
  constructor(open: () => Promise<Under>) {
    beforeEach(async () => {
      this.accounts = [payer, otherPayer];
      this.current = await open();
      await this.ledger.audit.begin('first');
    });
    afterEach(async () => {
      const wrong = (await this.ledger.audit.position()) && (await ledgerViolations(this.ledger, this.accounts));
      await this.current?.close();
      expect(wrong ?? []).toEqual([]);
    });
  }

  get under(): Under {
    if (this.current === undefined) throw new Error('the ledger is only available inside a test');
    return this.current;
  }

  get ledger(): WholeLedger {
    return this.under.ledger;
  }

  async fund(amount: number, account = payer, id = 'first'): Promise<void> {
    expect(await this.ledger.grant(account, { id, amount })).toBe('granted');
  }

  /** Returns the admission request that the API makes for a new job. */
  request(jobId: string, wish: AdmissionWish = {}): AdmissionRequest {
    const { credits = 5, account = payer, intent = 'intent', idempotency, seen } = wish;
    const object = wish.object ?? { namespace: 'here', name: jobId };
    const origin = { kind: 'request' as const, object, intent, ...(idempotency && { idempotency }) };
    return { jobId, account, credits, seen, origin };
  }

  admit(jobId = this.jobId, wish: AdmissionWish = {}): Promise<AdmissionResult> {
    return this.ledger.admit(this.request(jobId, wish));
  }

  /** Admits a job whose AdJob was applied with kubectl, as the controller does. The job id is the uid of the AdJob. */
  admitApplied(uid: string, wish: Pick<AdmissionWish, 'credits' | 'account' | 'seen'> = {}): Promise<AdmissionResult> {
    const { credits = 5, account = payer, seen } = wish;
    const object = { namespace: 'here', name: 'applied', uid };
    return this.ledger.admit({ jobId: uid, account, credits, seen, origin: { kind: 'applied', object } });
  }

  /** Returns namespace, name and uid of the AdJob that the relay would create for a job. */
  object(jobId = this.jobId, uid = `uid-of-${jobId}`): JobObject {
    return { namespace: 'here', name: jobId, uid };
  }

  bind(jobId = this.jobId, object = this.object(jobId), account = payer): Promise<BindResult> {
    return this.ledger.bind(jobId, object, account);
  }

  /** Assigns the job id to another AdJob, as when a backup has restored it. */
  rebind(object = this.object(this.jobId, 'restored'), account = payer, credits = 5): Promise<BindResult> {
    return this.ledger.rebind(object.name, object, account, credits);
  }

  /** Admits a job and binds its AdJob. Returns the uid of the AdJob. */
  async start(jobId = this.jobId, wish: AdmissionWish = {}): Promise<string> {
    expect(await this.admit(jobId, wish)).toEqual({ kind: 'accepted' });
    expect(await this.bind(jobId, this.object(jobId), wish.account)).toMatchObject({ kind: 'bound' });
    return this.object(jobId).uid;
  }

  async settled(jobId = this.jobId, wish: AdmissionWish = {}): Promise<string> {
    const uid = await this.start(jobId, wish);
    expect(await this.ledger.settle(jobId, uid)).toBe('done');
    return uid;
  }

  async released(jobId = this.jobId, wish: AdmissionWish = {}): Promise<string> {
    const uid = await this.start(jobId, wish);
    expect(await this.ledger.release(jobId, uid)).toBe('done');
    return uid;
  }

  /** Returns the balance without `retiring`. */
  async balance(account = payer): Promise<Omit<Balance, 'retiring'>> {
    const { granted, reserved, spent, retired, available } = await this.ledger.balance(account);
    return { granted, reserved, spent, retired, available };
  }

  async retiring(account = payer): Promise<readonly string[]> {
    return (await this.ledger.balance(account)).retiring;
  }

  /** Returns the current position of the ledger. Throws if the ledger is lost. */
  async position(): Promise<LedgerPosition> {
    const position = await this.ledger.audit.position();
    if (position === undefined) throw new Error('the ledger has no position');
    return position;
  }

  /** Returns the history of an account as `kind amount jobId`, newest first. */
  async told(account = payer): Promise<string[]> {
    const { entries } = await this.ledger.history(account, { limit: 1_000, cursor: undefined });
    return entries.map(({ kind, amount, jobId }: HistoryEntry) => `${kind} ${amount} ${jobId ?? '-'}`);
  }

  /** Returns all state that a caller can read, for comparison before and after a call. */
  async everything(): Promise<unknown> {
    const { ledger, accounts } = this;
    return {
      balances: await Promise.all(accounts.map((account) => ledger.balance(account))),
      told: await Promise.all(accounts.map((account) => this.told(account))),
      intents: await ledger.intents.list({ limit: 1_000 }),
      holds: await ledger.audit.listHolds({ limit: 1_000 }),
      position: await ledger.audit.position(),
    };
  }

  /** Makes the call and checks that it changes no state that a caller can read. Returns the answer of the call. */
  async changingNothing<R>(call: () => Promise<R>): Promise<R> {
    const before = await this.everything();
    const answer = await call();
    expect(await this.everything()).toEqual(before);
    return answer;
  }
}
