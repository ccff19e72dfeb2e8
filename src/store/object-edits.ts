import { isDeepStrictEqual } from 'node:util';
import { isPlainObject, mergePatch, type MergePatch } from '../objects/merge-patch.ts';
import { asJson, parseSpec, parseStatus, parseWritableMeta, type RawObject } from './object-shape.ts';
import { StoreError } from '../objects/store-error.ts';
import type { ResourceKind } from '../objects/resource-kind.ts';
import type { NewObject, ObjectMeta } from '../objects/stored-object.ts';

/**
 * Maximum size of an object, in bytes of JSON. On a cluster, etcd refuses more than 1.5 MiB, and the API server's own
 * fields take a part of it.
 */
const objectBytesMax = 1_048_576;

export interface Identity {
  uid: string;
  creationTimestamp: string;
}

export function newObject<S, T>(kind: ResourceKind<S, T>, wanted: NewObject<S>, identity: Identity): RawObject {
  const { namespace, name } = wanted.metadata;
  const writable = parseWritableMeta(kind.kind, wanted.metadata, wanted.metadata);
  const metadata = { name, namespace, ...identity, resourceVersion: '', generation: 1, ...writable };
  const spec = asJson(parseSpec(kind, wanted.metadata, wanted.spec));
  return checkSize({ apiVersion: kind.apiVersion, kind: kind.kind, metadata, spec });
}

/** Applies a patch to the metadata and spec of an object. Ignores `status`, and metadata that only the store writes. */
export function patched<S, T>(kind: ResourceKind<S, T>, before: RawObject, patch: MergePatch): RawObject {
  checkPreconditions(before, patch);
  const merged = mergePatch({ metadata: before.metadata, spec: before.spec }, patch);
  const { metadata: wanted, spec: wantedSpec } = isPlainObject(merged) ? merged : {};
  const metadata = { ...systemMeta(before.metadata), ...parseWritableMeta(kind.kind, before.metadata, wanted) };
  checkFinalizers(before, metadata.finalizers ?? []);
  const spec = asJson(parseSpec(kind, before.metadata, wantedSpec));
  if (isDeepStrictEqual(spec, before.spec)) return checkSize({ ...before, metadata });
  kind.validateUpdate?.(parseSpec(kind, before.metadata, before.spec), parseSpec(kind, before.metadata, spec));
  return checkSize({ ...before, metadata: { ...metadata, generation: metadata.generation + 1 }, spec });
}

export function statusPatched<S, T>(kind: ResourceKind<S, T>, before: RawObject, patch: MergePatch): RawObject {
  checkPreconditions(before, patch);
  const { status: statusBefore, ...rest } = before;
  const merged = mergePatch({ status: statusBefore }, { status: patch['status'] });
  const wanted = isPlainObject(merged) ? merged['status'] : undefined;
  if (wanted === undefined) return rest;
  return checkSize({ ...rest, status: asJson(parseStatus(kind, before.metadata, wanted)) });
}

function systemMeta(metadata: ObjectMeta): ObjectMeta {
  const { name, namespace, uid, resourceVersion, generation, creationTimestamp, deletionTimestamp } = metadata;
  const kept = { name, namespace, uid, resourceVersion, generation, creationTimestamp };
  return deletionTimestamp === undefined ? kept : { ...kept, deletionTimestamp };
}

function checkPreconditions({ kind, metadata }: RawObject, patch: MergePatch): void {
  const wanted = isPlainObject(patch['metadata']) ? patch['metadata'] : {};
  const { resourceVersion, uid, name = metadata.name, namespace = metadata.namespace } = wanted;
  if (differs(resourceVersion, metadata.resourceVersion) || differs(uid, metadata.uid)) {
    throw conflict(kind, metadata.name);
  }
  if (name !== metadata.name || namespace !== metadata.namespace) {
    throw new StoreError('Invalid', `${kind} "${metadata.name}" cannot be renamed or moved.`);
  }
}

/**
 * Reports whether a patch requires another value than the actual one, such as another resourceVersion. If the patch
 * requires no value, or an empty one, the result is false.
 */
function differs(wanted: unknown, actual: string): boolean {
  return wanted !== undefined && wanted !== null && wanted !== '' && wanted !== actual;
}

export function conflict(kind: string, name: string): StoreError {
  return new StoreError('Conflict', `${kind} "${name}" was changed or replaced meanwhile. Read it again and retry.`);
}

function checkFinalizers({ kind, metadata }: RawObject, finalizers: string[]): void {
  const added = finalizers.filter((finalizer) => metadata.finalizers?.includes(finalizer) !== true);
  if (metadata.deletionTimestamp === undefined || added.length === 0) return;
  throw new StoreError('Invalid', `${kind} "${metadata.name}" is being deleted, so finalizers cannot be added.`);
}

function checkSize(object: RawObject): RawObject {
  const sizeBytes = Buffer.byteLength(JSON.stringify(object));
  if (sizeBytes <= objectBytesMax) return object;
  throw new StoreError('Invalid', `${object.kind} "${object.metadata.name}" is too large: ${sizeBytes} bytes.`);
}
