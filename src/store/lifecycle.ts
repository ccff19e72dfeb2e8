import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../clock/port.ts';
import { timestamp } from '../domain/timestamp.ts';
import type { RawObject } from './object-shape.ts';
import type { DeleteOptions } from './port.ts';
import type { ObjectAddress, Revisions } from './revisions.ts';

/** How objects begin, change and end, with what hangs on them: finalizers and owners. Callers hold a write transaction. */
export class Lifecycle {
  private readonly revisions: Revisions;
  private readonly clock: Clock;

  constructor(revisions: Revisions, clock: Clock) {
    this.revisions = revisions;
    this.clock = clock;
  }

  /** An object whose owners are all gone goes at once, as Kubernetes' garbage collector would have it go. */
  begin(address: ObjectAddress, object: RawObject): RawObject {
    const written = this.revisions.append(address, object);
    const owners = object.metadata.ownerReferences ?? [];
    if (owners.length > 0 && !this.hasLivingOwner(object)) this.delete(address, written, 'Background');
    return written;
  }

  /** Write the next state; nothing when it is the same, and the end of the object when a deletion waits for nothing more. */
  change(address: ObjectAddress, before: RawObject, after: RawObject): RawObject {
    const waiting = (after.metadata.finalizers ?? []).length > 0;
    if (after.metadata.deletionTimestamp !== undefined && !waiting) return this.end(address, after);
    return isDeepStrictEqual(before, after) ? before : this.revisions.append(address, after);
  }

  /** With finalizers an object is only marked; it ends when the last of them is taken away. */
  delete(address: ObjectAddress, object: RawObject, propagation: NonNullable<DeleteOptions['propagation']>): void {
    if (propagation === 'Orphan') this.orphanDependents(object);
    if ((object.metadata.finalizers ?? []).length === 0) this.end(address, object);
    else if (object.metadata.deletionTimestamp === undefined) this.mark(address, object);
  }

  /** Kubernetes counts the mark as a change of the wish: the generation goes up. */
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

  /** A dependent stays as long as one of its owners does. */
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
