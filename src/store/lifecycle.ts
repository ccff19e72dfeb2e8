import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../clock/port.ts';
import { timestamp } from '../domain/timestamp.ts';
import type { RawObject } from './object-shape.ts';
import type { DeleteOptions } from './port.ts';
import type { ObjectAddress, Revisions } from './revisions.ts';

/**
 * Creates, changes and deletes objects as Kubernetes does, with its rules for finalizers and owners. The caller must be
 * in a write transaction.
 */
export class Lifecycle {
  private readonly revisions: Revisions;
  private readonly clock: Clock;

  constructor(revisions: Revisions, clock: Clock) {
    this.revisions = revisions;
    this.clock = clock;
  }

  /**
   * Creates an object. If the object names owners and none of them exists, it is deleted at once, as the Kubernetes
   * garbage collector would do.
   */
  begin(address: ObjectAddress, object: RawObject): RawObject {
    const written = this.revisions.append(address, object);
    const owners = object.metadata.ownerReferences ?? [];
    if (owners.length > 0 && !this.hasLivingOwner(object)) this.delete(address, written, 'Background');
    return written;
  }

  /**
   * Writes the next state of an object; does nothing if the state is the same. If the object is being deleted and has
   * no finalizers left, deletes it.
   */
  change(address: ObjectAddress, before: RawObject, after: RawObject): RawObject {
    const waiting = (after.metadata.finalizers ?? []).length > 0;
    if (after.metadata.deletionTimestamp !== undefined && !waiting) return this.end(address, after);
    return isDeepStrictEqual(before, after) ? before : this.revisions.append(address, after);
  }

  delete(address: ObjectAddress, object: RawObject, propagation: NonNullable<DeleteOptions['propagation']>): void {
    if (propagation === 'Orphan') this.orphanDependents(object);
    if ((object.metadata.finalizers ?? []).length === 0) this.end(address, object);
    else if (object.metadata.deletionTimestamp === undefined) this.mark(address, object);
  }

  private mark(address: ObjectAddress, object: RawObject): void {
    const { generation } = object.metadata;
    const deletionTimestamp = timestamp(this.clock.now());
    const metadata = { ...object.metadata, deletionTimestamp, generation: generation + 1 };
    this.revisions.append(address, { ...object, metadata });
  }

  private end(address: ObjectAddress, object: RawObject): RawObject {
    const last = this.revisions.append(address, object, true);
    const { uid, namespace } = object.metadata;
    for (const dependent of this.revisions.dependents(uid, namespace)) this.loseOwner(dependent, uid);
    return last;
  }

  private loseOwner(address: ObjectAddress, ownerUid: string): void {
    const object = this.revisions.current(address);
    if (object === undefined) return;
    if (this.hasLivingOwner(object)) this.disown(address, object, ownerUid);
    else this.delete(address, object, 'Background');
  }

  private orphanDependents(owner: RawObject): void {
    const { uid, namespace } = owner.metadata;
    for (const address of this.revisions.dependents(uid, namespace)) {
      const object = this.revisions.current(address);
      if (object !== undefined) this.disown(address, object, uid);
    }
  }

  private disown(address: ObjectAddress, object: RawObject, ownerUid: string): void {
    const { ownerReferences = [], ...metadata } = object.metadata;
    const kept = ownerReferences.filter((owner) => owner.uid !== ownerUid);
    const after = kept.length === 0 ? metadata : { ...metadata, ownerReferences: kept };
    this.revisions.append(address, { ...object, metadata: after });
  }

  private hasLivingOwner({ metadata }: RawObject): boolean {
    return (metadata.ownerReferences ?? []).some((owner) => this.revisions.lives(owner.uid, metadata.namespace));
  }
}
