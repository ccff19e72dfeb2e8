/**
 * Reads the evidence of a storm where users read it: through kubectl and the REST API, and from the files of the
 * archive.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { LedgerEntry, JobRecord, JobResource, type AccountLedger, type Evidence, type LogLine } from '../evidence.ts';

export interface Sources {
  kubectl: (args: readonly string[]) => Promise<string>;
  namespace: string;
  /** URL of an API replica. */
  url: string;
  /** One API key of each account. */
  readers: readonly { account: string; secret: string }[];
  /** Folder of the installation's artifacts and archive. */
  volume: string;
}

const Jobs = z.object({ items: z.array(JobResource) });

const Credits = z.object({
  ...{ granted: z.int(), reserved: z.int(), spent: z.int(), available: z.int() },
  entries: z.array(LedgerEntry),
  next_cursor: z.string().nullable(),
});

const Account = z.object({ spec: z.object({ creditGrants: z.array(z.object({ amount: z.int() })).default([]) }) });

/**
 * Collects the evidence. The AdJobs are read before the archive, so that a job that is archived meanwhile is in at
 * least one of the two.
 */
export async function collect(sources: Sources, log: readonly LogLine[]): Promise<Evidence> {
  const resources = await readJobs(sources);
  const folder = join(sources.volume, 'archive');
  const files = readdirSync(sources.volume).includes('archive') ? readdirSync(folder) : [];
  const records = files
    .filter((file) => file.endsWith('.json') && !file.endsWith('.delivery.json'))
    .map((file) => JobRecord.parse(JSON.parse(readFileSync(join(folder, file), 'utf8'))));
  const accounts: AccountLedger[] = [];
  for (const reader of sources.readers) accounts.push(await readLedger(sources, reader));
  return { log: [...log], resources, records, accounts };
}

export async function readJobs({ kubectl, namespace }: Sources): Promise<JobResource[]> {
  return Jobs.parse(JSON.parse(await kubectl(['get', 'adjobs', '-n', namespace, '-o', 'json']))).items;
}

/** Returns the sum of the held credits of all accounts. */
export async function readReserved(sources: Sources): Promise<number> {
  const pages = await Promise.all(sources.readers.map(({ secret }) => readPage(sources, secret, '?limit=1')));
  return pages.reduce((sum, { reserved }) => sum + reserved, 0);
}

async function readLedger(sources: Sources, reader: Sources['readers'][number]): Promise<AccountLedger> {
  const { account: name, secret } = reader;
  const path = ['get', 'adaccount', name, '-n', sources.namespace, '-o', 'json'];
  const { spec } = Account.parse(JSON.parse(await sources.kubectl(path)));
  const grantsOfResource = spec.creditGrants.reduce((sum, { amount }) => sum + amount, 0);
  const entries: LedgerEntry[] = [];
  for (let cursor = ''; ;) {
    const page = await readPage(sources, secret, `?limit=100&cursor=${encodeURIComponent(cursor)}`);
    entries.push(...page.entries);
    const { granted, reserved, spent, available } = page;
    if (page.next_cursor === null)
      return { name, grantsOfResource, granted, reserved, spent, available, entries: entries.reverse() };
    cursor = page.next_cursor;
  }
}

async function readPage({ url }: Sources, secret: string, query: string): Promise<z.infer<typeof Credits>> {
  for (;;) {
    const answer = await fetch(`${url}/credits${query}`, { headers: { 'x-api-key': secret } });
    if (answer.ok) return Credits.parse(await answer.json());
    if (![429, 503].includes(answer.status)) throw new Error(`GET /credits got ${answer.status}`);
    await pause(1_000);
  }
}
