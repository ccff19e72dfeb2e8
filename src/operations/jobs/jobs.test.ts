import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { Installation } from '../../../test/support/installation/installation.ts';
import { buildJob, imageSpec, jobName } from '../../../test/support/pipeline/build-job.ts';
import { FakeClock } from '../../../test/support/time/fake-clock.ts';
import { archivedJobOf } from '../../domain/archived-job.ts';
import { adJobKind } from '../../domain/kinds.ts';
import { priceList } from '../../domain/pricing.ts';
import { LedgerError, type AdmissionRequest, type AdmissionResult } from '../../ledger/port.ts';
import type { JobPhase } from '../../schema/adjob.ts';
import type { SqliteStore } from '../../store/sqlite-store.ts';
import type { Actor } from '../actor.ts';
import type { Change } from '../change.ts';
import { BoundedBackground } from './bounded-background.ts';
import { cancelJob } from './cancel-job.ts';
import { createJob } from './create-job.ts';
import { eraseJob } from './erase-job.ts';
import type { FoundJob, IntendedJob, JobFinder } from './found-job.ts';
import { listDeliveries } from './list-deliveries.ts';
import { listJobs, showJob } from './read-jobs.ts';
import { replayCallback } from './replay-callback.ts';
import { storeJobs } from './store-jobs.ts';

const namespace = 'default';
const key = { namespace, name: jobName };
const clock = new FakeClock('2026-11-21T10:00:00Z');
const shop: Actor = { kind: 'key', key: { namespace, name: 'shop' }, account: { namespace, name: 'acme' } };
const otherKey: Actor = { ...shop, key: { namespace, name: 'till' } };
const ownerOf = (name: string): Actor => ({ kind: 'owner', accounts: [{ namespace, name }] });
const operator: Actor = { kind: 'role', role: 'operator' };
const input = { jobId: jobName };

let store: SqliteStore;
let artifacts: Installation['artifacts'];
let archive: Installation['archive'];
let jobs: JobFinder;
let intents: string[];

const deps = () => ({
  ...{ store, artifacts, archive, jobs, clock },
  ledger: {
    intents: {
      cancel: (jobId: string) => Promise.resolve(intents.includes(jobId)),
      drop: (jobId: string) => Promise.resolve(void (intents = intents.filter((one) => one !== jobId))),
    },
  },
});

beforeEach(() => {
  ({ store, artifacts, archive } = new Installation());
  jobs = storeJobs(store, namespace);
  intents = [];
});
afterEach(() => {
  store.close();
});

async function job(phase?: JobPhase, callbackUrl?: string): Promise<void> {
  const given = { accountRef: { name: 'acme' }, apiKeyRef: { name: 'shop' }, ...(callbackUrl && { callbackUrl }) };
  await store.create(adJobKind, { metadata: key, spec: imageSpec(given) });
  if (phase !== undefined) await store.patchStatus(adJobKind, key, { status: { phase, response: {} } });
}

/** Makes the operations find this job, which has no AdJob. */
function found(one: FoundJob, intended: string[] = []): Promise<void> {
  jobs = { find: () => Promise.resolve(one) };
  intents = intended;
  return Promise.resolve();
}

const intended: IntendedJob = {
  ...{ kind: 'intent', jobId: jobName, namespace, account: 'acme', apiKey: 'shop', type: 'image_ad' },
  ...{ phase: 'PENDING', error: undefined, hasCallback: true },
};

async function archived(): Promise<void> {
  const spec = imageSpec({ accountRef: { name: 'acme' }, apiKeyRef: { name: 'shop' } });
  const record = archivedJobOf(buildJob({ metadata: key, spec, status: { phase: 'SUCCESS' } }), clock.now());
  await archive.put(record);
  const { jobId, account, apiKey, type, phase } = record;
  await found({ kind: 'archive', jobId, namespace, account, apiKey, type, phase, record });
}

const operations = { cancelJob, eraseJob, replayCallback, listDeliveries, showJob };

