import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { RestClient } from '../../src/k8s/rest-client.ts';
import { isStoreError } from '../../src/objects/store-error.ts';

/**
 * Every 5 minutes, the API server compacts etcd: it removes revisions older than 5 minutes. So one revision is removed
 * within about 10 minutes.
 */
const ownCompactionMs = 11 * 60_000;

/** URL of etcd, such as `http://127.0.0.1:2379`. Set if the tests may compact it, because the cluster is theirs. */
const etcdUrl = process.env['ADWRIGHT_TEST_ETCD'];

/** Maximum duration of `compact`. */
export const compactionMaxMs = etcdUrl === undefined ? ownCompactionMs : 30_000;

/**
 * Compacts etcd, so that older continue tokens expire. If `ADWRIGHT_TEST_ETCD` is set, this is done at once through
 * etcd's JSON gateway. Otherwise the function waits until the API server compacts, because nothing else makes a
 * continue token expire.
 */
export async function compact(client: RestClient, resourceVersion: string): Promise<void> {
  if (etcdUrl === undefined) return ownCompaction(client);
  const body = JSON.stringify({ revision: resourceVersion, physical: true });
  const answer = await fetch(new URL('/v3/kv/compaction', etcdUrl), { method: 'POST', body });
  // It is also enough if another client has compacted a later revision.
  const text = await answer.text();
  if (!answer.ok && !text.includes('has been compacted')) throw new Error(`etcd answered ${answer.status}: ${text}`);
}

async function ownCompaction(client: RestClient): Promise<void> {
  const path = '/api/v1/namespaces?limit=1';
  const token = continueOf(await client.json({ method: 'GET', path }));
  const endMs = performance.now() + ownCompactionMs;
  while (performance.now() < endMs) {
    const next = `${path}&continue=${encodeURIComponent(token)}`;
    const answer = await client.json({ method: 'GET', path: next }).catch((error: unknown) => error);
    if (isStoreError(answer, 'Expired')) return;
    await pause(5_000);
  }
  throw new Error(
    'the API server did not compact within 11 minutes; set ADWRIGHT_TEST_ETCD to an etcd that may be compacted',
  );
}

function continueOf(list: unknown): string {
  const token = z.object({ metadata: z.object({ continue: z.string().min(1) }) }).safeParse(list).data;
  if (token === undefined)
    throw new Error('the cluster has only one namespace; a list of namespaces needs two pages here');
  return token.metadata.continue;
}
