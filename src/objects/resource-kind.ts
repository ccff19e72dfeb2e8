/**
 * A kind of resource. `parseSpec` validates a spec and sets defaults on create and patch, as the CRD's schema does on a
 * cluster; it throws `StoreError('Invalid')` with a readable message. `validateUpdate` checks the transition rules
 * (immutable and one-way fields) that are CEL rules on a cluster.
 */
export interface ResourceKind<Spec, Status> {
  apiVersion: string;
  kind: string;
  plural: string;
  parseSpec(spec: unknown): Spec;
  parseStatus(status: unknown): Status;
  validateUpdate?(before: Spec, after: Spec): void;
  /**
   * Dotted paths that a field selector may use in addition to `metadata.name` and `metadata.namespace`, such as
   * `status.phase`.
   */
  selectableFields: readonly string[];
  /**
   * Names of the spec fields that users of this kind need: watches and responses to creates may leave out all other
   * spec fields. The values of these fields are numbers or booleans, and their names do not occur at a deeper level.
   * Absent: the whole spec.
   */
  watchedSpecFields?: readonly string[];
}
