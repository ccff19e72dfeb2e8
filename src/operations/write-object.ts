import { z } from 'zod';
import type { MergePatch } from '../objects/merge-patch.ts';
import { keyText, type ObjectKey } from '../objects/object-key.ts';
import { isStoreError, StoreError } from '../objects/store-error.ts';
import type { NewObject, StoredObject } from '../objects/stored-object.ts';
import type { ObjectStore } from '../store/port.ts';
import { fieldsChanged, shown, type Change } from './change.ts';
import type { By } from './operation.ts';
import type { Resource } from './resource.ts';

const triesMax = 8;

/** Namespace and name of an object, as input of an operation. */
export const Named = z.object({ namespace: z.string(), name: z.string() });

/** Name of a new object: a DNS-1123 label. */
export const NewName = z.string().refine((text) => /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/.test(text), {
  error: 'Use at most 63 lower-case letters, digits and hyphens, with a letter or digit at both ends.',
  params: { type: 'bad_format' },
});

/**
 * Input of an operation that replaces what a person has seen: `metadata.generation` of the object that the person saw.
 * If the object has another generation, another writer has changed the object since, and nothing is written.
 */
export const Unchanged = { generation: z.int().exactOptional() };

/**
 * Object that an operation writes. An object of this name with another uid counts as missing, and so does an object
 * that is being deleted if `isLive` is true.
 */
export type Wanted = ObjectKey & { uid?: string; isLive?: boolean };

/**
 * Write to an object; without `spec` and `annotations`, nothing is written. `reported` are the fields to report as the
 * change, instead of all fields that are written.
 */
interface Edit {
  spec?: MergePatch;
  annotations?: Record<string, string | null>;
  reported?: Pick<Change, 'before' | 'after'>;
}

/** Outcome of a write. `change` is undefined if the object already had all values. */
interface Written<S, T> {
  kind: 'done';
  object: StoredObject<S, T>;
  change: Change | undefined;
}

export const notFound = { kind: 'not-found' } as const;
type NotFound = typeof notFound;

type Parts<Calls extends keyof ObjectStore> = { store: Pick<ObjectStore, Calls>; by: By };

/** Returns an object. Returns undefined if it does not exist or the actor may not see it. */
export async function seenObject<S, T>(
  { store, by }: Parts<'get'>,
  { kind, isSeen }: Resource<S, T>,
  { namespace, name }: ObjectKey,
): Promise<StoredObject<S, T> | undefined> {
  const object = await store.get(kind, { namespace, name });
  return object !== undefined && isSeen(by.actor, object) ? object : undefined;
}

/**
 * Reads an object and calls `change`, which writes it. `change` must use the resourceVersion of the object that it
 * receives. After a write conflict, `change` is called again with the new state of the object. Throws
 * `StoreError('Unavailable')` after `triesMax` conflicts.
 */
export async function changeObject<S, T, R>(
  parts: Parts<'get'>,
  resource: Resource<S, T>,
  { uid, isLive, ...key }: Wanted,
  change: (object: StoredObject<S, T>) => Promise<R>,
): Promise<R | NotFound> {
  const isWanted = ({ metadata }: StoredObject<S, T>): boolean =>
    (uid ?? metadata.uid) === metadata.uid && !(isLive === true && metadata.deletionTimestamp !== undefined);
  for (let tries = 0; tries < triesMax; tries += 1) {
    const object = await seenObject(parts, resource, key);
    if (object === undefined || !isWanted(object)) return notFound;
    try {
      return await change(object);
    } catch (error) {
      if (isStoreError(error, 'NotFound')) return notFound;
      if (!isStoreError(error, 'Conflict')) throw error;
    }
  }
  const object = `${resource.kind.kind} ${keyText(key)}`;
  throw new StoreError('Unavailable', `${object} had ${triesMax} write conflicts in a row.`);
}

/**
 * Writes the edit that `decide` returns for the current state of an object. If `decide` returns another outcome of the
 * operation instead, writes nothing and returns the outcome.
 */
export function editObject<S, T, R extends { kind: string } = never>(
  parts: Parts<'get' | 'patch'>,
  resource: Resource<S, T>,
  wanted: Wanted,
  decide: (object: StoredObject<S, T>) => { edit: Edit } | { instead: R },
): Promise<Written<S, T> | R | NotFound> {
  return changeObject(parts, resource, wanted, async (object) => {
    const decided = decide(object);
    if ('instead' in decided) return decided.instead;
    const { spec, annotations } = decided.edit;
    if (spec === undefined && annotations === undefined) return { kind: 'done', object, change: undefined };
    const change = changeOf(object, resource, decided.edit);
    const all = { ...annotations, ...(change && (await parts.by.announce?.(change))) };
    const { namespace, name, resourceVersion } = object.metadata;
    const metadata = { resourceVersion, ...(Object.keys(all).length > 0 && { annotations: all }) };
    const patch = { metadata, ...(spec && { spec }) };
    return { kind: 'done', object: await parts.store.patch(resource.kind, { namespace, name }, patch), change };
  });
}

/** Returns the edit, or the outcome `changed` if the object has another generation than the given one. */
export function unlessChanged(generation: number | undefined, edit: Edit) {
  return <S, T>(object: StoredObject<S, T>) =>
    (generation ?? object.metadata.generation) === object.metadata.generation
      ? { edit }
      : { instead: { kind: 'changed' as const, object } };
}

function changeOf<S, T>(object: StoredObject<S, T>, resource: Resource<S, T>, edit: Edit): Change | undefined {
  const { spec, annotations, reported } = edit;
  const fields =
    reported ?? fieldsChanged(object.spec, spec) ?? fieldsChanged(object.metadata.annotations, annotations);
  return fields && { target: targetOf(resource, object), ...fields };
}

/** Creates an object. Returns undefined if the name is taken. */
export async function createObject<S extends object, T>(
  { store, by }: Parts<'create'>,
  resource: Resource<S, T>,
  { metadata, spec }: NewObject<S>,
): Promise<Written<S, T> | undefined> {
  const after = shown(spec);
  const annotations = await by.announce?.({ target: targetOf(resource, { metadata, spec }), after });
  try {
    const made = { metadata: { ...metadata, ...(annotations && { annotations }) }, spec };
    const object = await store.create(resource.kind, made);
    return { kind: 'done', object, change: { target: targetOf(resource, object), after } };
  } catch (error) {
    if (isStoreError(error, 'AlreadyExists')) return undefined;
    throw error;
  }
}

/** Returns the target of a change. */
export function targetOf<S, T>(
  { kind, hintOf, accountOf }: Resource<S, T>,
  object: { metadata: ObjectKey & { uid?: string }; spec: S },
): Change['target'] {
  const { namespace, name, uid } = object.metadata;
  return { kind: kind.kind, namespace, name, uid, hint: hintOf?.(object.spec), account: accountOf(object) };
}
