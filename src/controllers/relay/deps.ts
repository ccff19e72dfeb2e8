import type { Logger } from 'pino';
import type { Archive, ArchivedJobKey } from '../../archive/port.ts';
import type { Clock } from '../../clock/port.ts';
import type { Intents, Ledger } from '../../ledger/port.ts';
import type { AdJob, AdJobSpec } from '../../schema/adjob.ts';
import type { ObjectStore } from '../../store/port.ts';
import type { ObjectKey } from '../../objects/object-key.ts';
import type { Tracing } from '../../tracing/port.ts';
import type { RelayMetrics } from './metrics.ts';

export interface RelayDeps {
  store: Pick<ObjectStore, 'get' | 'create' | 'patch'>;
  cached: (key: ObjectKey) => AdJob | undefined;
  ledger: Pick<Ledger, 'bind'> & { intents: Intents };
  archive: Pick<Archive, 'add' | 'openDelivery'>;
  clock: Clock;
  logger: Pick<Logger, 'info' | 'warn' | 'error'>;
  metrics: RelayMetrics;
  /** Absent: no spans are recorded. */
  tracing?: Tracing | undefined;
  /** Reports whether all jobs wait, because the ledger has lost data or the files are foreign. Absent: never. */
  isHalted?: () => boolean;
  /** Called after an undelivered callback of this job was stored in the archive. */
  onOpenCallback: (job: ArchivedJobKey) => void;
  requiredCredits: (spec: AdJobSpec) => number | undefined;
}
