import type { Logger } from 'pino';
import type { Archive } from '../../archive/port.ts';
import type { ArtifactStore } from '../../artifacts/port.ts';
import type { Clock } from '../../clock/port.ts';
import type { AddressRules } from '../../domain/address-rule.ts';
import type { PriceList } from '../../domain/pricing.ts';
import type { EventSink } from '../../events/port.ts';
import type { StageLauncher } from '../../launch/port.ts';
import type { ObjectStore } from '../../store/port.ts';
import type { ObjectKey } from '../../objects/object-key.ts';
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
  /** Prices of AdJobs that users apply. The prices of jobs that the API created are in the ledger. */
  prices: PriceList;
  /**
   * Time limit for one attempt of a stage, by the name of the stage. A stage that is absent here has its default limit.
   */
  stageDeadlineSeconds: Readonly<Record<string, number>>;
  /**
   * Time that a pod of a stage may wait to start. It is added to the deadline, because access to the files must last
   * that long.
   */
  stageWaitSeconds: number;
  /** Rules for URLs in a spec, the same as for REST requests. */
  addressRules: AddressRules;
  allowHttpCallbacks: boolean;
  /** True if jobs fail when none of their pages can be read. An account can override this setting. */
  requireReadableBrand: boolean;
}

export interface PipelineDeps {
  store: ObjectStore;
  /** Accounts from the watch that all controllers share. The accounts controller runs this watch. */
  accounts: WatchedAccounts;
  launcher: StageLauncher;
  ledger: JobLedger;
  artifacts: ArtifactStore;
  archive: Pick<Archive, 'delete'>;
  clock: Clock;
  logger: Logger;
  events: EventSink;
  metrics: PipelineMetrics;
  /** Asks the accounts controller to copy the ledger position into the status of the account soon. */
  expectMirror: (account: ObjectKey) => void;
  config: PipelineConfig;
}
