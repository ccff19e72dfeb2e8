/**
 * A kind of Kubernetes object.
 *
 * `parseSpec` validates a spec and sets defaults, as the schema of the CRD does on a cluster; it throws
 * `StoreError('Invalid')` with a readable message. `validateUpdate` checks the rules that compare the old with the new
 * spec, such as immutable fields, which are CEL rules on a cluster.
 */
export interface ResourceKind<Spec, Status> {
  apiVersion: string;
  kind: string;
  plural: string;
  parseSpec(spec: unknown): Spec;
  parseStatus(status: unknown): Status;
  validateUpdate?(before: Spec, after: Spec): void;
  /**
   * Paths such as `status.phase` that a field selector may use in addition to `metadata.name` and `metadata.namespace`.
   */
  selectableFields: readonly string[];
  /**
   * Names of the spec fields that this program reads. A store may leave out all other spec fields in the events of a
   * watch and in the result of `create`. If `watchedSpecFields` is absent, a store returns the whole spec.
   *
   * The values of these fields are numbers or booleans, and their names do not occur at a deeper level.
   */
  watchedSpecFields?: readonly string[];
}
