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
import type { ObjectKey } from '../../src/store/port.ts';
import { booksWrong } from '../support/ledger-books.ts';
import { jobIdOf, otherPayer, payer } from '../support/ledger-jobs.ts';

export interface LedgerUnderTest {
  /** Nothing is in it, and its books were not begun. */
  ledger: WholeLedger;
  /** The same books over another connection, as another replica has it. */
  other: WholeLedger;
  close(): Promise<void>;
}

export interface LedgerInTime extends LedgerUnderTest {
  /** Let so much time go by for the ledger, however it tells the time. */
  advance(ms: number): Promise<void>;
}

export interface AdmissionWish {
  credits?: number;
  account?: ObjectKey;
  object?: ObjectKey;
  intent?: string;
  idempotency?: IdempotentRequest;
  seen?: LedgerPosition;
}

/** Begun books for each test, the few words the tests speak of them in, and a look at whether they add up in the end. */
export class LedgerBench<Under extends LedgerUnderTest = LedgerUnderTest> {
  /** The job of a test that needs one alone. */
  readonly jobId = jobIdOf(1);
  accounts: ObjectKey[] = [];
  private current: Under | undefined;

  /** To be called in a `describe`. */
  constructor(open: () => Promise<Under>) {
    beforeEach(async () => {
      this.accounts = [payer, otherPayer];
      this.current = await open();
      await this.ledger.audit.begin('first');
    });
    afterEach(async () => {
      const wrong = (await this.ledger.audit.position()) && (await booksWrong(this.ledger, this.accounts));
      await this.current?.close();
      expect(wrong ?? []).toEqual([]);
    });
  }

  get under(): Under {
    if (this.current === undefined) throw new Error('There is no ledger outside a test.');
    return this.current;
  }

  get ledger(): WholeLedger {
    return this.under.ledger;
  }

  async fund(amount: number, account = payer, id = 'first'): Promise<void> {
    expect(await this.ledger.grant(account, { id, amount })).toBe('granted');
  }

  /** What the API asks for a job that it is about to make. */
  request(jobId: string, wish: AdmissionWish = {}): AdmissionRequest {
    const { credits = 5, account = payer, intent = 'intent', idempotency, seen } = wish;
    const object = wish.object ?? { namespace: 'here', name: jobId };
    const origin = { kind: 'request' as const, object, intent, ...(idempotency && { idempotency }) };
    return { jobId, account, credits, seen, origin };
  }

  admit(jobId = this.jobId, wish: AdmissionWish = {}): Promise<AdmissionResult> {
    return this.ledger.admit(this.request(jobId, wish));
  }

  /** As the controller asks for a job that somebody has applied: its id is the uid. */
  admitApplied(uid: string, wish: Pick<AdmissionWish, 'credits' | 'account' | 'seen'> = {}): Promise<AdmissionResult> {
    const { credits = 5, account = payer, seen } = wish;
    const object = { namespace: 'here', name: 'applied', uid };
    return this.ledger.admit({ jobId: uid, account, credits, seen, origin: { kind: 'applied', object } });
  }

  /** The object that is made of a request. */
  object(jobId = this.jobId, uid = `uid-of-${jobId}`): JobObject {
    return { namespace: 'here', name: jobId, uid };
  }

  bind(jobId = this.jobId, object = this.object(jobId), account = payer): Promise<BindResult> {
    return this.ledger.bind(jobId, object, account);
  }

  /** Admitted, with its object seen. Returns the uid. */
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

  /** The numbers of the balance. */
  async balance(account = payer): Promise<Omit<Balance, 'retiring'>> {
    const { granted, reserved, spent, retired, available } = await this.ledger.balance(account);
    return { granted, reserved, spent, retired, available };
  }

  async retiring(account = payer): Promise<readonly string[]> {
    return (await this.ledger.balance(account)).retiring;
  }

  /** The position of books that are there. */
  async position(): Promise<LedgerPosition> {
    const position = await this.ledger.audit.position();
    if (position === undefined) throw new Error('There are no books.');
    return position;
  }

  /** `kind amount jobId` of everything in the history, newest first. */
  async told(account = payer): Promise<string[]> {
    const { entries } = await this.ledger.history(account, { limit: 1_000, cursor: undefined });
    return entries.map(({ kind, amount, jobId }: HistoryEntry) => `${kind} ${amount} ${jobId ?? '-'}`);
  }

  /** Everything that a reader can see, to be compared before and after. */
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

  /** What the call answers, of which nothing may be seen afterwards. */
  async changingNothing<R>(call: () => Promise<R>): Promise<R> {
    const before = await this.everything();
    const answer = await call();
    expect(await this.everything()).toEqual(before);
    return answer;
  }
}
