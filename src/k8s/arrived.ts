import type { ObjectList } from '../store/port.ts';
import { StoreError } from '../objects/store-error.ts';
import type { ResourceKind } from '../objects/resource-kind.ts';
import type { StoredObject } from '../objects/stored-object.ts';

type Fields = Record<string, unknown>;

/**
 * Returns an object that the API server sent, without its managedFields. Adwright does not use these fields, and they
 * are often most of the object.
 *
 * The API server has validated the object, so only the fields that all kinds have in common are checked.
 */
export function arrived<S, T>(kind: ResourceKind<S, T>, sent: unknown): StoredObject<S, T> {
  if (!isFields(sent) || !isFields(sent['metadata'])) throw noObject(kind.kind);
  const { managedFields, ...metadata } = sent['metadata'];
  // Objects in a list have no `kind` and `apiVersion`, so both are added here.
  const object = { ...sent, apiVersion: kind.apiVersion, kind: kind.kind, metadata };
  if (!isObject<S, T>(object)) throw noObject(kind.kind);
  return object;
}

export function arrivedList<S, T>(kind: ResourceKind<S, T>, sent: unknown): ObjectList<S, T> {
  if (!isFields(sent) || !isFields(sent['metadata'])) throw noObject(`list of ${kind.kind}`);
  const { resourceVersion, continue: next } = sent['metadata'];
  const items = sent['items'] ?? [];
  if (typeof resourceVersion !== 'string' || !Array.isArray(items)) throw noObject(`list of ${kind.kind}`);
  const list = { items: items.map((item: unknown) => arrived(kind, item)), resourceVersion };
  return typeof next === 'string' && next !== '' ? { ...list, continueToken: next } : list;
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isObject<S, T>(value: { metadata: Fields }): value is StoredObject<S, T> & { metadata: Fields } {
  const { name, uid, resourceVersion } = value.metadata;
  return typeof name === 'string' && typeof uid === 'string' && typeof resourceVersion === 'string';
}

function noObject(what: string): StoreError {
  return new StoreError('Unavailable', `The API server returned a response that is not a valid ${what}.`);
}
