import { Counter, Gauge, type Registry } from 'prom-client';

/**
 * Kinds of corrections that the audit makes to a hold. `closed`: the job had finished, but its credits were still
 * reserved minutes later. `released`: the AdJob of the hold no longer exists. `restored`: the hold of an unfinished job
 * was missing.
 */
export const correctionKinds = ['closed', 'released', 'restored'] as const;
export type CorrectionKind = (typeof correctionKinds)[number];

/** Names of the counter of corrections. The second is its former name, which remains until version 1.0. */
const correctionNames = ['adwright_ledger_audit_corrections_total', 'adwright_ledger_audit_mended_total'] as const;

/**
 * Kinds of findings of the audit. `lost`: the ledger is empty or older than the ledger state that an account has
 * recorded. `sums`: the balance of an account differs from the sum of its ledger entries, or from its grants and jobs.
 * `uncharged`: the ledger has no entry for a succeeded job. `contradiction`: the ledger has already charged or released
 * the credits of an unfinished job.
 */
export const findingKinds = ['lost', 'sums', 'uncharged', 'contradiction'] as const;
export type FindingKind = (typeof findingKinds)[number];

export interface AuditMetrics {
  corrected(kind: CorrectionKind): void;
  found(kind: FindingKind, findings: number): void;
}

export function createAuditMetrics(registry: Registry): AuditMetrics {
  const registers = [registry];
  const labelNames = ['kind'] as const;
  const corrections = correctionNames.map(
    (name) =>
      new Counter({
        name,
        help: 'Number of holds that the audit closed, released or restored.',
        labelNames,
        registers,
      }),
  );
  const findings = new Gauge({
    name: 'adwright_ledger_audit_findings',
    help: 'Number of discrepancies that the last audit found and did not repair.',
    labelNames,
    registers,
  });
  const add = (kind: CorrectionKind, count: number): void => {
    for (const counter of corrections) counter.inc({ kind }, count);
  };
  for (const kind of correctionKinds) add(kind, 0);
  for (const kind of findingKinds) findings.set({ kind }, 0);
  return {
    corrected: (kind) => {
      add(kind, 1);
    },
    found: (kind, count) => {
      findings.set({ kind }, count);
    },
  };
}
