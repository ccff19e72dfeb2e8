import { expect, test } from '@jest/globals';
import { buildJob, imageSpec, jobName } from '../../test/support/pipeline/build-job.ts';
import { ScriptedStore } from '../../test/support/faults/scripted-store.ts';
import { accountLabel, apiKeyLabel } from '../domain/labels.ts';
import type { AdJob, AdJobStatus } from '../schema/adjob.ts';
import type { Condition } from '../schema/resource-parts.ts';
import { StoreError } from '../objects/store-error.ts';
import type { StoredObject } from '../objects/stored-object.ts';
import type { ObjectList } from '../store/port.ts';
import { ledgerOf, type AccountResources } from '../domain/account-resources.ts';
import { claimedTwice, readResources, rebuiltLedgerOf } from './ledger-resources.ts';

const lastTransitionTime = '2026-11-01T12:00:00Z';
const admitted: Condition = { type: 'Admitted', status: 'True', reason: 'Admitted', message: '', lastTransitionTime };
const reserved: AdJobStatus = { phase: 'PROCESSING', credits: { required: 5 }, conditions: [admitted] };
const refused: AdJobStatus = { phase: 'FAILED', error: 'Refused. [refused]' };

const page = (items: StoredObject[], continueToken?: string): ObjectList<unknown, unknown> => ({
  items,
  resourceVersion: '1',
  ...(continueToken !== undefined && { continueToken }),
});

/** Returns an AdJob as the API creates it. */
function madeByApi(change: { status?: AdJobStatus; uid?: string; namespace?: string } = {}): AdJob {
  const { status, ...identity } = change;
  const labels = { [apiKeyLabel]: 'acme-key', [accountLabel]: 'acme' };
  return buildJob({ metadata: { labels, ...identity }, ...(status && { status }) });
}

/** Reads the AdJobs of the scripted lists from a store without AdAccounts. */
async function read(...lists: (ObjectList<unknown, unknown> | Error)[]): Promise<Map<string, AccountResources>> {
  return readResources(new ScriptedStore([page([]), ...lists]), {}, () => undefined);
}

async function readOne(...jobs: AdJob[]): Promise<AccountResources> {
  const [resources] = (await read(page(jobs))).values();
  if (resources === undefined) throw new Error('no account was read');
  return resources;
}

test('the ledger entries include the hold of an admitted job, even if its account does not exist', async () => {
  const job = madeByApi({ status: { ...reserved, jobId: jobName } });
  const resources = await readOne(job);
  expect(resources.account).toBeUndefined();
  expect(ledgerOf(resources)).toEqual({
    account: { namespace: 'default', name: 'acme' },
    grants: [],
    retired: 0,
    jobs: [
      { jobId: jobName, object: { namespace: 'default', name: jobName, uid: 'uid-1' }, state: 'reserved', credits: 5 },
    ],
  });
});

test('a job of the API that the controller has not admitted yet gets a hold only when the ledger is rebuilt', async () => {
  const resources = await readOne(madeByApi());
  expect(ledgerOf(resources).jobs).toEqual([]);
  expect(rebuiltLedgerOf(resources, new Set()).jobs).toMatchObject([{ jobId: jobName, state: 'reserved' }]);
  expect(rebuiltLedgerOf(resources, new Set([jobName])).jobs).toEqual([]);
});

test.each<[string, AdJob]>([
  ['a job that was refused before its admission', madeByApi({ status: refused })],
  ['a job that was applied with kubectl', buildJob({ spec: imageSpec({ apiKeyRef: undefined }) })],
])('%s has no hold in the rebuilt ledger', async (_, job) => {
  expect(rebuiltLedgerOf(await readOne(job), new Set()).jobs).toEqual([]);
});

test('a job of an unknown type has no hold in the rebuilt ledger', async () => {
  const resources = await readOne(madeByApi());
  for (const promised of resources.promised.values()) promised.spec.type = 'audio_ad';
  expect(rebuiltLedgerOf(resources, new Set()).jobs).toEqual([]);
});

test('a job that is listed again after the list expired counts with its last state', async () => {
  const expired = new StoreError('Expired', 'Too old.');
  const lists = [page([madeByApi({ status: reserved })], 'next'), expired, page([madeByApi({ status: refused })])];
  const [resources] = (await read(...lists)).values();
  expect(resources?.jobs.size).toBe(0);
});

test('claimedTwice finds an id that jobs of two namespaces have, but not one job that is listed twice', async () => {
  const [here, there] = [madeByApi({ status: reserved }), madeByApi({ uid: 'uid-2', namespace: 'elsewhere' })];
  expect([...claimedTwice((await read(page([here, there]))).values())]).toEqual([jobName]);
  expect([...claimedTwice((await read(page([here, here]))).values())]).toEqual([]);
});

test('progress is reported every 10,000 AdJobs', async () => {
  const lines: string[] = [];
  const jobs = Array.from({ length: 10_001 }, (_, index) => madeByApi({ uid: `uid-${index}` }));
  await readResources(new ScriptedStore([page([]), page(jobs)]), {}, (line) => void lines.push(line));
  expect(lines).toEqual(['Read 10000 AdJobs.\n']);
});
