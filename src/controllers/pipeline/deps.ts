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
  /** Absent: all namespaces. */
  namespace?: string;
  /** Of the installation, without a trailing slash. */
  publicBase: string;
  /** Key of the HMAC in the names of attempt folders. */
  installationSecret: string;
  maxRunningJobs: number;
  /** For AdJobs that somebody applied: the price of one that the API made is in the ledger. */
  prices: PriceList;
  /** By stage; absent ones keep their default. */
  stageDeadlineSeconds: Readonly<Record<string, number>>;
  /** Beyond its deadline, how long the access of a stage to its files lasts: while it waits for its start. */
  stageWaitSeconds: number;
  /** What an applied AdJob is held to, as a request is. */
  egressAllow: AllowList;
  allowHttpCallbacks: boolean;
  /** Fails jobs none of whose pages can be read, unless their account says otherwise. */
  requireReadableBrand: boolean;
}

export interface PipelineDeps {
  store: ObjectStore;
  /** One watch of them feeds all controllers; whoever owns it runs it. */
  accounts: WatchedAccounts;
  launcher: StageLauncher;
  ledger: JobLedger;
  artifacts: ArtifactStore;
  archive: Pick<Archive, 'delete'>;
  clock: Clock;
  logger: Logger;
  events: EventSink;
  metrics: PipelineMetrics;
  /** Somebody waits for the ledger's position to be copied into the status of this account. */
  expectMirror: (account: ObjectKey) => void;
  config: PipelineConfig;
}
