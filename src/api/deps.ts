import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Archive } from '../archive/port.ts';
import type { ArtifactStore } from '../artifacts/port.ts';
import type { Clock } from '../clock/port.ts';
import type { AllowEntry } from '../domain/address-rule.ts';
import type { Balances, Intents, Ledger } from '../ledger/port.ts';
import type { ObjectStore } from '../store/port.ts';
import type { PriceList } from '../domain/pricing.ts';
import type { AdmissionMetrics } from '../observability/admission-metrics.ts';
import type { AbortRetrier } from './creating/abort-retrier.ts';
import type { KeyDirectory } from './keys/callers.ts';
import type { JobReader } from './jobs/job-reader.ts';
import type { KeyUses } from './keys/key-uses.ts';
import type { LoadLimits } from './load/load-limits.ts';
import type { Readiness } from '../observability/readiness.ts';
import type { Windows } from './limits/windows.ts';
import type { BoundedBackground } from './bounded-background.ts';

/** Everything the API stands on. */
export interface ApiDeps {
  /** How clients reach the API, without a trailing slash; its path is the base path. */
  publicUrl: string;
  /** Web pages of these origins may call; empty: none. */
  corsOrigins: readonly string[];
  /** Exceptions from the address rule for URLs in requests. */
  egressAllow: readonly AllowEntry[];
  allowHttpCallbacks: boolean;
  /** Absent: `defaultLoadLimits`. */
  loadLimits?: LoadLimits;
  /** Number of connections made so far, of the server that the app is served by. */
  connectionsMade?: () => number;
  keys: KeyDirectory;
  /** Told of each key that opens. */
  keyUses: Pick<KeyUses, 'note'>;
  jobs: JobReader;
  /** For writes, and what they must see first; reads go through `jobs`. */
  store: Pick<ObjectStore, 'get' | 'create' | 'patch' | 'delete'>;
  artifacts: ArtifactStore;
  archive: Archive;
  ledger: Ledger & Balances & { intents: Intents };
  windows: Windows;
  /** Takes back what may have been admitted. */
  aborts: Pick<AbortRetrier, 'add'>;
  /** Makes the AdJobs of what was admitted. */
  creations: Pick<BoundedBackground, 'run'>;
  admissions: Pick<AdmissionMetrics, 'admitted'>;
  prices: PriceList;
  readiness: Readiness;
  clock: Clock;
  /** UUID v7. */
  newJobId: () => string;
  /** Any UUID. */
  newRequestId: () => string;
  logger: Logger;
  metrics: Registry;
}
