import { runRounds } from '../../runtime/rounds.ts';
import { SparseWarnings } from '../../runtime/sparse-warnings.ts';
import { auditAccounts } from './audit-accounts.ts';
import { auditHolds } from './audit-holds.ts';
import { auditJobs } from './audit-jobs.ts';
import type { AuditDeps } from './deps.ts';
import { findingKinds } from './metrics.ts';
import { AuditMemory, Pass, type Finding } from './pass.ts';

const pauseMs = 60_000;

export interface AuditController {
  /** Look every minute until the signal aborts, beginning at once. The pipeline must have begun before. */
  start(signal: AbortSignal): void;
  /** After the abort: resolves when nothing is under way any more. */
  drain(): Promise<void>;
}

/**
 * Compares the ledger with the resources, and mends what a crash or a loss has left: holds of jobs that ended or are gone,
 * and jobs without their hold. Everything else it tells and leaves. An audit runs once.
 */
export function createAudit(deps: AuditDeps): AuditController {
  const { clock, logger } = deps;
  const warnings = new SparseWarnings({ clock, logger });
  const memory = new AuditMemory();
  let told = new Set<string>();
  let run = Promise.resolve();
  const round = async (signal: AbortSignal): Promise<void> => {
    const pass = new Pass(deps, memory, warnings, signal);
    await audit(pass);
    if (!pass.isOver()) told = report(pass.findings, told, deps);
  };
  return {
    start(signal) {
      const failed = (error: unknown) => {
        warnings.warn({ err: error }, 'the audit could not be done');
      };
      run = runRounds({ round, pauseMs, clock, failed }, signal);
    },
    drain: () => run,
  };
}

/** Books that were lost are not mended from resources that know more: that is what a restore or a rebuild is for. */
async function audit(pass: Pass): Promise<void> {
  if (!(await auditAccounts(pass))) return;
  const held = await auditHolds(pass);
  if (held !== undefined) await auditJobs(held, pass);
}

/** Each finding is logged when it comes; the gauge shows it as long as it stays. */
function report(findings: readonly Finding[], before: ReadonlySet<string>, { metrics, logger }: AuditDeps) {
  for (const kind of findingKinds) metrics.found(kind, findings.filter((finding) => finding.kind === kind).length);
  const told = new Set<string>();
  for (const { message, ...finding } of findings) {
    const text = JSON.stringify(finding);
    told.add(text);
    if (!before.has(text)) logger.error(finding, message);
  }
  return told;
}
