import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { RestClient } from '../../src/k8s/rest-client.ts';
import { isStoreError } from '../../src/store/port.ts';

/** The API server compacts every 5 minutes what is older than 5 minutes. */
const ownCompactionMs = 11 * 60_000;

/** `http://127.0.0.1:2379`, where the cluster is ours. */
const etcdUrl = process.env['ADWRIGHT_TEST_ETCD'];

/** How long `compact` may take. */
export const compactionMaxMs = etcdUrl === undefined ? ownCompactionMs : 30_000;

/**
 * Make etcd forget the past. On a cluster of our own at once, through etcd's JSON gateway; on any other by waiting until
 * the API server does it, for nothing else can make a continue token expire.
 */
export async function compact(client: RestClient, resourceVersion: string): Promise<void> {
  if (etcdUrl === undefined) return ownCompaction(client);
  const body = JSON.stringify({ revision: resourceVersion, physical: true });
  const answer = await fetch(new URL('/v3/kv/compaction', etcdUrl), { method: 'POST', body });
  // What somebody else has compacted further is forgotten too.
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
  throw new Error('The API server did not compact within 11 minutes; ADWRIGHT_TEST_ETCD may name an etcd to compact.');
}

function continueOf(list: unknown): string {
  const token = z.object({ metadata: z.object({ continue: z.string().min(1) }) }).safeParse(list).data;
  if (token === undefined) throw new Error('There is but one namespace.');
  return token.metadata.continue;
}
