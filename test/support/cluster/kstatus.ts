import type { Condition } from '../../../src/schema/resource-parts.ts';

interface Described {
  metadata: { generation: number; deletionTimestamp?: string | undefined };
  status?: { observedGeneration?: number | undefined; conditions?: readonly Condition[] | undefined } | undefined;
}

/**
 * Returns what kstatus reports for an object of a custom kind. These are the rules of `Compute` in
 * https://github.com/kubernetes-sigs/cli-utils/tree/v0.37.2/pkg/kstatus/status.
 */
export function kstatus({ metadata, status = {} }: Described): 'Terminating' | 'InProgress' | 'Failed' | 'Current' {
  if (metadata.deletionTimestamp !== undefined) return 'Terminating';
  const { observedGeneration = metadata.generation, conditions = [] } = status;
  if (observedGeneration !== metadata.generation) return 'InProgress';
  const isTrue = (wanted: string) => conditions.some(({ type, status }) => type === wanted && status === 'True');
  if (isTrue('Reconciling')) return 'InProgress';
  if (isTrue('Stalled')) return 'Failed';
  return isTrue('Ready') || !conditions.some(({ type }) => type === 'Ready') ? 'Current' : 'InProgress';
}
