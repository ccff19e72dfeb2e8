import type { Condition } from '../schema/resource-parts.ts';
import { setCondition, withoutCondition, type ConditionUpdate } from './conditions.ts';

/** State of an AdAccount or ApiKey: ready to be used or not, with a constant reason and a message for people. */
export interface Readiness extends Pick<ConditionUpdate, 'reason' | 'message'> {
  isReady: boolean;
  /** True: the object gets ready only after an operator changes it or restores what it needs. */
  isStalled: boolean;
}

/**
 * Returns the conditions with `Ready`, and with `Stalled` if the object is stalled. kstatus, which Flux and others use,
 * counts an object as failed if `Stalled` is true, as in progress if only `Ready` is false, and an absent `Stalled` as
 * false.
 */
export function setReadiness(
  conditions: readonly Condition[] | undefined,
  { isReady, isStalled, ...because }: Readiness,
  observedGeneration: number,
  now: Date,
): Condition[] {
  const ready = { type: 'Ready', status: isReady ? 'True' : 'False', ...because, observedGeneration } as const;
  const list = setCondition(conditions, ready, now);
  if (!isStalled) return withoutCondition(list, 'Stalled');
  return setCondition(list, { type: 'Stalled', status: 'True', ...because, observedGeneration }, now);
}
