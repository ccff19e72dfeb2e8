import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { ArtifactStore } from '../artifacts/port.ts';
import type { Clock } from '../clock/port.ts';
import type { AllowEntry } from '../domain/address-rule.ts';
import type { ObjectStore } from '../store/port.ts';
import type { KeyDirectory } from './callers.ts';
import type { JobReader } from './job-reader.ts';
import type { Readiness } from '../observability/readiness.ts';

/** Everything the API stands on. */
export interface ApiDeps {
  /** How clients reach the API, without a trailing slash; its path is the base path. */
  publicUrl: string;
  /** Web pages of these origins may call; empty: none. */
  corsOrigins: readonly string[];
  /** Exceptions from the address rule for URLs in requests. */
  egressAllow: readonly AllowEntry[];
  allowHttpCallbacks: boolean;
  keys: KeyDirectory;
  jobs: JobReader;
  /** Reads go through `jobs`. */
  store: Pick<ObjectStore, 'create'>;
  artifacts: ArtifactStore;
  readiness: Readiness;
  clock: Clock;
  /** UUID v7. */
  newJobId: () => string;
  /** Any UUID. */
  newRequestId: () => string;
  logger: Logger;
  metrics: Registry;
}
