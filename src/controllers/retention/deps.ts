import type { Logger } from 'pino';
import type { Archive } from '../../archive/port.ts';
import type { ArtifactStore } from '../../artifacts/port.ts';
import type { Clock } from '../../clock/port.ts';
import type { LedgerAudit } from '../../ledger/port.ts';
import type { ObjectStore } from '../../store/port.ts';
import type { RetentionMetrics } from './metrics.ts';
import type { Pacer } from './pacer.ts';
import type { FailureTracker } from './failure-tracker.ts';

export interface RetentionConfig {
  /** Namespace of the jobs. If absent, the controller handles all namespaces. */
  namespace?: string;
  /** Time to live in seconds of a finished job whose spec has no `ttlSecondsAfterFinished`. */
  ttlSeconds: number;
  /**
   * Maximum number of finished jobs that are not archived yet. Above this number, the oldest jobs are archived before
   * their time to live is over. Infinity means no limit.
   */
  finishedJobsMax: number;
  /** Time in seconds for which an archive record and the files of its job are kept. */
  archiveSeconds: number;
  /** Maximum number of deletions per second. AdJobs and archive records count together. */
  deletionsPerSecond: number;
}

export interface RetentionDeps {
  store: Pick<ObjectStore, 'get' | 'list' | 'patch' | 'delete'>;
  holds: Pick<LedgerAudit, 'listHolds'>;
  archive: Archive;
  artifacts: Pick<ArtifactStore, 'list' | 'deleteTree'>;
  clock: Clock;
  logger: Pick<Logger, 'info' | 'warn' | 'error'>;
  metrics: RetentionMetrics;
  config: RetentionConfig;
}

/** Dependencies and state of one of the two loops: archive jobs, and erase archive records. */
export interface Run {
  deps: RetentionDeps;
  /** Limits the rate of deletions. Both loops share this object. */
  pacer: Pacer;
  failures: FailureTracker;
  signal: AbortSignal;
}
