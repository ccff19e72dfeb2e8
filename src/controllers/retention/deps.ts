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
  /** Namespace of the jobs; absent: all namespaces. */
  namespace?: string;
  /** Time to live of a finished job whose spec has no `ttlSecondsAfterFinished`. */
  ttlSeconds: number;
  /** Maximum number of finished jobs. Above it, the oldest jobs are archived before their time. Infinity: no limit. */
  finishedJobsMax: number;
  /** Time for which an archive record and the artifacts of its job are kept. */
  archiveSeconds: number;
  /** Maximum number of deletions per second, AdJobs and archive records together. */
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

/** Context of one of the two loops, archive and erase. */
export interface Run {
  deps: RetentionDeps;
  /** Limits the rate of deletions; shared by both loops. */
  pacer: Pacer;
  failures: FailureTracker;
  signal: AbortSignal;
}
