import fc from 'fast-check';
import type { AdmissionRequest, IdempotentRequest, WholeLedger } from '../../src/ledger/port.ts';
import type { ObjectKey } from '../../src/objects/object-key.ts';

/** A ledger call as data. All AdJobs are in the namespace `here`, except that a `bind` may name another namespace. */
export type LedgerCall =
  | { call: 'grant'; account: ObjectKey; id: string; amount: number }
  | {
      call: 'admit';
      jobId: string;
      account: ObjectKey;
      credits: number;
      /** Uid of the AdJob if it was applied with kubectl; `undefined` for a request to the API. */
      uid: string | undefined;
      idempotency: IdempotentRequest | undefined;
    }
  | { call: 'bind'; jobId: string; uid: string; namespace: string; account: ObjectKey }
  | { call: 'settle'; jobId: string; uid: string }
  | { call: 'retire'; jobId: string; uid: string }
  /** Calls `retire`, then `noted` with the returned position. */
  | { call: 'note'; jobId: string; uid: string }
  | { call: 'release'; jobId: string; uid: string | undefined }
  | { call: 'abort'; jobId: string }
  | { call: 'cancel'; jobId: string }
  | { call: 'drop'; jobId: string }
  | { call: 'end'; jobId: string; error: string }
  | { call: 'restoreHold'; jobId: string; account: ObjectKey; credits: number; uid: string };

/** Calls to other parts of the ledger than `Ledger`: grants, intents and audit. */
export type CallElsewhere = Extract<LedgerCall, { call: 'grant' | 'cancel' | 'end' | 'drop' | 'restoreHold' }>;

/** A call by one of two clients. If its answer is lost, the client repeats it. */
export interface Attempt {
  call: LedgerCall;
  client: 0 | 1;
  isAnswerLost: boolean;
}

export const modelAccounts: readonly ObjectKey[] = [
  { namespace: 'here', name: 'acme' },
  { namespace: 'here', name: 'acme.eu' },
];

/** Only five job ids, so that random calls affect each other. */
const jobIds = Array.from({ length: 5 }, (_, index) => `019b76da-a800-7000-8000-00000000000${index}`);

const jobId = fc.constantFrom(...jobIds);
/** In most calls the uid `one`, so that they name the same AdJob. */
const uid = fc.constantFrom('one', 'one', 'one', 'two');
const idempotency = fc.record({ key: fc.constantFrom('k', 'k', 'l'), requestHash: fc.constantFrom('a', 'a', 'b') });
/** In most calls the account that belongs to the job id, so that most binds match an admission. */
const jobAndAccount = fc
  .tuple(fc.nat({ max: jobIds.length - 1 }), fc.constantFrom(0, 0, 0, 0, 1))
  .map(([index, wrong]) => ({ jobId: jobIds[index] ?? '', account: accountOf(index + wrong) }));
const paying = fc.tuple(jobAndAccount, fc.integer({ min: 1, max: 6 })).map(([job, credits]) => ({ ...job, credits }));

const calls = {
  grant: fc.record({
    account: fc.constantFrom(...modelAccounts),
    id: fc.constantFrom('g1', 'g2', 'g3'),
    amount: fc.constantFrom(5, 20),
  }),
  admit: fc
    .tuple(paying, fc.option(uid, { nil: undefined, freq: 1 }), fc.option(idempotency, { nil: undefined, freq: 2 }))
    .map(([pay, applied, key]) => ({
      ...pay,
      uid: applied && key === undefined ? applied : undefined,
      idempotency: key,
    })),
  bind: fc
    .tuple(jobAndAccount, uid, fc.constantFrom('here', 'here', 'here', 'here', 'there'))
    .map(([job, one, namespace]) => ({ ...job, uid: one, namespace })),
  settle: fc.record({ jobId, uid }),
  retire: fc.record({ jobId, uid }),
  note: fc.record({ jobId, uid }),
  release: fc.record({ jobId, uid: fc.option(uid, { nil: undefined, freq: 3 }) }),
  abort: fc.record({ jobId }),
  cancel: fc.record({ jobId }),
  drop: fc.record({ jobId }),
  end: fc.record({ jobId, error: fc.constantFrom('First. [refused]', 'Second. [timed_out]') }),
  restoreHold: fc.tuple(paying, uid).map(([pay, one]) => ({ ...pay, uid: one })),
};

