import type { Condition } from '../schema/resource-parts.ts';
import { timestamp } from './timestamp.ts';

export type ConditionUpdate = Pick<Condition, 'type' | 'status' | 'reason' | 'message' | 'observedGeneration'>;

/**
 * Returns the list of Kubernetes conditions with one condition replaced or added. The `lastTransitionTime` of this
 * condition changes only if its `status` changes. All other conditions keep their content and position.
 */
export function setCondition(
  conditions: readonly Condition[] | undefined,
  update: ConditionUpdate,
  now: Date,
): Condition[] {
  const before = findCondition(conditions, update.type);
  const lastTransitionTime = before?.status === update.status ? before.lastTransitionTime : timestamp(now);
  const after: Condition = { ...update, lastTransitionTime };
  if (before === undefined) return [...(conditions ?? []), after];
  return (conditions ?? []).map((condition) => (condition === before ? after : condition));
}

/** Returns the list of Kubernetes conditions without the condition of this type. */
export function withoutCondition(conditions: readonly Condition[] | undefined, type: string): Condition[] {
  return (conditions ?? []).filter((condition) => condition.type !== type);
}

export function findCondition(conditions: readonly Condition[] | undefined, type: string): Condition | undefined {
  return conditions?.find((condition) => condition.type === type);
}

export function isConditionTrue(conditions: readonly Condition[] | undefined, type: string): boolean {
  return conditions?.some((condition) => condition.type === type && condition.status === 'True') ?? false;
}
