import type { Logger } from 'pino';
import type { Archive } from '../../archive/port.ts';
import type { Clock } from '../../clock/port.ts';
import type { Intents, Ledger } from '../../ledger/port.ts';
import type { AdJob, AdJobSpec } from '../../schema/adjob.ts';
import type { ObjectStore } from '../../store/port.ts';
import type { ObjectKey } from '../../objects/object-key.ts';
import type { RelayMetrics } from './metrics.ts';

export interface RelayDeps {
  store: Pick<ObjectStore, 'get' | 'create' | 'patch'>;
  /**
   * Returns the AdJob from the cache of the pipeline controller. The relay (the controller for accepted jobs without an
   * AdJob) reads the API only if the AdJob is not cached.
   */
  cached: (key: ObjectKey) => AdJob | undefined;
  ledger: Pick<Ledger, 'bind'> & { intents: Intents };
  archive: Pick<Archive, 'get' | 'put' | 'putDelivery'>;
  clock: Clock;
  logger: Pick<Logger, 'info' | 'warn' | 'error'>;
  metrics: RelayMetrics;
  /**
   * Returns the price of a job in credits. The archive record of a job whose AdJob was never created contains this
   * price.
   */
  requiredCredits: (spec: AdJobSpec) => number;
}
