import type { Logger } from 'pino';
import type { Archive } from '../../archive/port.ts';
import type { ArtifactStore } from '../../artifacts/port.ts';
import type { Clock } from '../../clock/port.ts';
import type { AddressRules } from '../../domain/address-rule.ts';
import type { PriceList } from '../../ads/price.ts';
import type { EventSink } from '../../events/port.ts';
import type { StageLauncher } from '../../launch/port.ts';
import type { ModelBudget } from '../../models/budget/port.ts';
import type { ModelsConfig } from '../../models/config/models-file.ts';
import type { ObjectStore } from '../../store/port.ts';
import type { ObjectKey } from '../../objects/object-key.ts';
import type { WatchedAccounts } from './account-key-cache.ts';
import type { JobLedger } from './ledger-circuit-breaker.ts';
import type { JobTraces } from './job-traces.ts';
import type { PipelineMetrics } from './metrics.ts';

export interface PipelineConfig {
  /** Namespace whose AdJobs are reconciled. If absent, the controller handles all namespaces. */
  namespace?: string;
  /** Public URL of the installation, without a trailing slash. */
  publicBase: string;
  /** Key of the HMAC in the folder names of attempts. Without this key, the names cannot be guessed. */
  installationSecret: string;
  maxRunningJobs: number;
  /** Maximum time in seconds for which the container of a stage may fail to start, over all of its pods. */
  imagePullSeconds: number;
  /** Seconds for which a pod must be unable to start before no further jobs with its stage start. 0: jobs always start. */
  unschedulableHoldSeconds: number;
  prices: PriceList;
  /**
   * Time limit in seconds for one run of a stage, by the name of the stage. A stage that is not listed has its default
   * limit.
   */
  stageDeadlineSeconds: Readonly<Record<string, number>>;
  /**
   * Maximum time in seconds that the pod of a stage waits before it starts. The access to the stage's files lasts for
   * the deadline of the stage plus this time.
   */
  stageWaitSeconds: number;
  /** Rules for URLs in a spec, the same as for REST requests. */
  addressRules: AddressRules;
  allowHttpCallbacks: boolean;
  /** True if a job fails when none of its brand's web pages can be read. An account can override this setting. */
  requireReadableBrand: boolean;
  /** Models that stages may call. Absent: none. */
  models?: ModelsConfig;
}

export interface PipelineDeps {
  store: ObjectStore;
  accounts: WatchedAccounts;
  launcher: StageLauncher;
  ledger: JobLedger;
  artifacts: ArtifactStore;
  archive: Pick<Archive, 'get' | 'run' | 'delete'>;
  clock: Clock;
  logger: Logger;
  events: EventSink;
  metrics: PipelineMetrics;
  /** Absent: no spans are recorded. */
  traces?: JobTraces | undefined;
  expectMirror: (account: ObjectKey) => void;
  /** Budgets of accounts for models. Absent: no account has a budget. */
  modelBudget?: ModelBudget | undefined;
  /** Reports whether all jobs wait, because the ledger has lost data or the files are foreign. Absent: never. */
  isHalted?: () => boolean;
  config: PipelineConfig;
}
