import type { ObjectEvent } from '../../events/port.ts';
import type { DeliveryCondition } from './callback-store.ts';

const reasons = {
  Delivered: 'CallbackDelivered',
  Retrying: 'CallbackRetrying',
  GaveUp: 'CallbackGaveUp',
  Gone: 'CallbackGone',
  Abandoned: 'CallbackAbandoned',
  SecretMissing: 'CallbackSecretMissing',
  AccountMissing: 'CallbackAccountMissing',
} as const satisfies Record<DeliveryCondition['reason'], string>;

/**
 * Returns the Event for a change of the condition `CallbackDelivered`, or undefined if its reason stays the same.
 * `before` is the reason before the change. A callback that is delivered at the first attempt causes no Event, because
 * the condition suffices.
 */
export function eventOf(
  before: string | undefined,
  { reason, message }: DeliveryCondition,
): Pick<ObjectEvent, 'type' | 'reason' | 'message'> | undefined {
  if (reason === before || (reason === 'Delivered' && before === undefined)) return undefined;
  return { type: reason === 'Delivered' ? 'Normal' : 'Warning', reason: reasons[reason], message };
}
