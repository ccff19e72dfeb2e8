import { runRounds } from '../../runtime/rounds.ts';
import { SparseWarnings } from '../../runtime/sparse-warnings.ts';
import { auditAccounts } from './audit-accounts.ts';
import { auditHolds } from './audit-holds.ts';
import { auditJobs } from './audit-jobs.ts';
import { auditTotals } from './audit-totals.ts';
import type { AuditDeps } from './deps.ts';
import { findingKinds } from './metrics.ts';
import { AuditMemory, Pass, type Finding } from './pass.ts';

const pauseMs = 60_000;

export interface AuditController {
  /** Runs the audit at once and then every minute, until the signal aborts. Start the pipeline controller first. */
  start(signal: AbortSignal): void;
  /** Resolves when no audit pass is running any more. Call `drain` after the signal has aborted. */
  drain(): Promise<void>;
}

/**
 * Creates the audit, which periodically compares the credit ledger with the AdJobs. After a crash or a loss of data,
 * the audit charges or releases credits that are still reserved for finished or missing jobs, and reserves credits
 * again for unfinished jobs that have lost their reservation. While all jobs wait, it changes nothing. All other
 * discrepancies are only reported. Start each audit only once.
 */
export function createAudit(deps: AuditDeps): AuditController {
  const { clock, logger } = deps;
  const warnings = new SparseWarnings({ clock, logger });
  const memory = new AuditMemory();
  let reported = new Set<string>();
  let run = Promise.resolve();
  const round = async (signal: AbortSignal): Promise<void> => {
    const pass = new Pass(deps, memory, warnings, signal);
    await audit(pass);
    if (!pass.isOver()) reported = report(pass.findings, reported, deps);
  };
  return {
    start(signal) {
      const failed = (error: unknown) => {
        warnings.warn({ err: error }, 'audit failed; retrying in 60 s');
      };
      run = runRounds({ round, pauseMs, clock, failed }, signal);
    },
    drain: () => run,
  };
}

async function audit(pass: Pass): Promise<void> {
  if (!(await auditAccounts(pass)) || pass.deps.isHalted?.() === true) return;
  const held = await auditHolds(pass);
  if (held === undefined) return;
  await auditJobs(held, pass);
  if (!pass.isOver()) await auditTotals(held, pass);
}

function report(findings: readonly Finding[], before: ReadonlySet<string>, { metrics, logger }: AuditDeps) {
  for (const kind of findingKinds) metrics.found(kind, findings.filter((finding) => finding.kind === kind).length);
  const current = new Set<string>();
  for (const { message, ...finding } of findings) {
    const text = JSON.stringify(finding);
    current.add(text);
    if (!before.has(text)) logger.error(finding, message);
  }
  return current;
}
