import type { Logger } from 'pino';
import type { Clock } from '../../clock/port.ts';
import type { Balances, Ledger, LedgerAudit } from '../../ledger/port.ts';
import type { AdJob } from '../../schema/adjob.ts';
import type { ObjectStore } from '../../store/port.ts';
import type { ObjectKey } from '../../objects/object-key.ts';
import type { AuditMetrics } from './metrics.ts';

/**
 * Job cache of the pipeline controller, which keeps only a part of each finished job. Because the cache may be
 * outdated, the cache alone never justifies a repair of the ledger.
 */
export interface KnownJobs {
  get(key: ObjectKey): AdJob | undefined;
  openJobs(): Iterable<AdJob>;
  all(): Iterable<AdJob>;
  /** Reports whether the cache has every job, which takes a while after the start. */
  isComplete(): boolean;
}

export interface AuditDeps {
  store: Pick<ObjectStore, 'get' | 'list'>;
  ledger: Pick<Ledger, 'settle' | 'release'> & Pick<Balances, 'balance'> & { audit: LedgerAudit };
  jobs: KnownJobs;
  closeHold: (key: ObjectKey) => void;
  /** Reports whether all jobs wait, because the ledger has lost data or the files are foreign. Absent: never. */
  isHalted?: () => boolean;
  namespace?: string;
  clock: Clock;
  logger: Pick<Logger, 'warn' | 'error'>;
  metrics: AuditMetrics;
}
