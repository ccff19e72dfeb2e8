/** Fills an installation with finished and open jobs, as the API and the controller leave them. */
import { randomBytes } from 'node:crypto';
import pLimit from 'p-limit';
import { z } from 'zod';
import { newApiKey } from '../../../src/domain/api-key.ts';
import { adAccountKind, adJobKind, apiKeyKind } from '../../../src/domain/kinds.ts';
import { accountLabel, apiKeyLabel } from '../../../src/domain/labels.ts';
import type { AdJob } from '../../../src/schema/adjob.ts';
import { VariedJobs } from '../admin/varied-jobs.ts';
import type { BenchInstallation } from '../cluster/installation.ts';
import { createJob, namespace } from '../cluster/workload.ts';
import { EtcdWriter } from './etcd-writer.ts';
import { pause } from '../cluster/figures.ts';

const atOnce = 64;
/** Size of the spec and status of a finished job. With its metadata, an AdJob has about 8 kB in etcd. */
const jobBytes = 6_500;
/** Number of accounts with finished jobs, as in `VariedJobs`. */
const payers = 100;
/** Account whose jobs wait for a slot, because none of its jobs may run. */
const waitingAccount = 'waiting';

export const payerOf = (index: number): string => `account-${index % payers}`;

/** Creates the accounts and their keys. Returns the secret of the key of each account. */
export async function createAccounts({ cluster }: BenchInstallation): Promise<Map<string, string>> {
  const secrets = new Map<string, string>();
  const names = [...Array.from({ length: payers }, (_, index) => payerOf(index)), waitingAccount];
  const limit = pLimit(atOnce);
  await limit.map(names, async (name) => {
    const grants = { creditGrants: [{ id: 'bench', amount: 1_000_000 }] };
    const spec = adAccountKind.parseSpec({ ...grants, ...(name === waitingAccount && { maxRunningJobs: 0 }) });
    await cluster.store.create(adAccountKind, { metadata: { namespace, name }, spec });
    const { secret, hash: secretHash } = newApiKey(randomBytes);
    const limits = { jobReadsPerMinute: 1_000_000 };
    const keySpec = apiKeyKind.parseSpec({ accountRef: { name }, secretHash, limits });
    await cluster.store.create(apiKeyKind, { metadata: { namespace, name: `${name}-key` }, spec: keySpec });
    secrets.set(name, secret);
  });
  return secrets;
}

/** Creates open jobs, as the API does. They wait, because their account may not run any. */
export async function createOpenJobs({ cluster, ledger }: BenchInstallation, count: number): Promise<void> {
  const limit = pLimit(atOnce);
  await limit.map(Array.from({ length: count }), () => createJob(cluster.store, ledger, waitingAccount));
}

/** Writes finished jobs with numbers from `from` to `to` into etcd, and their charges into the ledger. */
export async function createFinishedJobs(home: BenchInstallation, from: number, to: number): Promise<void> {
  const { plane, ledger } = home;
  const jobs = new VariedJobs({ finished: to, open: 0, jobBytes }, new Date());
  const etcd = new EtcdWriter(plane.etcd);
  const managedFields = await managedFieldsOf(home, etcd);
  await etcd.write(to - from, (index) => {
    const job = jobs.job(from + index);
    const object = stored(job, managedFields);
    return { key: keyOf(job.metadata.name), object };
  });
  await etcd.close();
  // Waiting for the disk would take most of the time.
  home.redis.set('appendfsync', 'no');
  const limit = pLimit(atOnce);
  await limit.map(
    Array.from({ length: to - from }, (_, index) => jobs.job(from + index)),
    async (job) => {
      const { name, uid } = job.metadata;
      const account = { namespace, name: job.spec.accountRef.name };
      const origin = { kind: 'applied', object: { namespace, name, uid } } as const;
      await ledger.admit({ jobId: name, account, credits: 5, seen: undefined, origin });
      await (job.status?.phase === 'SUCCESS' ? ledger.settle(name, uid) : ledger.release(name, uid));
    },
  );
  home.redis.set('appendfsync', 'always');
}

/**
 * Waits until the watch cache of the API server has what was written into etcd. Until then, the API server answers lists
 * with errors.
 */
export async function seenByApiServer({ cluster }: BenchInstallation): Promise<void> {
  const { resourceVersion } = await cluster.store.list(adJobKind, { namespace, limit: 1 });
  const query = `limit=1&resourceVersion=${resourceVersion}&resourceVersionMatch=NotOlderThan`;
  const path = `/apis/adwright.dev/v1alpha1/namespaces/${namespace}/adjobs?${query}`;
  const isSeen = () =>
    cluster.client.json({ method: 'GET', path }).then(
      () => true,
      () => false,
    );
  while (!(await isSeen())) await pause(1_000);
}

const keyOf = (name: string): string => `/registry/adwright.dev/adjobs/${namespace}/${name}`;

const Stored = z.object({ metadata: z.object({ managedFields: z.array(z.unknown()) }) });

/** Returns the managedFields of a job that the API server has stored, because they are a good part of an object. */
async function managedFieldsOf({ cluster }: BenchInstallation, etcd: EtcdWriter): Promise<unknown[]> {
  const jobs = new VariedJobs({ finished: 1, open: 0, jobBytes }, new Date());
  const { metadata, spec, status } = finished(jobs.job(0));
  const key = { namespace, name: 'sample' };
  const { labels = {}, finalizers = [] } = metadata;
  await cluster.store.create(adJobKind, { metadata: { ...key, labels, finalizers }, spec });
  await cluster.store.patchStatus(adJobKind, key, { status: { ...status } });
  const { managedFields } = Stored.parse(await etcd.read(keyOf(key.name))).metadata;
  await cluster.store.patch(adJobKind, key, { metadata: { finalizers: null } });
  await cluster.store.delete(adJobKind, key);
  return managedFields;
}

function stored(job: AdJob, managedFields: unknown[]): unknown {
  const { resourceVersion: _, ...metadata } = finished(job).metadata;
  return { ...finished(job), metadata: { ...metadata, namespace, managedFields } };
}

/** Adds what `VariedJobs` leaves out: labels, and the conditions of a finished job. */
function finished(job: AdJob): AdJob {
  const { spec, status = {} } = job;
  const labels = { [accountLabel]: spec.accountRef.name, [apiKeyLabel]: spec.apiKeyRef?.name ?? '' };
  const isFailed = status.phase === 'FAILED';
  const ended = {
    status: 'True' as const,
    ...{ lastTransitionTime: status.completionTime ?? '', observedGeneration: 1 },
    ...{ reason: isFailed ? 'Failed' : 'Succeeded', message: status.error ?? 'The ad is made.' },
  };
  const types = isFailed ? ['Failed', 'Stalled'] : ['Complete'];
  const conditions = [...(status.conditions ?? []), ...types.map((type) => ({ type, ...ended }))];
  return { ...job, metadata: { ...job.metadata, labels }, status: { ...status, conditions, observedGeneration: 1 } };
}
