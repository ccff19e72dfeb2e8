import { isDeepStrictEqual } from 'node:util';
import { isPlainObject, mergePatch } from './merge-patch.ts';
import { asJson, parseSpec, parseStatus, parseWritableMeta, type RawObject } from './object-shape.ts';
import { StoreError, type MergePatch, type NewObject, type ObjectMeta, type ResourceKind } from './port.ts';

/** etcd refuses more than 1.5 MiB; the API server's own additions need some of it. */
const objectBytesMax = 1_048_576;

export interface Identity {
  uid: string;
  creationTimestamp: string;
}

/** The first state of an object. Its version comes from the store. */
export function newObject<S, T>(kind: ResourceKind<S, T>, wanted: NewObject<S>, identity: Identity): RawObject {
  const { namespace, name } = wanted.metadata;
  const writable = parseWritableMeta(kind.kind, wanted.metadata, wanted.metadata);
  const metadata = { name, namespace, ...identity, resourceVersion: '', generation: 1, ...writable };
  const spec = asJson(parseSpec(kind, wanted.metadata, wanted.spec));
  return checkSize({ apiVersion: kind.apiVersion, kind: kind.kind, metadata, spec });
}

/** Apply a patch to metadata and spec; `status` in it is ignored, and so is metadata that only the store writes. */
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

/** Apply a patch to `status` alone. */
export function statusPatched<S, T>(kind: ResourceKind<S, T>, before: RawObject, patch: MergePatch): RawObject {
  checkPreconditions(before, patch);
  const { status: statusBefore, ...rest } = before;
  const merged = mergePatch({ status: statusBefore }, { status: patch['status'] });
  const wanted = isPlainObject(merged) ? merged['status'] : undefined;
  if (wanted === undefined) return rest;
  return checkSize({ ...rest, status: asJson(parseStatus(kind, before.metadata, wanted)) });
}

/** The part of the metadata that no patch changes. */
function systemMeta(metadata: ObjectMeta): ObjectMeta {
  const { name, namespace, uid, resourceVersion, generation, creationTimestamp, deletionTimestamp } = metadata;
  const kept = { name, namespace, uid, resourceVersion, generation, creationTimestamp };
  return deletionTimestamp === undefined ? kept : { ...kept, deletionTimestamp };
}

/** A patch that names the version it was made for, or the uid, is for no other. */
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

/** Absent and empty mean that any will do. */
function differs(wanted: unknown, actual: string): boolean {
  return wanted !== undefined && wanted !== null && wanted !== '' && wanted !== actual;
}

export function conflict(kind: string, name: string): StoreError {
  return new StoreError('Conflict', `${kind} "${name}" has changed or is another one; look again and retry.`);
}

/** Whoever deletes an object relies on the finalizers it had then. */
function checkFinalizers({ kind, metadata }: RawObject, finalizers: string[]): void {
  const added = finalizers.filter((finalizer) => metadata.finalizers?.includes(finalizer) !== true);
  if (metadata.deletionTimestamp === undefined || added.length === 0) return;
  throw new StoreError('Invalid', `${kind} "${metadata.name}" is being deleted: no finalizer can be added.`);
}

function checkSize(object: RawObject): RawObject {
  const sizeBytes = Buffer.byteLength(JSON.stringify(object));
  if (sizeBytes <= objectBytesMax) return object;
  throw new StoreError('Invalid', `${object.kind} "${object.metadata.name}" is too large: ${sizeBytes} bytes.`);
}
