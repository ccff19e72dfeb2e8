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
  /** Whose jobs; absent: those of all namespaces. */
  namespace?: string;
  /** How long a finished job stays that does not say so itself. */
  ttlSeconds: number;
  /** Beyond so many finished jobs the oldest go before their time. Infinity: none does. */
  finishedJobsMax: number;
  /** How long the archive keeps a record, and the files of the job. */
  archiveSeconds: number;
  /** Of resources and of records, together. */
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

/** One of the two things that retention does, over and over. */
export interface Run {
  deps: RetentionDeps;
  /** Of both. */
  pacer: Pacer;
  failures: FailureTracker;
  signal: AbortSignal;
}
