import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { JobIndex } from '../../src/api/jobs/job-index.ts';
import { JobReader } from '../../src/api/jobs/job-reader.ts';
import { madeAtMs } from '../../src/domain/job-id.ts';
import { createKeyDirectory } from '../../src/api/keys/key-directory.ts';
import { KeyTable } from '../../src/api/keys/key-table.ts';
import { ResponseCache } from '../../src/api/jobs/response-cache.ts';
import { adJobKind } from '../../src/domain/kinds.ts';
import type { SqliteStore } from '../../src/store/sqlite-store.ts';
import { Installation } from '../support/installation/installation.ts';
import { createAccount, createApiKey } from '../support/installation/objects.ts';
import { imageSpec, jobName } from '../support/pipeline/build-job.ts';
import { FakeClock } from '../support/time/fake-clock.ts';

/** The job id `jobName` contains a creation time. The clock starts two seconds after it. */
const clock = new FakeClock(new Date((madeAtMs(jobName) ?? 0) + 2_000).toISOString());
let store: SqliteStore;
beforeEach(async () => {
  store = new Installation({ clock }).store;
  await store.create(adJobKind, { metadata: { namespace: 'team', name: jobName }, spec: imageSpec() });
  await createAccount({ store }, {}, { namespace: 'team', name: 'acme' });
  await createApiKey({ store }, { secretHash: 'a'.repeat(64) }, { namespace: 'team', name: 'acme-key' });
});
afterEach(() => {
  store.close();
});

test.each<[string, string | undefined, boolean]>([
  ['of its own namespace', 'team', true],
  ['of another namespace', 'other', false],
  ['of all namespaces', undefined, true],
])('before its watch, an API %s finds only jobs and keys in its scope', async (_, namespace, isFound) => {
  const jobs = new JobReader({
    index: new JobIndex(),
    cache: new ResponseCache(),
    store,
    namespace,
    intents: { get: () => Promise.resolve(undefined) },
    archive: { get: () => Promise.resolve(undefined) },
    clock,
    staleSeconds: () => 0,
    stop: new AbortController().signal,
  });
  const job = await jobs.find(jobName);
  expect(job !== undefined).toBe(isFound);
  const known = await createKeyDirectory(new KeyTable(), store, namespace, clock).find('a'.repeat(64));
  expect(known !== undefined).toBe(isFound);
});