test.each<[string, Actor, isSeen: boolean]>([
  ['the key that created it', shop, true],
  ['another key of its account', otherKey, false],
  ['the key of this name in another namespace', { ...shop, key: { namespace: 'b', name: 'shop' } }, false],
  ['the owner of its account', ownerOf('acme'), true],
  ['the owner of another account', ownerOf('beta'), false],
  ['a person with a role', operator, true],
])('a job is visible or not to %s', async (_, actor, isSeen) => {
  await job('SUCCESS', 'https://hooks.example.com/');
  for (const [name, operation] of Object.entries(operations)) {
    if (actor.kind === 'owner' && operation.right.owner !== true) continue;
    const { kind } = await operation.run(input, deps(), { actor });
    expect([name, kind === 'not-found']).toEqual([name, !isSeen]);
    if (name === 'eraseJob' && isSeen) await job('SUCCESS', 'https://hooks.example.com/');
  }
  const listed = await listJobs.run({ namespace, limit: 9 }, deps(), { actor });
  expect(listed.jobs).toHaveLength(isSeen ? 1 : 0);
});

test.each<[string, () => Promise<unknown>, () => Promise<{ kind: string }>, object]>([
  [
    'cancelling asks the controller',
    () => job('PROCESSING'),
    () => cancelJob.run(input, deps(), { actor: shop }),
    { kind: 'done', view: { status: 'PROCESSING' }, change: { target: key, before: {}, after: { cancel: true } } },
  ],
  [
    'a finished job is not cancelled',
    () => job('FAILED'),
    () => cancelJob.run(input, deps(), { actor: shop }),
    { kind: 'finished', phase: 'FAILED' },
  ],
  [
    'a job without an AdJob is cancelled in the ledger',
    () => found(intended, [jobName]),
    () => cancelJob.run(input, deps(), { actor: shop }),
    { kind: 'done', object: undefined, view: { status: 'PENDING' }, change: { target: key, after: { cancel: true } } },
  ],
  [
    'a job whose AdJob was created meanwhile is cancelled by its AdJob',
    () => job().then(() => found(intended)),
    () => cancelJob.run(input, deps(), { actor: shop }),
    { kind: 'done', object: { spec: { cancel: true } } },
  ],
  [
    'an unfinished job is not erased',
    () => job('PROCESSING'),
    () => eraseJob.run(input, deps(), { actor: shop }),
    { kind: 'not-finished' },
  ],
  [
    'erasing reports what the job was',
    () => job('SUCCESS'),
    () => eraseJob.run(input, deps(), { actor: shop }),
    {
      kind: 'done',
      jobId: jobName,
      change: { target: { kind: 'AdJob', ...key }, before: { phase: 'SUCCESS', type: 'image_ad' } },
    },
  ],
  [
    'an archived job is erased',
    archived,
    () => eraseJob.run(input, deps(), { actor: shop }),
    { kind: 'done', change: { target: key } },
  ],
  [
    'a replay reports the annotation that asks for it',
    () => job('SUCCESS', 'https://hooks.example.com/'),
    () => replayCallback.run(input, deps(), { actor: shop }),
    {
      kind: 'done',
      delivery: { state: 'pending' },
      change: { before: {}, after: { 'adwright.dev/replay-callback': '2026-11-21T10:00:00.000Z' } },
    },
  ],
  [
    'a job without a callback is not replayed',
    () => job('SUCCESS'),
    () => replayCallback.run(input, deps(), { actor: shop }),
    { kind: 'refused', code: 'no_callback' },
  ],
  [
    'a job without an AdJob is not replayed',
    () => found(intended),
    () => replayCallback.run(input, deps(), { actor: shop }),
    { kind: 'refused', code: 'job_not_finished' },
  ],
  [
    'the callback of a job without an AdJob is unsent',
    () => found(intended),
    () => listDeliveries.run(input, deps(), { actor: shop }),
    { kind: 'done', delivery: { state: 'pending' } },
  ],
  [
    'an archived job is shown without an AdJob',
    archived,
    () => showJob.run(input, deps(), { actor: shop }),
    { kind: 'done', object: undefined },
  ],
])('%s', async (_, prepare, run, want) => {
  await prepare();
  expect(await run()).toMatchObject(want);
});

