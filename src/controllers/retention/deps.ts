import type { Logger } from 'pino';
import type { Archive } from '../../archive/port.ts';
import type { ArtifactStore } from '../../artifacts/port.ts';
import type { AuditLog } from '../../audit-log/port.ts';
import type { Clock } from '../../clock/port.ts';
import type { LedgerAudit } from '../../ledger/port.ts';
import type { AdJob } from '../../schema/adjob.ts';
import type { ObjectStore } from '../../store/port.ts';
import type { RetentionMetrics } from './metrics.ts';
import type { Pacer } from './pacer.ts';
import type { FailureTracker } from './failure-tracker.ts';

export interface RetentionConfig {
  ttlSeconds: number;
  /**
   * Maximum number of finished jobs that are not archived yet. Above this number, the oldest jobs are archived before
   * their time to live is over. Infinity means no limit.
   */
  finishedJobsMax: number;
  archiveSeconds: number;
  auditLogSeconds: number;
  /** Maximum number of deletions per second. AdJobs and archive records count together. */
  deletionsPerSecond: number;
}

export interface RetentionDeps {
  store: Pick<ObjectStore, 'get' | 'patch' | 'delete'>;
  /**
   * Jobs that another controller watches, of a finished one at least what `createMemoryView` keeps. A list of 100,000
   * AdJobs from the API server would be hundreds of megabytes.
   */
  jobs: { values(): Iterable<AdJob> | AsyncIterable<AdJob> };
  holds: Pick<LedgerAudit, 'listHolds'>;
  archive: Archive;
  auditLog: Pick<AuditLog, 'deleteBefore'>;
  artifacts: Pick<ArtifactStore, 'list' | 'deleteTree' | 'deleteUnfinished'>;
  clock: Clock;
  logger: Pick<Logger, 'info' | 'warn' | 'error'>;
  metrics: RetentionMetrics;
  /** Reports whether all jobs wait, because the ledger has lost data or the files are foreign. Absent: never. */
  isHalted?: () => boolean;
  config: RetentionConfig;
}

export interface Run {
  deps: RetentionDeps;
  pacer: Pacer;
  failures: FailureTracker;
  signal: AbortSignal;
}
