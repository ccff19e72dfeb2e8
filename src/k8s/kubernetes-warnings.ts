import { z } from 'zod';
import type { Clock } from '../clock/port.ts';
import type { StageWarning, StageWarnings, WarnedObject } from '../launch/kubernetes/stage-warnings.ts';
import type { StageWaitReason } from '../schema/stage-wait.ts';
import { collectionPath, queryOf } from './resource-path.ts';
import type { RestClient } from './rest-client.ts';

const kind = { apiVersion: 'v1', plural: 'events' };
/** Number of Events in a page, and the maximum number of pages that are read. */
const [pageSize, pagesMax] = [500, 10];
/**
 * Time in milliseconds for which a list of Events is used. It is shorter than the time after which a wait is explained,
 * so that a list never misses the Events that followed the creation of the object.
 */
const listMs = 2_000;

const Events = z.object({
  metadata: z.object({ continue: z.string().optional() }).optional(),
  items: z.array(
    z.object({
      involvedObject: z.object({ kind: z.string().default(''), name: z.string().default('') }),
      reason: z.string().default(''),
      message: z.string().default(''),
      lastTimestamp: z.string().nullish(),
      eventTime: z.string().nullish(),
      series: z.object({ lastObservedTime: z.string().nullish() }).nullish(),
    }),
  ),
});
type Event = z.infer<typeof Events>['items'][number];

/** The latest warning about each object of a namespace, by kind and name. */
type Latest = ReadonlyMap<string, Event>;

interface Listed {
  readMs: number;
  latest: Promise<Latest>;
}

/**
 * Reads the Events of Jobs and pods from the API server. All objects of a namespace share a list, because the API server
 * reads all Events of the namespace for any question about them.
 */
export class KubernetesWarnings implements StageWarnings {
  readonly #client: Pick<RestClient, 'json'>;
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #listed = new Map<string, Listed>();

  constructor(client: Pick<RestClient, 'json'>, clock: Pick<Clock, 'monotonicMs'>) {
    this.#client = client;
    this.#clock = clock;
  }

  async latest(namespace: string, object: WarnedObject): Promise<StageWarning | undefined> {
    const last = (await this.#warningsOf(namespace)).get(`${object.kind}/${object.name}`);
    return last && { object, reason: reasonOf(last), message: last.message };
  }

  #warningsOf(namespace: string): Promise<Latest> {
    const nowMs = this.#clock.monotonicMs();
    for (const [other, { readMs }] of this.#listed) if (nowMs - readMs >= listMs) this.#listed.delete(other);
    const known = this.#listed.get(namespace);
    if (known !== undefined) return known.latest;
    const listed = { readMs: nowMs, latest: this.#list(namespace) };
    this.#listed.set(namespace, listed);
    listed.latest.catch(() => {
      if (this.#listed.get(namespace) === listed) this.#listed.delete(namespace);
    });
    return listed.latest;
  }

  async #list(namespace: string): Promise<Latest> {
    const latest = new Map<string, Event>();
    let token: string | undefined;
    for (let page = 0; page < pagesMax; page += 1) {
      const query = queryOf({ fieldSelector: 'type=Warning', limit: pageSize, continue: token });
      const path = collectionPath(kind, namespace) + query;
      const { items, metadata } = Events.parse(await this.#client.json({ method: 'GET', path }));
      for (const event of items) {
        const { kind: of, name } = event.involvedObject;
        const before = latest.get(`${of}/${name}`);
        if (before === undefined || timeMs(event) >= timeMs(before)) latest.set(`${of}/${name}`, event);
      }
      token = metadata?.continue;
      if (token === undefined || token === '') break;
    }
    return latest;
  }
}

/** `lastTimestamp` is null in Events of the newer API, which count repetitions in `series`. */
function timeMs({ series, lastTimestamp, eventTime }: Event): number {
  return Date.parse(series?.lastObservedTime ?? lastTimestamp ?? eventTime ?? '') || 0;
}

const volumeReasons = new Set(['FailedMount', 'FailedAttachVolume', 'FailedMapVolume']);

function reasonOf({ reason, message }: Event): StageWaitReason {
  if (volumeReasons.has(reason)) return 'Volume';
  if (reason !== 'FailedCreate') return 'NotStarted';
  return message.includes('exceeded quota') ? 'Quota' : 'PodRefused';
}
