import type { ObjectStore } from '../store/port.ts';
import type { MergePatch } from '../objects/merge-patch.ts';
import { isStoreError } from '../objects/store-error.ts';
import type { ResourceKind } from '../objects/resource-kind.ts';
import type { NewObject, StoredObject } from '../objects/stored-object.ts';
import { CommandError, exitCodes, type CommandContext } from './context.ts';

/**
 * Returns the object of this name. If it does not exist, throws a `CommandError` with exit code 3 whose message names
 * the `list` command for this kind.
 */
export async function mustGet<S, T>(
  context: CommandContext,
  kind: ResourceKind<S, T>,
  name: string,
): Promise<StoredObject<S, T>> {
  const store = await context.store();
  const found = await store.get(kind, { namespace: context.namespace, name });
  if (found === undefined) throw notFound(kind, name);
  return found;
}

export function notFound(kind: { plural: string; kind: string }, name: string): CommandError {
  const group = { AdAccount: 'accounts', ApiKey: 'keys', AdJob: 'jobs' }[kind.kind] ?? kind.plural;
  const archive = kind.kind === 'AdJob' ? ' Read an archived job with GET /jobs/{job_id}.' : '';
  return new CommandError(
    `${kind.kind} "${name}" not found. Run \`adwright ${group} list\` to list all.${archive}`,
    exitCodes.notFound,
  );
}

export async function createNamed<S, T>(
  store: ObjectStore,
  kind: ResourceKind<S, T>,
  object: NewObject<S>,
): Promise<StoredObject<S, T>> {
  try {
    return await store.create(kind, object);
  } catch (error) {
    if (isStoreError(error, 'AlreadyExists'))
      throw new CommandError(`${kind.kind} "${object.metadata.name}" already exists.`);
    throw error;
  }
}

const attemptsMax = 5;

/**
 * Reads an object, computes a patch of its spec with `change` and writes the patch. Starts again if another client
 * wrote the object in between. If `change` returns undefined, writes nothing.
 */
export async function modify<S, T>(
  context: CommandContext,
  kind: ResourceKind<S, T>,
  name: string,
  change: (object: StoredObject<S, T>) => MergePatch | undefined,
): Promise<StoredObject<S, T>> {
  return write(context, kind, name, (object) => {
    const spec = change(object);
    return spec && { spec };
  });
}

/**
 * Reads an object and writes the annotations that `change` returns. Starts again if another client wrote the object in
 * between.
 */
export async function annotate<S, T>(
  context: CommandContext,
  kind: ResourceKind<S, T>,
  name: string,
  change: (object: StoredObject<S, T>) => Record<string, string>,
): Promise<StoredObject<S, T>> {
  return write(context, kind, name, (object) => ({ metadata: { annotations: change(object) } }));
}

async function write<S, T>(
  context: CommandContext,
  kind: ResourceKind<S, T>,
  name: string,
  change: (object: StoredObject<S, T>) => { spec?: MergePatch; metadata?: MergePatch } | undefined,
): Promise<StoredObject<S, T>> {
  const store = await context.store();
  for (let attempt = 1; ; attempt += 1) {
    const object = await mustGet(context, kind, name);
    const changed = change(object);
    if (changed === undefined) return object;
    try {
      const { resourceVersion } = object.metadata;
      const metadata = { resourceVersion, ...changed.metadata };
      return await store.patch(kind, { namespace: context.namespace, name }, { ...changed, metadata });
    } catch (error) {
      if (!isStoreError(error, 'Conflict') || attempt === attemptsMax) throw error;
    }
  }
}
