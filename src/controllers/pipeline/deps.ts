import type { Logger } from 'pino';
import type { Archive } from '../../archive/port.ts';
import type { ArtifactStore } from '../../artifacts/port.ts';
import type { Clock } from '../../clock/port.ts';
import type { AllowList } from '../../domain/address-rule.ts';
import type { PriceList } from '../../domain/pricing.ts';
import type { EventSink } from '../../events/port.ts';
import type { StageLauncher } from '../../launch/port.ts';
import type { ObjectKey, ObjectStore } from '../../store/port.ts';
import type { WatchedAccounts } from './account-key-cache.ts';
import type { JobLedger } from './ledger-circuit-breaker.ts';
import type { PipelineMetrics } from './metrics.ts';

export interface PipelineConfig {
  /** Namespace to watch. Absent: all namespaces. */
  namespace?: string;
  /** Public URL of the installation, without a trailing slash. */
  publicBase: string;
  /** Key of the HMAC in the names of attempt folders. */
  installationSecret: string;
  maxRunningJobs: number;
  /** Prices of applied AdJobs. For jobs that the API made, the ledger has the price. */
  prices: PriceList;
  /** Deadline by stage. Absent stages have their default. */
  stageDeadlineSeconds: Readonly<Record<string, number>>;
  /** Seconds added to the deadline for a stage's access to its files: the time that its pod may wait to start. */
  stageWaitSeconds: number;
  /** Rules for URLs, the same as for REST requests. */
  egressAllow: AllowList;
  allowHttpCallbacks: boolean;
  /** True if jobs whose pages cannot be read fail. An account can override it. */
  requireReadableBrand: boolean;
}

export interface PipelineDeps {
  store: ObjectStore;
  /** The watch that all controllers share. Its owner runs it. */
  accounts: WatchedAccounts;
  launcher: StageLauncher;
  ledger: JobLedger;
  artifacts: ArtifactStore;
  archive: Pick<Archive, 'delete'>;
  clock: Clock;
  logger: Logger;
  events: EventSink;
  metrics: PipelineMetrics;
  /** Asks the accounts controller to copy the ledger's position into the status of the account soon. */
  expectMirror: (account: ObjectKey) => void;
  config: PipelineConfig;
}
