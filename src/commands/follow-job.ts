import { adJobKind } from '../domain/kinds.ts';
import { isTerminal } from '../domain/terminal.ts';
import type { AdJob } from '../schema/adjob.ts';
import { isStoreError, type StoredObject, type WatchEvent } from '../store/port.ts';
import { CommandError, type CommandContext } from './context.ts';
import { progressLines } from './job-progress.ts';

/** From the end of a watch to the next: a server that ends every one at once is not asked again and again. */
const pauseMs = 1_000;

/** Print each step as it is seen; the job at its end, or undefined when the signal came first. */
export async function followJob(
  context: CommandContext,
  name: string,
  signal: AbortSignal,
): Promise<AdJob | undefined> {
  let last: AdJob | undefined;
  for await (const job of states(context, name, signal)) {
    if (job === undefined) throw new CommandError('The job was deleted.');
    for (const line of progressLines(last?.status, job.status)) context.out(`${line}\n`);
    if (isTerminal(job)) return job;
    last = job;
  }
  return undefined;
}

/**
 * The job as it is and as it becomes, undefined when it is gone, until the signal aborts. A server ends every watch after
 * minutes; the next begins where the last one was. The first begins where a list ends: the version of a job that nobody
 * has written to for long may be forgotten.
 */
async function* states(
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
