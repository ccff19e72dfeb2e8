import { StoreError, type ObjectList, type ResourceKind, type StoredObject } from '../store/port.ts';

type Fields = Record<string, unknown>;

/**
 * An object as the API server sent it: it has checked it, so only what every object has is looked at. Without
 * managedFields, which nobody here reads and which are often the larger part.
 */
export function arrived<S, T>(kind: ResourceKind<S, T>, sent: unknown): StoredObject<S, T> {
  if (!isFields(sent) || !isFields(sent['metadata'])) throw noObject(kind.kind);
  const { managedFields, ...metadata } = sent['metadata'];
  // The items of a list do not say their kind.
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
  return new StoreError('Unavailable', `The API server answered with what is no ${what}.`);
}
