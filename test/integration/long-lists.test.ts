import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { UnreadableRecord, type Archive } from '../../src/archive/port.ts';
import { createRetentionController } from '../../src/controllers/retention/controller.ts';
import { aroundCalls } from '../support/faults/around-calls.ts';
import { CallbackRig } from '../support/callbacks/callback-rig.ts';
import { RetentionRig } from '../support/ledger/retention-rig.ts';
import { until } from '../support/process/until.ts';

/** Returns an archive with a list that ends only when its signal aborts, and a counter of what the list has yielded. */
function endless(archive: Archive, method: 'listExpired' | 'listOpenDeliveries', item: unknown) {
  const seen = { items: 0 };
  async function* list(signal: AbortSignal): AsyncGenerator<unknown, void, undefined> {
    while (!signal.aborted) {
      seen.items += 1;
      yield item;
      await turn();
    }
  }
  const wrapped = aroundCalls(archive, (name, run, args) => {
    return name === method ? list(args.find((arg) => arg instanceof AbortSignal) ?? AbortSignal.any([])) : run();
  });
  return { archive: wrapped, seen };
}

const key = { namespace: 'default', account: 'acme', jobId: 'job' };

test('a stop of the callback controller ends a long list of open callbacks', async () => {
  const rig = await CallbackRig.open();
  try {
    const { archive, seen } = endless(rig.jobs.archive, 'listOpenDeliveries', key);
    await rig.start({ ...rig.deps, archive });
    await until(() => seen.items > 10);
    await rig.stop();
    const { items } = seen;
    await turn();
    expect(seen.items).toBe(items);
  } finally {
    await rig.close();
  }
});

test.each<['listExpired' | 'listOpenDeliveries', unknown]>([
  ['listExpired', 'job'],
  ['listOpenDeliveries', key],
])('a stop of the retention controller ends a long %s', async (method, item) => {
  const rig = await RetentionRig.open();
  const { archive, seen } = endless(rig.archive, method, item);
  // retention skips a job that failed, without a wait
  archive.get = () => Promise.reject(new UnreadableRecord('damaged'));
  const stop = new AbortController();
  const run = createRetentionController({ ...rig.deps, archive }).run(stop.signal);
  await until(() => seen.items > 10);
  stop.abort();
  await run;
  rig.close();
});
