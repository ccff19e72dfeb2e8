import type { ObjectKey } from '../objects/object-key.ts';

/** Map of entries by namespace and name. To save memory, the map stores no joined `namespace/name` strings as keys. */
export class EntryMap<E extends ObjectKey> {
  readonly #namespaces = new Map<string, Map<string, E>>();

  get size(): number {
    return this.#namespaces.values().reduce((sum, names) => sum + names.size, 0);
  }

  get({ namespace, name }: ObjectKey): E | undefined {
    return this.#namespaces.get(namespace)?.get(name);
  }

  set(entry: E): void {
    const names = this.#namespaces.get(entry.namespace) ?? new Map<string, E>();
    this.#namespaces.set(entry.namespace, names.set(entry.name, entry));
  }

  delete({ namespace, name }: ObjectKey): void {
    this.#namespaces.get(namespace)?.delete(name);
  }

  /**
   * Iterates over the entries. Skips entries that are deleted during the iteration. Entries that are added during the
   * iteration may or may not appear.
   */
  *values(): IterableIterator<E> {
    for (const names of this.#namespaces.values()) yield* names.values();
  }
}
