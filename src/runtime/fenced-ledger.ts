import type { Intents, LedgerAudit, WholeLedger } from '../ledger/port.ts';
import { fence, type Fence } from './fence.ts';
import type { Leadership } from './leader-election.ts';

/**
 * Returns a ledger that accepts writes only while this process is the leader. Leadership is checked just before a write
 * is sent; without leadership, the write throws `NotLeadingError`. Reads are not restricted.
 */
export function fencedLedger(ledger: WholeLedger, leadership: Leadership): WholeLedger {
  return ledgerThrough(ledger, fence(leadership));
}

export function ledgerThrough(ledger: WholeLedger, fenced: Fence): WholeLedger {
  return {
    admit: (admission) => fenced(() => ledger.admit(admission)),
    bind: (jobId, object, account) => fenced(() => ledger.bind(jobId, object, account)),
    rebind: (jobId, object, account, credits) => fenced(() => ledger.rebind(jobId, object, account, credits)),
    settle: (jobId, uid) => fenced(() => ledger.settle(jobId, uid)),
    release: (jobId, uid) => fenced(() => ledger.release(jobId, uid)),
    abort: (jobId) => fenced(() => ledger.abort(jobId)),
    retire: (jobId, uid) => fenced(() => ledger.retire(jobId, uid)),
    noted: (jobId, at) => fenced(() => ledger.noted(jobId, at)),
    grant: (account, grant) => fenced(() => ledger.grant(account, grant)),
    balance: (account) => ledger.balance(account),
    history: (account, page) => ledger.history(account, page),
    intents: fencedIntents(ledger.intents, fenced),
    audit: fencedAudit(ledger.audit, fenced),
  };
}

function fencedIntents(intents: Intents, fenced: Fence): Intents {
  return {
    get: (jobId) => intents.get(jobId),
    list: (page) => intents.list(page),
    cancel: (jobId) => fenced(() => intents.cancel(jobId)),
    end: (jobId, error) => fenced(() => intents.end(jobId, error)),
    drop: (jobId) => fenced(() => intents.drop(jobId)),
  };
}

function fencedAudit(audit: LedgerAudit, fenced: Fence): LedgerAudit {
  return {
    position: () => audit.position(),
    listHolds: (page) => audit.listHolds(page),
    sums: (account) => audit.sums(account),
    begin: (epoch) => fenced(() => audit.begin(epoch)),
    restoreHold: (hold) => fenced(() => audit.restoreHold(hold)),
    rebuild: (accounts, epoch) => fenced(() => audit.rebuild(accounts, epoch)),
  };
}
