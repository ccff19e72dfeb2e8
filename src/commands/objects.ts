import {
  isStoreError,
  type MergePatch,
  type NewObject,
  type ObjectStore,
  type ResourceKind,
  type StoredObject,
} from '../store/port.ts';
import { CommandError, exitCodes, type CommandContext } from './context.ts';

/** The object, or an end with exit code 3 that names the command which lists what there is. */
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
  const archive = kind.kind === 'AdJob' ? ' An archived job is read with GET /jobs/{job_id}.' : '';
  return new CommandError(
    `There is no ${kind.kind} "${name}". \`adwright ${group} list\` shows what there is.${archive}`,
    exitCodes.notFound,
  );
}

/** Create it, or say that the name is taken. */
export async function createNamed<S, T>(
  store: ObjectStore,
  kind: ResourceKind<S, T>,
  object: NewObject<S>,
): Promise<StoredObject<S, T>> {
  try {
    return await store.create(kind, object);
  } catch (error) {
    if (isStoreError(error, 'AlreadyExists'))
      throw new CommandError(`${kind.kind} "${object.metadata.name}" exists already.`);
    throw error;
  }
}

const attemptsMax = 5;

/** Read, decide, write; begun again when somebody else wrote in between. `undefined` from `change` writes nothing. */
export async function modify<S, T>(
  context: CommandContext,
  kind: ResourceKind<S, T>,
  name: string,
  change: (object: StoredObject<S, T>) => MergePatch | undefined,
): Promise<StoredObject<S, T>> {
  const store = await context.store();
  for (let attempt = 1; ; attempt += 1) {
    const object = await mustGet(context, kind, name);
    const spec = change(object);
    if (spec === undefined) return object;
    try {
      const { resourceVersion } = object.metadata;
      return await store.patch(kind, { namespace: context.namespace, name }, { metadata: { resourceVersion }, spec });
    } catch (error) {
      if (!isStoreError(error, 'Conflict') || attempt === attemptsMax) throw error;
    }
  }
}
