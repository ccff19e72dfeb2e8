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
  apiVersion?: string;
}

const component = 'adwright-controller';
const kind = { apiVersion: 'v1', plural: 'events' };
/** Maximum number of Kubernetes Events that wait to be written. Further Events are dropped, which is logged. */
const waitingMax = 1_000;
const flushMaxMs = 10_000;
const messageMax = 1_024;
/**
 * Maximum length of the part of a Kubernetes Event's name that comes from the name of its object. The API allows 253
 * characters, and a dot and 16 hexadecimal digits make the name unique.
 */
const namePartMax = 236;

type EventBody = ReturnType<typeof bodyOf>;

/**
 * Writes Kubernetes Events, which `kubectl describe` shows, in the order of the calls and in the background. An Event
 * that cannot be written is dropped.
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

  /** Resolves when all emitted Kubernetes Events are written or dropped, after at most 10 s. */
  async flushed(): Promise<void> {
    if (this.writing === undefined) return;
    const written = new AbortController();
    await Promise.race([this.writing, this.options.clock.sleep(flushMaxMs, written.signal)]);
    written.abort();
  }

  private async writeAll(): Promise<void> {
    for (let body = this.waiting.shift(); body !== undefined; body = this.waiting.shift()) await this.write(body);
    this.writing = undefined;
    if (this.dropped > 0)
      this.options.logger.warn(
        { dropped: this.dropped },
        'dropped Kubernetes Events, because too many were waiting to be written',
      );
    this.dropped = 0;
  }

  private async write(body: EventBody): Promise<void> {
    try {
      await this.client.json({ method: 'POST', path: collectionPath(kind, body.metadata.namespace), body });
    } catch (error) {
      this.options.logger.debug({ err: error, reason: body.reason }, 'failed to write an Event; dropped it');
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
