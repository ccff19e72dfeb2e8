import { z } from 'zod';
import { isLabelValue, isQualifiedName } from './name-rules.ts';
import { StoreError } from '../objects/store-error.ts';
import type { ResourceKind } from '../objects/resource-kind.ts';
import type { ObjectKey } from '../objects/object-key.ts';
import type { StoredObject } from '../objects/stored-object.ts';

/** An object as it is stored. The schemas of its kind have not parsed its spec and status. */
export type RawObject = StoredObject;

const annotationBytesMax = 262_144;

const filled = z.string().min(1);
const qualified = z.string().refine(isQualifiedName, 'must be a qualified name ([prefix/]name)');
const Labels = z.record(qualified, z.string().refine(isLabelValue, 'must be a label value'));
const Annotations = z
  .record(qualified, z.string())
  .refine((all) => Buffer.byteLength(JSON.stringify(all)) <= annotationBytesMax, 'must not be larger than 256 KiB');

const OwnerReference = z.object({
  apiVersion: filled,
  kind: filled,
  name: filled,
  uid: filled,
  controller: z.boolean().exactOptional(),
  blockOwnerDeletion: z.boolean().exactOptional(),
});

const OwnerReferences = z
  .array(OwnerReference)
  .refine(
    (owners) => owners.filter((owner) => owner.controller === true).length <= 1,
    'must not have more than one controller',
  );

export const WritableMeta = z.object({
  labels: Labels.exactOptional(),
  annotations: Annotations.exactOptional(),
  finalizers: z.array(qualified).exactOptional(),
  ownerReferences: OwnerReferences.exactOptional(),
});
export type WritableMeta = z.infer<typeof WritableMeta>;

const StoredMeta = z.object({
  name: z.string(),
  namespace: z.string(),
  uid: z.string(),
  resourceVersion: z.string(),
  generation: z.number(),
  creationTimestamp: z.string(),
  deletionTimestamp: z.string().exactOptional(),
  labels: z.record(z.string(), z.string()).exactOptional(),
  annotations: z.record(z.string(), z.string()).exactOptional(),
  finalizers: z.array(z.string()).exactOptional(),
  ownerReferences: z.array(OwnerReference).exactOptional(),
});

const Raw = z.object({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: StoredMeta,
  spec: z.unknown(),
  status: z.unknown().exactOptional(),
});

export function parseRaw(body: string): RawObject {
  return Raw.parse(JSON.parse(body));
}

export function typed<S, T>(kind: ResourceKind<S, T>, raw: RawObject): StoredObject<S, T> {
  const { apiVersion, kind: kindName, metadata, status } = raw;
  const object = { apiVersion, kind: kindName, metadata, spec: parseSpec(kind, metadata, raw.spec) };
  return status === undefined ? object : { ...object, status: parseStatus(kind, metadata, status) };
}

export function parseSpec<S, T>(kind: ResourceKind<S, T>, key: ObjectKey, spec: unknown): S {
  return checked(kind.kind, key, 'spec', () => kind.parseSpec(spec));
}

export function parseStatus<S, T>(kind: ResourceKind<S, T>, key: ObjectKey, status: unknown): T {
  return checked(kind.kind, key, 'status', () => kind.parseStatus(status));
}

export function parseWritableMeta(kind: string, key: ObjectKey, metadata: unknown): WritableMeta {
  const parsed = checked(kind, key, 'metadata', () => WritableMeta.parse(metadata));
  return Object.fromEntries(Object.entries(parsed).filter(([, value]) => Object.keys(value).length > 0));
}

export function asJson(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}

function checked<R>(kind: string, key: ObjectKey, field: string, parse: () => R): R {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    const issues = error.issues.map((issue) => `${[field, ...issue.path].join('.')}: ${issue.message}`);
    throw new StoreError('Invalid', `${kind} "${key.name}" is invalid: ${issues.join('; ')}`, { cause: error });
  }
}
