import type { Clock } from '../clock/port.ts';
import type { WatchEvent, WatchOptions } from '../store/port.ts';
import { isStoreError, StoreError } from '../objects/store-error.ts';
import type { ResourceKind } from '../objects/resource-kind.ts';
import { arrived, isFields } from './arrived.ts';
import { watchError } from './errors.ts';
import { LineSplitter } from './line-splitter.ts';
import { collectionPath, queryOf } from './resource-path.ts';
import type { RestClient } from './rest-client.ts';
import { parsedPart } from './watched-part.ts';

export interface WatchObserver {
  fellBack(kind: string): void;
}

export interface WatchSource {
  client: RestClient;
  clock: Clock;
  /**
   * Returns a random number from 0 to 1. It varies the timeouts of Kubernetes watches, so that many watches do not end
   * at the same time.
   */
  random: () => number;
  observer?: WatchObserver | undefined;
}

/**
 * Minimum timeout of a Kubernetes watch. As in client-go, the API server is asked to end each watch after 5 to 10
 * minutes, so that watches are renewed regularly.
 */
const minSeconds = 300;
/**
 * A Kubernetes watch that ends within this time without data counts as an error, so that the caller pauses before the
 * next watch.
 */
const shortMs = 1_000;

/**
 * Yields the changes of the objects of one kind until the API server ends the Kubernetes watch or the signal aborts.
 * The first event is a bookmark with the requested version; it shows that the server has accepted the watch.
 */
export async function* watchCluster<S, T>(
  { client, clock, random, observer }: WatchSource,
  kind: ResourceKind<S, T>,
  options: WatchOptions,
): AsyncGenerator<WatchEvent<S, T>, void, undefined> {
  const { namespace, resourceVersion, labelSelector, fieldSelector, signal } = options;
  const timeoutSeconds = minSeconds + Math.floor(random() * minSeconds);
  const query = {
    watch: 'true',
    allowWatchBookmarks: 'true',
    resourceVersion,
    timeoutSeconds,
    labelSelector,
    fieldSelector,
  };
  const path = `${collectionPath(kind, namespace)}${queryOf(query)}`;
  const beganMs = clock.monotonicMs();
  let hasData = false;
  try {
    const body = await client.stream(path, signal);
    yield { type: 'BOOKMARK', resourceVersion };
    const lines = new LineSplitter();
    for await (const piece of body) {
      hasData = true;
      for (const line of lines.push(piece)) yield eventOf(kind, line, observer);
    }
    if (lines.isMidLine)
      throw new StoreError('Unavailable', `The watch of ${kind.plural} ended in the middle of an event.`);
  } catch (error) {
    if (signal.aborted) return;
    throw isStoreError(error) ? error : client.streamError(error, path);
  }
  if (!hasData && clock.monotonicMs() - beganMs < shortMs) {
    throw new StoreError('Unavailable', `The watch of ${kind.plural} ended immediately without an event.`);
  }
}

function eventOf<S, T>(kind: ResourceKind<S, T>, line: string, observer: WatchObserver | undefined): WatchEvent<S, T> {
  const { value: event, isFallback } = parsedPart(line, kind.watchedSpecFields);
  if (!isFields(event))
    throw new StoreError('Unavailable', `The watch of ${kind.plural} sent data that is not an event.`);
  const { type, object } = event;
  switch (type) {
    case 'ADDED':
    case 'MODIFIED':
    case 'DELETED':
      if (isFallback) observer?.fellBack(kind.kind);
      return { type, object: arrived(kind, object) };
    case 'BOOKMARK':
      return { type, resourceVersion: versionOf(kind, object) };
    case 'ERROR':
      throw watchError(object, `The watch of ${kind.plural}`);
    default:
      throw new StoreError(
        'Unavailable',
        `The watch of ${kind.plural} sent an event of the unknown type ${JSON.stringify(type)}.`,
      );
  }
}

function versionOf(kind: { plural: string }, object: unknown): string {
  const metadata = isFields(object) ? object['metadata'] : undefined;
  const version = isFields(metadata) ? metadata['resourceVersion'] : undefined;
  if (typeof version === 'string') return version;
  throw new StoreError('Unavailable', `The watch of ${kind.plural} sent a bookmark without a version.`);
}
