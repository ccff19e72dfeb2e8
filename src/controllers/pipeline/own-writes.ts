import type { ObjectMeta } from '../../objects/stored-object.ts';

/**
 * Records which resource versions the controller's own writes have replaced, so that the controller does not act on a
 * cache that does not show these writes yet.
 *
 * Resource versions are opaque. This class only assumes that an accepted write replaced exactly the version that the
 * write request contained. So a cached object with this version is outdated, and a cached object with any other version
 * is not.
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
