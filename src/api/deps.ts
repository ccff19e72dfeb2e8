import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Archive } from '../archive/port.ts';
import type { ArtifactStore } from '../artifacts/port.ts';
import type { Clock } from '../clock/port.ts';
import type { AddressRules } from '../domain/address-rule.ts';
import type { Balances, Intents, Ledger } from '../ledger/port.ts';
import type { ObjectStore } from '../store/port.ts';
import type { PriceList } from '../domain/pricing.ts';
import type { AbortRetrier } from './creating/abort-retrier.ts';
import type { KeyDirectory } from './keys/callers.ts';
import type { JobReader } from './jobs/job-reader.ts';
import type { KeyUses } from './keys/key-uses.ts';
import type { LoadLimits } from './load/load-limits.ts';
import type { Readiness } from '../observability/readiness.ts';
import type { Windows } from './limits/windows.ts';
import type { BoundedBackground } from './bounded-background.ts';
import type { AdmissionMetrics } from './metrics.ts';

/** Dependencies of the API. */
export interface ApiDeps {
  /** Public URL of the API, without a trailing slash. The path of this URL is the base path of all endpoints. */
  publicUrl: string;
  /** Origins of web pages that may call the API. */
  corsOrigins: readonly string[];
  /** Exceptions to the address rule for URLs in requests. */
  addressRules: AddressRules;
  allowHttpCallbacks: boolean;
  /** Limits on the work of this process. Absent: `defaultLoadLimits`. */
  loadLimits?: LoadLimits;
  /** Returns the number of connections that the server has accepted so far. */
  connectionsMade?: () => number;
  keys: KeyDirectory;
  /** Records the use of each accepted key. */
  keyUses: Pick<KeyUses, 'note'>;
  jobs: JobReader;
  /**
   * Kubernetes objects, for writes and for the reads directly before a write. Other reads of jobs go through `jobs`.
   */
  store: Pick<ObjectStore, 'get' | 'create' | 'patch' | 'delete'>;
  artifacts: ArtifactStore;
  archive: Archive;
  ledger: Ledger & Balances & { intents: Intents };
  windows: Windows;
  /** Aborts the admissions of jobs if the outcome of an admission is unknown. */
  aborts: Pick<AbortRetrier, 'add'>;
  /** Creates the AdJobs of admitted jobs. */
  creations: Pick<BoundedBackground, 'run'>;
  admissions: Pick<AdmissionMetrics, 'admitted'>;
  prices: PriceList;
  readiness: Readiness;
  clock: Clock;
  /** Returns a new UUID v7. */
  newJobId: () => string;
  /** Returns a new UUID of any version. */
  newRequestId: () => string;
  logger: Logger;
  metrics: Registry;
}
