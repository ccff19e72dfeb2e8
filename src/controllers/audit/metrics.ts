import { Counter, Gauge, type Registry } from 'prom-client';

/**
 * Kinds of repairs that the audit makes to a hold (credits reserved for a job). `closed`: the job had finished, but its
 * credits were still reserved minutes later. `released`: the AdJob of the hold no longer exists. `restored`: the hold
 * of an unfinished job was missing.
 */
export const mendedKinds = ['closed', 'released', 'restored'] as const;
export type MendedKind = (typeof mendedKinds)[number];

/**
 * Kinds of findings of the audit. `lost`: the ledger is empty or older than the ledger state that an account has
 * recorded. `sums`: the balance of an account differs from the sum of its ledger entries. `uncharged`: the ledger has
 * no entry for a succeeded job. `contradiction`: the ledger has already charged or released the credits of an
 * unfinished job.
 */
export const findingKinds = ['lost', 'sums', 'uncharged', 'contradiction'] as const;
export type FindingKind = (typeof findingKinds)[number];

export interface AuditMetrics {
  mended(kind: MendedKind): void;
  found(kind: FindingKind, findings: number): void;
}

export function createAuditMetrics(registry: Registry): AuditMetrics {
  const registers = [registry];
  const labelNames = ['kind'] as const;
  const mended = new Counter({
    name: 'adwright_ledger_audit_mended_total',
    help: 'Number of holds (reserved credits of jobs) that the audit closed, released or restored.',
    labelNames,
    registers,
  });
  const findings = new Gauge({
    name: 'adwright_ledger_audit_findings',
    help: 'Number of discrepancies that the last audit found and did not repair.',
    labelNames,
    registers,
  });
  for (const kind of mendedKinds) mended.inc({ kind }, 0);
  for (const kind of findingKinds) findings.set({ kind }, 0);
  return {
    mended: (kind) => {
      mended.inc({ kind });
    },
    found: (kind, count) => {
      findings.set({ kind }, count);
    },
  };
}
