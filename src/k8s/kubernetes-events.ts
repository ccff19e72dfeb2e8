import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import type { Clock } from '../clock/port.ts';
import { systemClock } from '../clock/system-clock.ts';
import { adJobKind } from '../domain/kinds.ts';
import { timestamp } from '../domain/timestamp.ts';
import type { EventSink, ObjectEvent } from '../events/port.ts';
import { collectionPath } from './resource-path.ts';
import type { RestClient } from './rest-client.ts';

export interface KubernetesEventsOptions {
  logger: Pick<Logger, 'debug' | 'warn'>;
  clock?: Pick<Clock, 'now' | 'sleep'>;
  /** Of the objects that events are about. */
  apiVersion?: string;
}

const component = 'adwright-controller';
const kind = { apiVersion: 'v1', plural: 'events' };
/** Events that wait for the API server; what comes beyond is dropped, and that is logged. */
const waitingMax = 1_000;
/** Who ends does not wait for an API server that does not answer. */
const flushMaxMs = 10_000;
/** As long as events.k8s.io takes them. */
const messageMax = 1_024;
/** 253, less the point and the 16 digits that make the name its own. */
const namePartMax = 236;

type EventBody = ReturnType<typeof bodyOf>;

/**
 * Events as `kubectl describe` shows them, written one after another behind the caller's back, so that they keep their
 * order. One that cannot be written is given up.
 */
export class KubernetesEvents implements EventSink {
  private readonly client: Pick<RestClient, 'json'>;
  private readonly options: Required<KubernetesEventsOptions>;
  private readonly waiting: EventBody[] = [];
  private writing: Promise<void> | undefined;
  private dropped = 0;

  constructor(client: Pick<RestClient, 'json'>, options: KubernetesEventsOptions) {
    this.client = client;
    this.options = { clock: systemClock, apiVersion: adJobKind.apiVersion, ...options };
  }

  emit(event: ObjectEvent): void {
    if (this.waiting.length >= waitingMax) {
      this.dropped += 1;
      return;
    }
    this.waiting.push(bodyOf(event, this.options.apiVersion, timestamp(this.options.clock.now())));
    this.writing ??= this.writeAll();
  }

  /** Resolves when everything emitted so far was written or given up, and after 10 s at the latest. */
  async flushed(): Promise<void> {
    if (this.writing === undefined) return;
    const written = new AbortController();
    await Promise.race([this.writing, this.options.clock.sleep(flushMaxMs, written.signal)]);
    written.abort();
  }

  private async writeAll(): Promise<void> {
    for (let body = this.waiting.shift(); body !== undefined; body = this.waiting.shift()) await this.write(body);
    this.writing = undefined;
    if (this.dropped > 0) this.options.logger.warn({ dropped: this.dropped }, 'events were dropped: too many at once');
    this.dropped = 0;
  }

  private async write(body: EventBody): Promise<void> {
    try {
      await this.client.json({ method: 'POST', path: collectionPath(kind, body.metadata.namespace), body });
    } catch (error) {
      this.options.logger.debug({ err: error, reason: body.reason }, 'an event was not written');
    }
  }
}

function bodyOf({ type, reason, message, object }: ObjectEvent, apiVersion: string, time: string) {
  const { namespace } = object;
  const name = object.name.slice(0, namePartMax).replace(/[-.]+$/, '');
  return {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { namespace, name: `${name}.${randomBytes(8).toString('hex')}` },
    involvedObject: { apiVersion, ...object },
    type,
    reason,
    message: message.length <= messageMax ? message : Array.from(message).slice(0, messageMax).join(''),
    firstTimestamp: time,
    lastTimestamp: time,
    count: 1,
    source: { component },
    reportingComponent: component,
    reportingInstance: component,
  };
}
