import { expect, test } from '@jest/globals';
import { FakeClock } from '../../../test/support/time/fake-clock.ts';
import type { AttemptObservation, SeenWait } from '../port.ts';
import { UnexplainedWaits } from './unexplained-waits.ts';

const waits = (reason?: SeenWait['reason']): AttemptObservation => ({
  ...{ stage: 'image', attempt: 1, state: 'waiting' },
  ...(reason && { wait: { reason, message: 'The pod has no node yet.', since: '2026-11-01T12:00:00Z' } }),
});
const limited = (limit: UnexplainedWaits, reason: SeenWait['reason'], before?: AttemptObservation) =>
  limit.limit({ observation: waits(reason), changesMs: undefined }, before);

test('of a burst that starts late, ten stages are reported at once and one more each second', async () => {
  const clock = new FakeClock();
  const limit = new UnexplainedWaits(clock);
  const reported = () =>
    Array.from({ length: 300 }, () => limited(limit, 'NotStarted').observation).filter(
      (observation) => observation?.state === 'waiting' && observation.wait !== undefined,
    ).length;
  expect(reported()).toBe(10);
  await clock.advance(3_000);
  expect(reported()).toBe(3);
});

test('a stage that is not reported is looked at again after five seconds', () => {
  const clock = new FakeClock();
  const limit = new UnexplainedWaits(clock);
  for (let at = 0; at < 10; at += 1) limited(limit, 'NotStarted');
  const found = limited(limit, 'NotStarted');
  expect(found).toEqual({ observation: waits(), changesMs: clock.now().getTime() + 5_000 });
});

test('a stage whose wait has a reason, or was reported before, is always reported', () => {
  const limit = new UnexplainedWaits(new FakeClock());
  for (let at = 0; at < 10; at += 1) limited(limit, 'NotStarted');
  expect(limited(limit, 'Volume').observation).toEqual(waits('Volume'));
  expect(limited(limit, 'NotStarted', waits('Unschedulable')).observation).toEqual(waits('NotStarted'));
});
