import { z } from 'zod';
import { labelValue } from '../domain/labels.ts';
import { selectorOf, stageLabels } from '../domain/stage-labels.ts';
import { isStoreError } from '../objects/store-error.ts';
import { podKind } from '../objects/workload-kinds.ts';
import type { LoggedAttempt, StageLogs } from '../stage-logs/port.ts';
import { LineSplitter } from './line-splitter.ts';
import { collectionPath, objectPath, queryOf } from './resource-path.ts';
import type { RestClient } from './rest-client.ts';

const Pods = z.object({
  items: z.array(z.object({ metadata: z.object({ name: z.string(), creationTimestamp: z.string() }) })),
});

/** Limits of a log that is read: its last lines, and the bytes after which the API server ends the response. */
const limits = { tailLines: 2_000, limitBytes: 256 * 1024 };

/** Reads the logs of attempts from their pods. There is no log after the pod was deleted. */
export class PodStageLogs implements StageLogs {
  readonly #client: Pick<RestClient, 'json' | 'stream'>;
  readonly #container: string;

  /** `container` is the name of the container that runs the stage. */
  constructor(client: Pick<RestClient, 'json' | 'stream'>, container: string) {
    this.#client = client;
    this.#container = container;
  }

  async read(
    attempt: LoggedAttempt,
    { isFollowed, signal }: { isFollowed: boolean; signal: AbortSignal },
  ): Promise<AsyncIterable<string> | undefined> {
    const { owner } = attempt;
    const name = owner && (await this.#podOf(attempt, owner));
    if (owner === undefined || name === undefined) return undefined;
    const query = { container: this.#container, follow: isFollowed ? 'true' : undefined, ...limits };
    const path = `${objectPath(podKind, { namespace: owner.namespace, name })}/log${queryOf(query)}`;
    try {
      return linesOf(await this.#client.stream(path, signal), signal);
    } catch (error) {
      // Invalid: the container has not started. NotFound: the pod was deleted in the meantime.
      if (isStoreError(error, 'Invalid', 'NotFound')) return undefined;
      throw error;
    }
  }

  /** Returns the name of the newest pod of an attempt. */
  async #podOf(
    { stage, attempt }: LoggedAttempt,
    { namespace, uid }: NonNullable<LoggedAttempt['owner']>,
  ): Promise<string | undefined> {
    const labelSelector = selectorOf({
      [stageLabels.ownerUid]: labelValue(uid),
      [stageLabels.stage]: stage,
      [stageLabels.attempt]: String(attempt),
    });
    const path = `${collectionPath(podKind, namespace)}${queryOf({ labelSelector })}`;
    const { items } = Pods.parse(await this.#client.json({ method: 'GET', path }));
    const newest = items.toSorted((a, b) => b.metadata.creationTimestamp.localeCompare(a.metadata.creationTimestamp));
    return newest[0]?.metadata.name;
  }
}

async function* linesOf(body: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncIterable<string> {
  const lines = new LineSplitter();
  try {
    for await (const piece of body) yield* lines.push(piece);
    if (lines.isMidLine) yield* lines.push(Buffer.from('\n'));
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
