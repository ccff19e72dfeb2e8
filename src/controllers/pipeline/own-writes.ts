import type { ObjectMeta } from '../../store/port.ts';

/**
 * Remembers what our own writes replaced, so that a cache that has not seen them yet is not acted on.
 *
 * Versions are opaque, so this rests on one thing: a write that named a version and was accepted replaced exactly that
 * one. A cache that still shows it is behind; a cache that shows any other has moved on.
 */
export class OwnWrites {
  readonly #replaced = new Map<string, string>();

  remember(before: ObjectMeta, after: ObjectMeta): void {
    if (after.resourceVersion !== before.resourceVersion) this.#replaced.set(before.uid, before.resourceVersion);
  }

  isStale({ uid, resourceVersion }: ObjectMeta): boolean {
    const isBehind = this.#replaced.get(uid) === resourceVersion;
    if (!isBehind) this.#replaced.delete(uid);
    return isBehind;
  }

  forget(uid: string): void {
    this.#replaced.delete(uid);
  }
}
