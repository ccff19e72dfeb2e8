import type { Logger } from 'pino';
import type { Clock } from '../../clock/port.ts';
import type { Balances, Ledger, LedgerAudit } from '../../ledger/port.ts';
import type { AdJob } from '../../schema/adjob.ts';
import type { ObjectKey, ObjectStore } from '../../store/port.ts';
import type { AuditMetrics } from './metrics.ts';

/** The jobs of the pipeline's cache; of finished ones little is kept. It may lag: nothing is mended by it alone. */
export interface KnownJobs {
  get(key: ObjectKey): AdJob | undefined;
  /** Those that are not finished. */
  openJobs(): Iterable<AdJob>;
}

export interface AuditDeps {
  store: Pick<ObjectStore, 'get' | 'list'>;
  ledger: Pick<Ledger, 'settle' | 'release'> & Pick<Balances, 'balance'> & { audit: LedgerAudit };
  jobs: KnownJobs;
  /** Have the pipeline close the hold of this finished job. */
  closeHold: (key: ObjectKey) => void;
  /** Absent: the accounts of all namespaces. */
  namespace?: string;
  clock: Clock;
  logger: Pick<Logger, 'warn' | 'error'>;
  metrics: AuditMetrics;
}
