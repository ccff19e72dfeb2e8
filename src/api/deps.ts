import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Archive } from '../archive/port.ts';
import type { ArtifactStore } from '../artifacts/port.ts';
import type { Clock } from '../clock/port.ts';
import type { AddressRules } from '../domain/address-rule.ts';
import type { Balances, Intents, Ledger } from '../ledger/port.ts';
import type { ObjectStore } from '../store/port.ts';
import type { PriceList } from '../ads/price.ts';
import type { AbortRetrier } from '../operations/jobs/abort-retrier.ts';
import type { ChangeFiler } from './change-filer.ts';
import type { KeyDirectory } from './keys/callers.ts';
import type { JobReader } from './jobs/job-reader.ts';
import type { KeyUses } from './keys/key-uses.ts';
import type { LoadLimits } from '../http/load/load-limits.ts';
import type { Readiness } from '../observability/readiness.ts';
import type { Windows } from './limits/windows.ts';
import type { BoundedBackground } from '../operations/jobs/bounded-background.ts';
import type { AdmissionMetrics } from './metrics.ts';

export interface ApiDeps {
  /** Public URL of the API, without a trailing slash. The path of this URL is the base path of all endpoints. */
  publicUrl: string;
  corsOrigins: readonly string[];
  /** Rules for the IP addresses and hosts that URLs in requests may use: an allow list and a deny list. */
  addressRules: AddressRules;
  allowHttpCallbacks: boolean;
  loadLimits?: LoadLimits;
  connectionsMade?: () => number;
  keys: KeyDirectory;
  keyUses: Pick<KeyUses, 'note'>;
  jobs: JobReader;
  /**
   * Store of the Kubernetes objects. Used for writes and for the reads directly before a write; all other reads of jobs
   * use the index in memory (`jobs`).
   */
  store: Omit<ObjectStore, 'watch' | 'patchStatus'>;
  artifacts: ArtifactStore;
  archive: Archive;
  ledger: Ledger & Balances & { intents: Intents };
  windows: Windows;
  aborts: Pick<AbortRetrier, 'add'>;
  creations: Pick<BoundedBackground, 'run'>;
  admissions: Pick<AdmissionMetrics, 'admitted'>;
  changes: Pick<ChangeFiler, 'file'>;
  prices: PriceList;
  readiness: Readiness;
  clock: Clock;
  newJobId: () => string;
  newRequestId: () => string;
  logger: Logger;
  metrics: Registry;
}
