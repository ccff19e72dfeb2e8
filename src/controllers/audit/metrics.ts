import { Counter, Gauge, type Registry } from 'prom-client';

/**
 * Kinds of repairs to a hold. `closed`: the job had finished minutes before. `released`: the AdJob is gone. `restored`:
 * the hold was missing.
 */
export const mendedKinds = ['closed', 'released', 'restored'] as const;
export type MendedKind = (typeof mendedKinds)[number];

/**
 * Kinds of findings. `lost`: the ledger is empty or older than a recorded position. `sums`: the balance of an account
 * differs from the sum of its ledger entries. `uncharged`: a succeeded job is missing from the ledger. `contradiction`:
 * the hold of an unfinished job is closed.
 */
export const findingKinds = ['lost', 'sums', 'uncharged', 'contradiction'] as const;
export type FindingKind = (typeof findingKinds)[number];

export interface AuditMetrics {
  mended(kind: MendedKind): void;
  /** Sets the current number of findings of this kind. */
  found(kind: FindingKind, findings: number): void;
}

export function createAuditMetrics(registry: Registry): AuditMetrics {
  const registers = [registry];
  const labelNames = ['kind'] as const;
  const mended = new Counter({
    name: 'adwright_ledger_audit_mended_total',
    help: 'Number of holds that the audit closed, released or restored.',
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
