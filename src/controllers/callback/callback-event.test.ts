import { expect, test } from '@jest/globals';
import { eventOf } from './callback-event.ts';
import type { DeliveryCondition } from './callback-store.ts';

type Reason = DeliveryCondition['reason'];

/** Gives the condition these reasons, one after the other. Returns the reason of the Event that each change causes. */
function eventsOf(...reasons: Reason[]): (string | undefined)[] {
  return reasons.map((reason, n) => {
    const status = reason === 'Delivered' ? 'True' : 'False';
    return eventOf(reasons[n - 1], { status, reason, message: 'Message of the condition.' })?.reason;
  });
}

test.each<[string, Reason[], (string | undefined)[]]>([
  ['a first attempt that succeeds', ['Delivered'], [undefined]],
  [
    'failures until it is delivered',
    ['Retrying', 'Retrying', 'Delivered'],
    ['CallbackRetrying', undefined, 'CallbackDelivered'],
  ],
  [
    'failures until it is given up',
    ['Retrying', 'Retrying', 'GaveUp'],
    ['CallbackRetrying', undefined, 'CallbackGaveUp'],
  ],
  ['a receiver that is gone', ['Gone'], ['CallbackGone']],
  [
    'a missing secret',
    ['SecretMissing', 'SecretMissing', 'Delivered'],
    ['CallbackSecretMissing', undefined, 'CallbackDelivered'],
  ],
  [
    'a missing account',
    ['AccountMissing', 'AccountMissing', 'Abandoned'],
    ['CallbackAccountMissing', undefined, 'CallbackAbandoned'],
  ],
  ['a replay that succeeds again', ['Delivered', 'Delivered'], [undefined, undefined]],
  ['a replay that fails', ['Delivered', 'Retrying'], [undefined, 'CallbackRetrying']],
])('%s has the expected Events', (_, reasons, want) => {
  expect(eventsOf(...reasons)).toEqual(want);
});

test('only a delivery is a normal Event, and the message is that of the condition', () => {
  const condition = { status: 'False', reason: 'Gone', message: 'The receiver answered 410.' } as const;
  expect(eventOf('Retrying', condition)).toMatchObject({ type: 'Warning', message: 'The receiver answered 410.' });
  expect(eventOf('Retrying', { ...condition, status: 'True', reason: 'Delivered' })).toMatchObject({ type: 'Normal' });
});
