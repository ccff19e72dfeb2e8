/** Reads all AdJobs from the API server, as the roles do when they start. */
import { adJobKind } from '../../../src/domain/kinds.ts';
import { pagesOf } from '../../../src/runtime/pages.ts';
import type { BenchInstallation } from '../cluster/installation.ts';
import { namespace } from '../cluster/workload.ts';
import { seconds, type Row } from '../cluster/figures.ts';

const collection = `/apis/adwright.dev/v1alpha1/namespaces/${namespace}/adjobs`;

/** Lists in pages of the size that the controller uses. */
async function listed(home: BenchInstallation, fieldSelector?: string): Promise<Row> {
  const { cluster, plane } = home;
  const [startMs, cpuMs] = [performance.now(), plane.cpuMs('apiserver')];
  const select = { namespace, limit: 250, ...(fieldSelector !== undefined && { fieldSelector }) };
  let [jobs, pages] = [0, 0];
  for await (const { items } of pagesOf(cluster.store, adJobKind, select)) {
    jobs += items.length;
    pages += 1;
  }
  const cpu = plane.cpuMs('apiserver') - cpuMs;
  return { seconds: seconds(performance.now() - startMs), note: `${jobs} jobs, ${pages} pages`, cpu: seconds(cpu) };
}

/** Starts a watch at the present. Its first event is the bookmark that says that it stands. */
async function watched({ cluster }: BenchInstallation): Promise<Row> {
  const { resourceVersion } = await cluster.store.list(adJobKind, { namespace, limit: 1 });
  const stop = new AbortController();
  const startMs = performance.now();
  const events = cluster.store.watch(adJobKind, { namespace, resourceVersion, signal: stop.signal });
  await events[Symbol.asyncIterator]().next();
  stop.abort();
  return { seconds: seconds(performance.now() - startMs) };
}

export async function readAll(home: BenchInstallation): Promise<Record<string, Row>> {
  const open = 'status.phase!=SUCCESS,status.phase!=FAILED';
  const rows = {
    'API server: list of all jobs': await listed(home),
    'API server: list of open jobs': await listed(home, open),
    'API server: start of a watch': await watched(home),
  };
  const [api, etcd] = [home.plane.memoryMb('apiserver'), home.plane.memoryMb('etcd')];
  return {
    ...rows,
    'API server: memory': { MB: api.now.toFixed(0), peak: api.peak.toFixed(0) },
    'etcd: memory': { MB: etcd.now.toFixed(0), peak: etcd.peak.toFixed(0) },
  };
}

/** Returns the number of AdJobs. */
export async function countJobs({ cluster }: BenchInstallation): Promise<number> {
  const page = await cluster.client.json({ method: 'GET', path: `${collection}?limit=1` });
  const { metadata, items } = page as { metadata: { remainingItemCount?: number }; items: unknown[] };
  return items.length + (metadata.remainingItemCount ?? 0);
}
