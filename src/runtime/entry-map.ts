import type { ObjectKey } from '../store/port.ts';

/** Entries by namespace and name. It keeps no text of its own: its keys are the names that the entries have. */
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

  /** One that is deleted meanwhile is passed over, one that is set meanwhile may be among them. */
  *values(): IterableIterator<E> {
    for (const names of this.#namespaces.values()) yield* names.values();
  }
}