test('a job whose account is not known is seen by no owner', async () => {
  const { account: _, ...unknown } = intended;
  await found(unknown);
  expect((await showJob.run(input, deps(), { actor: ownerOf('acme') })).kind).toBe('not-found');
});

test('a job is erased only after the change was announced', async () => {
  await archived();
  const announce = () => Promise.reject(new Error('the audit log is full'));
  await expect(eraseJob.run(input, deps(), { actor: operator, announce })).rejects.toThrow('full');
  expect(await archive.get(jobName)).toBeDefined();
});

const admitted: AdmissionRequest[] = [];
const creating = (answer: AdmissionResult | Error, outcomes: string[] = []) => ({
  ...{ store, clock, prices: priceList(), newJobId: () => jobName, creations: new BoundedBackground(1) },
  ledger: {
    admit: (request: AdmissionRequest) => {
      admitted.push(request);
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    },
  },
  aborts: { add: (jobId: string) => void outcomes.push(`abort ${jobId}`) },
  admissions: { admitted: (outcome: string) => void outcomes.push(outcome) },
  logger: pino({ level: 'silent' }),
});
const { accountRef: _account, ...ad } = imageSpec();
const asShop = { ad, namespace, account: 'acme', apiKey: 'shop' };

test.each<[string, AdmissionResult | Error, object, string[]]>([
  ['an admitted job is done', { kind: 'accepted' }, { kind: 'done', jobId: jobName }, ['accepted']],
  [
    'a repeated request gets its first job',
    { kind: 'replayed', jobId: 'first' },
    { kind: 'replayed', jobId: 'first' },
    ['replayed'],
  ],
  [
    'too few credits are reported with the price',
    { kind: 'insufficient', available: 2 },
    { kind: 'insufficient', available: 2, required: 5 },
    ['insufficient'],
  ],
  ['a given-up job id is unavailable', { kind: 'given-up' }, { kind: 'unavailable' }, ['unavailable']],
  ['a lost ledger admits nothing', new LedgerError('Lost', 'x'), { kind: 'lost' }, ['lost']],
  [
    'an unknown admission is undone',
    new LedgerError('Unavailable', 'x'),
    { kind: 'unavailable' },
    [`abort ${jobName}`, 'unavailable'],
  ],
])('%s', async (_, answer, want, counted) => {
  const outcomes: string[] = [];
  expect(await createJob.run(asShop, creating(answer, outcomes), { actor: shop })).toMatchObject(want);
  expect(outcomes).toEqual(counted);
});

test('a created job belongs to its key, and the idempotency key to key and type', async () => {
  const parts = creating({ kind: 'accepted' });
  const changes: Change[] = [];
  const announce = (change: Change) => Promise.resolve(void changes.push(change));
  const idempotency = { key: 'a/b', requestHash: 'hash' };
  await createJob.run({ ...asShop, idempotency }, parts, { actor: operator, announce });
  await parts.creations.idle();
  const made = await store.get(adJobKind, key);
  expect(made?.spec).toMatchObject({ accountRef: { name: 'acme' }, apiKeyRef: { name: 'shop' } });
  expect(admitted.at(-1)?.origin).toMatchObject({ idempotency: { key: 'default/shop/image_ad/a/b' } });
  expect(changes).toMatchObject([{ target: { kind: 'AdJob', ...key }, after: { account: 'acme', credits: 5 } }]);
});

test('a key creates no jobs as another key', async () => {
  const before = admitted.length;
  const outcome = await createJob.run(asShop, creating({ kind: 'accepted' }), { actor: otherKey });
  expect([outcome, admitted.length]).toEqual([{ kind: 'not-found' }, before]);
});

test.each<[string, unknown, boolean]>([
  ['an ad', ad, true],
  ['an ad of a type without its request', { type: 'image_ad' }, false],
  ['no ad', undefined, false],
])('the input of job.create with %s is valid: %s', (_, given, isValid) => {
  const parsed = createJob.input.safeParse({ ...asShop, ad: given });
  expect(parsed.success).toBe(isValid);
});
