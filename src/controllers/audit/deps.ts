import type { Logger } from 'pino';
import type { Clock } from '../../clock/port.ts';
import type { Balances, Ledger, LedgerAudit } from '../../ledger/port.ts';
import type { AdJob } from '../../schema/adjob.ts';
import type { ObjectStore } from '../../store/port.ts';
import type { ObjectKey } from '../../objects/object-key.ts';
import type { AuditMetrics } from './metrics.ts';

/**
 * The job cache of the pipeline, which keeps only a part of each finished job. The cache may lag, so the cache alone
 * never justifies a repair.
 */
export interface KnownJobs {
  get(key: ObjectKey): AdJob | undefined;
  /** Returns the unfinished jobs. */
  openJobs(): Iterable<AdJob>;
}

export interface AuditDeps {
  store: Pick<ObjectStore, 'get' | 'list'>;
  ledger: Pick<Ledger, 'settle' | 'release'> & Pick<Balances, 'balance'> & { audit: LedgerAudit };
  jobs: KnownJobs;
  /** Makes the pipeline close the hold of this finished job. */
  closeHold: (key: ObjectKey) => void;
  /** Namespace of the accounts. Absent: the accounts of all namespaces. */
  namespace?: string;
  clock: Clock;
  logger: Pick<Logger, 'warn' | 'error'>;
  metrics: AuditMetrics;
}
