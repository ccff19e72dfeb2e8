import { adJobKind } from '../domain/kinds.ts';
import { isTerminal } from '../domain/terminal.ts';
import type { AdJob } from '../schema/adjob.ts';
import type { WatchEvent } from '../store/port.ts';
import { isStoreError } from '../objects/store-error.ts';
import type { StoredObject } from '../objects/stored-object.ts';
import { CommandError, type CommandContext } from './context.ts';
import { progressLines } from './job-progress.ts';

/**
 * Pause between two Kubernetes watches, so that a server that ends every watch at once does not get a flood of
 * requests.
 */
const pauseMs = 1_000;

export async function followJob(
  context: CommandContext,
  name: string,
  signal: AbortSignal,
): Promise<AdJob | undefined> {
  let last: AdJob | undefined;
  for await (const job of jobStates(context, name, signal)) {
    if (job === undefined) throw new CommandError('The job was deleted.');
    for (const line of progressLines(last?.status, job.status)) context.out(`${line}\n`);
    if (isTerminal(job)) return job;
    last = job;
  }
  return undefined;
}

/**
 * Yields the state of a job after every change until the signal aborts. Yields undefined if the job was deleted.
 *
 * The API server ends a Kubernetes watch after some minutes; the next watch then continues after the last version that
 * was seen. The first watch starts at the version of a list of jobs, because the version of the job itself may be too
 * old for the API server.
 */
export async function* jobStates(
  context: CommandContext,
  name: string,
  signal: AbortSignal,
): AsyncGenerator<AdJob | undefined, void, undefined> {
  const store = await context.store();
  const select = { namespace: context.namespace, fieldSelector: `metadata.name=${name}` };
  let position: string | undefined;
  while (!signal.aborted) {
    try {
      if (position === undefined) {
        const { items, resourceVersion } = await store.list(adJobKind, select);
        yield items[0];
        position = resourceVersion;
      }
      for await (const event of store.watch(adJobKind, { ...select, resourceVersion: position, signal })) {
        position = versionOf(event);
        yield* statesOf(event);
      }
    } catch (error) {
      if (!isStoreError(error, 'Expired', 'Unavailable')) throw error;
      if (isStoreError(error, 'Expired')) position = undefined;
    }
    await context.clock.sleep(pauseMs, signal);
  }
}

function versionOf(event: WatchEvent<unknown, unknown>): string {
  return event.type === 'BOOKMARK' ? event.resourceVersion : event.object.metadata.resourceVersion;
}

function statesOf<S, T>(event: WatchEvent<S, T>): (StoredObject<S, T> | undefined)[] {
  if (event.type === 'BOOKMARK') return [];
  return [event.type === 'DELETED' ? undefined : event.object];
}
