import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { Installation } from '../../../test/support/installation/installation.ts';
import {
  acme,
  createBoundJob,
  createFundedAccount,
  namespace,
  price,
} from '../../../test/support/installation/objects.ts';
import { FakeClock } from '../../../test/support/time/fake-clock.ts';
import { adJobKind } from '../../domain/kinds.ts';
import type { Actor } from '../actor.ts';
import { listJobEntries } from './list-job-entries.ts';
import { storeJobs } from './store-jobs.ts';

const viewer: Actor = { kind: 'role', role: 'viewer' };
const minuteMs = 60_000;

let home: Installation;
let clock: FakeClock;
beforeEach(async () => {
  // The id of a job contains the real time of its creation.
  clock = new FakeClock(new Date().toISOString());
  home = new Installation({ clock });
  await home.ledger.audit.begin('first');
  await createFundedAccount(home, acme, 100);
});
afterEach(() => {
  home.close();
});

const entriesOf = async (jobId: string, actor: Actor = viewer) => {
  const { store, ledger } = home;
  const outcome = await listJobEntries.run({ jobId }, { store, ledger, jobs: storeJobs(store, namespace) }, { actor });
  return outcome.kind === 'done' ? outcome.entries.map(({ kind, amount }) => `${kind} ${amount}`) : outcome.kind;
};

test.each([
  ['that was charged when it ended', 0],
  ['that was charged minutes after its end', 5 * minuteMs],
])('a job %s has its reservation and its charge, and none of other jobs', async (_, lateMs) => {
  const { metadata } = await createBoundJob(home);
  const other = await createBoundJob(home);
  await clock.advance(30 * minuteMs);
  const completionTime = clock.now().toISOString();
  await clock.advance(lateMs);
  await home.ledger.settle(metadata.name, metadata.uid);
  await home.ledger.release(other.metadata.name, other.metadata.uid);
  await home.store.patchStatus(adJobKind, metadata, { status: { phase: 'SUCCESS', completionTime } });
  expect(await entriesOf(metadata.name)).toEqual([`reserve ${price}`, `settle ${price}`]);
});

test('an owner of another account does not find the job', async () => {
  const { metadata } = await createBoundJob(home);
  const actor: Actor = { kind: 'owner', accounts: [{ namespace, name: 'globex' }] };
  expect(await entriesOf(metadata.name, actor)).toBe('not-found');
});
