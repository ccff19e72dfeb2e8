import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../clock/port.ts';
import type { ChangeSignal } from './change-signal.ts';
import { typed, type RawObject } from './object-shape.ts';
import type { WatchEvent, WatchOptions } from './port.ts';
import { StoreError } from '../objects/store-error.ts';
import type { ResourceKind } from '../objects/resource-kind.ts';
import type { Change, LogRange, Revisions } from './revisions.ts';
import { everything, selection } from './selection.ts';
import type { SqliteFile } from '../files/sqlite-file.ts';

export interface WatchSource {
  resource: string;
  database: SqliteFile;
  revisions: Revisions;
  changes: ChangeSignal;
  clock: Clock;
  bookmarkIntervalMs: number;
}

interface Batch {
  changes: Change[];
  position: number;
}

const batchMax = 100;

/**
 * Yields the changes of the objects of one kind after a version, until the signal aborts. The first event is a bookmark
 * (a version without a change), which shows that the watch is connected.
 */
export async function* watchRevisions<S, T>(
  source: WatchSource,
  kind: ResourceKind<S, T>,
  options: WatchOptions,
): AsyncGenerator<WatchEvent<S, T>, void, undefined> {
  const matches = selection(options, kind.selectableFields);
  let position = parseVersion(options.resourceVersion);
  checkKnown(source, position);
  let bookmarkDueMs = source.clock.monotonicMs();
  while (!options.signal.aborted) {
    if (source.clock.monotonicMs() >= bookmarkDueMs) {
      yield { type: 'BOOKMARK', resourceVersion: String(position) };
      bookmarkDueMs = source.clock.monotonicMs() + source.bookmarkIntervalMs;
    }
    const ticket = source.changes.ticket;
    const batch = readBatch(source, position, options.namespace);
    yield* eventsOf(kind, batch.changes, matches, options.signal);
    position = batch.position;
    if (batch.changes.length < batchMax) await changedOrDue(source, ticket, bookmarkDueMs, options.signal);
    // Waits between two batches of changes, so that the work that the changes cause, such as the callbacks of many
    // jobs, can begin.
    else await nextTurn();
  }
}

function* eventsOf<S, T>(
  kind: ResourceKind<S, T>,
  changes: Change[],
  matches: (object: RawObject) => boolean,
  signal: AbortSignal,
): Generator<WatchEvent<S, T>, void, undefined> {
  for (const change of changes) {
    if (signal.aborted) return;
    const event = eventOf(kind, change, matches);
    if (event !== undefined) yield event;
  }
}

function eventOf<S, T>(
  kind: ResourceKind<S, T>,
  { before, after, gone }: Change,
  matches: (object: RawObject) => boolean,
): WatchEvent<S, T> | undefined {
  const matched = before !== undefined && (matches === everything || matches(before()));
  const matching = !gone && matches(after);
  if (matching) return { type: matched ? 'MODIFIED' : 'ADDED', object: typed(kind, after) };
  if (!matched) return undefined;
  return { type: 'DELETED', object: typed(kind, gone ? after : lastMatching(before(), after)) };
}

/**
 * Returns the last state of an object that matched the selector of a watch. Its version is the one at which the object
 * stopped matching, as on Kubernetes.
 */
function lastMatching(before: RawObject, after: RawObject): RawObject {
  return { ...before, metadata: { ...before.metadata, resourceVersion: after.metadata.resourceVersion } };
}

function readBatch(source: WatchSource, position: number, namespace: string | undefined): Batch {
  return source.database.read(() => {
    const { head } = checkKnown(source, position);
    const changes = source.revisions.changes(source.resource, position, batchMax, namespace);
    const last = changes.length < batchMax ? undefined : changes.at(-1);
    return { changes, position: last?.version ?? head };
  });
}

/**
 * Throws `Expired` if the changes after a version are unknown: they were deleted (compacted), or the version belongs to
 * another file.
 */
function checkKnown({ revisions }: WatchSource, position: number): LogRange {
  const range = revisions.range();
  if (position >= range.compacted && position <= range.head) return range;
  throw new StoreError('Expired', `Version ${position} is too old or belongs to another store. List again.`);
}

function parseVersion(resourceVersion: string): number {
  if (/^[1-9]\d{0,15}$/.test(resourceVersion)) return Number(resourceVersion);
  throw new StoreError('Invalid', `${JSON.stringify(resourceVersion)} is not a version of this store.`);
}

async function changedOrDue(source: WatchSource, ticket: number, dueMs: number, signal: AbortSignal): Promise<void> {
  const done = new AbortController();
  const either = AbortSignal.any([signal, done.signal]);
  try {
    const leftMs = dueMs - source.clock.monotonicMs();
    await Promise.race([source.changes.changed(ticket, either), source.clock.sleep(leftMs, either)]);
  } finally {
    done.abort();
  }
}