function accountOf(index: number): ObjectKey {
  return modelAccounts[index % modelAccounts.length] ?? { namespace: '', name: '' };
}

function weighted<Name extends LedgerCall['call'], Rest>(name: Name, rest: fc.Arbitrary<Rest>, weight: number) {
  return { arbitrary: rest.map((values) => ({ call: name, ...values })), weight };
}

const call: fc.Arbitrary<LedgerCall> = fc.oneof(
  weighted('admit', calls.admit, 6),
  weighted('bind', calls.bind, 6),
  weighted('settle', calls.settle, 3),
  weighted('release', calls.release, 3),
  weighted('grant', calls.grant, 3),
  weighted('retire', calls.retire, 2),
  weighted('note', calls.note, 1),
  weighted('abort', calls.abort, 2),
  weighted('cancel', calls.cancel, 2),
  weighted('end', calls.end, 2),
  weighted('drop', calls.drop, 1),
  weighted('restoreHold', calls.restoreHold, 1),
);

const attempt: fc.Arbitrary<Attempt> = fc.record({
  call,
  client: fc.constantFrom(0, 1),
  isAnswerLost: fc.constantFrom(false, false, true),
});

/** Random steps of one to three concurrent attempts each. In a first step, both accounts get a grant. */
export const ledgerStory: fc.Arbitrary<Attempt[][]> = fc
  .array(fc.array(attempt, { minLength: 1, maxLength: 3, size: 'max' }), { minLength: 10, maxLength: 50, size: 'max' })
  .map((steps) => [modelAccounts.map(firstGrant), ...steps]);

function firstGrant(account: ObjectKey): Attempt {
  return { call: { call: 'grant', account, id: 'g0', amount: 20 }, client: 0, isAnswerLost: false };
}

/**
 * Makes the call to a real ledger. Returns the answer in the form in which the model gives it: for `retire` and `note`,
 * whether a position was returned.
 */
export async function made(ledger: WholeLedger, call: LedgerCall): Promise<unknown> {
  switch (call.call) {
    case 'admit':
      return ledger.admit(admissionOf(call));
    case 'bind':
      return ledger.bind(call.jobId, objectOf(call.jobId, call.uid, call.namespace), call.account);
    case 'settle':
      return ledger.settle(call.jobId, call.uid);
    case 'release':
      return ledger.release(call.jobId, call.uid);
    case 'abort':
      return ledger.abort(call.jobId);
    case 'retire':
      return (await ledger.retire(call.jobId, call.uid)) !== undefined;
    case 'note':
      return noted(ledger, call);
    default:
      return madeElsewhere(ledger, call);
  }
}

async function noted(ledger: WholeLedger, { jobId: id, uid: of }: Extract<LedgerCall, { call: 'note' }>) {
  const at = await ledger.retire(id, of);
  if (at !== undefined) await ledger.noted(id, at);
  return at !== undefined;
}

function madeElsewhere(ledger: WholeLedger, call: CallElsewhere): Promise<unknown> {
  switch (call.call) {
    case 'grant':
      return ledger.grant(call.account, { id: call.id, amount: call.amount });
    case 'cancel':
      return ledger.intents.cancel(call.jobId);
    case 'end':
      return ledger.intents.end(call.jobId, call.error);
    case 'drop':
      return ledger.intents.drop(call.jobId);
    case 'restoreHold':
      return ledger.audit.restoreHold({ ...call, object: objectOf(call.jobId, call.uid) });
  }
}

function objectOf(name: string, uid: string, namespace = 'here') {
  return { namespace, name, uid };
}

function admissionOf({
  jobId,
  account,
  credits,
  uid,
  idempotency,
}: Extract<LedgerCall, { call: 'admit' }>): AdmissionRequest {
  const asked = { jobId, account, credits, seen: undefined };
  if (uid !== undefined) return { ...asked, origin: { kind: 'applied', object: objectOf(jobId, uid) } };
  const object = { namespace: 'here', name: jobId };
  const origin = { kind: 'request' as const, object, intent: `intent of ${jobId}` };
  return { ...asked, origin: idempotency ? { ...origin, idempotency } : origin };
}
