import type { Logger } from 'pino';
import type { Archive } from '../../archive/port.ts';
import type { Clock } from '../../clock/port.ts';
import type { EventSink } from '../../events/port.ts';
import type { ObjectKey } from '../../objects/object-key.ts';
import type { ObjectStore } from '../../store/port.ts';
import type { WebhookSender } from '../../webhooks/port.ts';
import type { Tracing } from '../../tracing/port.ts';
import type { CallbackMetrics } from './metrics.ts';

export interface CallbackDeps {
  store: Pick<ObjectStore, 'get' | 'patch' | 'patchStatus'>;
  archive: Archive;
  sender: WebhookSender;
  /**
   * Returns the keys that sign the callbacks of an account: one, or two during a rotation. Returns undefined if the
   * account has no usable secret. Throws if the secret cannot be read now.
   */
  signingKeys: (account: ObjectKey) => Promise<readonly Buffer[] | undefined>;
  allowHttp: boolean;
  /** Reports whether all callbacks wait, because the ledger has lost data or the files are foreign. Absent: never. */
  isHalted?: () => boolean;
  clock: Clock;
  logger: Logger;
  events: EventSink;
  metrics: CallbackMetrics;
  /** Absent: no spans are recorded. */
  tracing?: Tracing | undefined;
  random: () => number;
}
