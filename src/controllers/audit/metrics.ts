import { Counter, Gauge, type Registry } from 'prom-client';

/** `closed`: of a job that had ended minutes before. `released`: its object is gone. `restored`: it was missing. */
export const mendedKinds = ['closed', 'released', 'restored'] as const;
export type MendedKind = (typeof mendedKinds)[number];

/**
 * `lost`: the books are gone or older than what was seen of them. `sums`: a balance is not what its entries add up to.
 * `uncharged`: a job succeeded that the ledger does not know. `contradiction`: a job goes on whose hold is closed.
 */
export const findingKinds = ['lost', 'sums', 'uncharged', 'contradiction'] as const;
export type FindingKind = (typeof findingKinds)[number];

export interface AuditMetrics {
  mended(kind: MendedKind): void;
  /** How many there are now. */
  found(kind: FindingKind, findings: number): void;
}

export function createAuditMetrics(registry: Registry): AuditMetrics {
  const registers = [registry];
  const labelNames = ['kind'] as const;
  const mended = new Counter({
    name: 'adwright_ledger_audit_mended_total',
    help: 'Holds that the audit closed, released or made again.',
    labelNames,
    registers,
  });
  const findings = new Gauge({
    name: 'adwright_ledger_audit_findings',
    help: 'What the last audit found wrong and left as it is.',
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
