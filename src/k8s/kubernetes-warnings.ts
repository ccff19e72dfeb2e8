import { z } from 'zod';
import type { StageWarning, StageWarnings, WarnedObject } from '../launch/kubernetes/stage-warnings.ts';
import type { StageWaitReason } from '../schema/stage-wait.ts';
import { collectionPath, queryOf } from './resource-path.ts';
import type { RestClient } from './rest-client.ts';

const kind = { apiVersion: 'v1', plural: 'events' };
/** Maximum number of Events that are read. An object of a stage has few, because Kubernetes counts equal ones. */
const limit = 50;

const Events = z.object({
  items: z.array(
    z.object({
      reason: z.string().default(''),
      message: z.string().default(''),
      lastTimestamp: z.string().nullish(),
      eventTime: z.string().nullish(),
      series: z.object({ lastObservedTime: z.string().nullish() }).nullish(),
    }),
  ),
});
type Event = z.infer<typeof Events>['items'][number];

/** Reads the Events of Jobs and pods from the API server, with one request each time. */
export class KubernetesWarnings implements StageWarnings {
  readonly #client: Pick<RestClient, 'json'>;

  constructor(client: Pick<RestClient, 'json'>) {
    this.#client = client;
  }

  async latest(namespace: string, object: WarnedObject): Promise<StageWarning | undefined> {
    const fieldSelector = `involvedObject.kind=${object.kind},involvedObject.name=${object.name},type=Warning`;
    const path = collectionPath(kind, namespace) + queryOf({ fieldSelector, limit });
    const { items } = Events.parse(await this.#client.json({ method: 'GET', path }));
    const last = items.toSorted((a, b) => timeMs(a) - timeMs(b)).at(-1);
    return last && { object, reason: reasonOf(last), message: last.message };
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
