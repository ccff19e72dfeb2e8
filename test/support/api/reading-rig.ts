import type { Registry } from 'prom-client';
import { createApp } from '../../../src/api/app.ts';
import type { ApiDeps } from '../../../src/api/deps.ts';
import { JobIndex } from '../../../src/api/jobs/job-index.ts';
import { JobReader } from '../../../src/api/jobs/job-reader.ts';
import { KeyTable } from '../../../src/api/keys/key-table.ts';
import { createKeyDirectory } from '../../../src/api/keys/key-directory.ts';
import { ReadLimiter } from '../../../src/api/limits/read-limiter.ts';
import { ResponseCache } from '../../../src/api/jobs/response-cache.ts';
import { createSlimmer } from '../../../src/api/jobs/slim-job.ts';
import { createWindows } from '../../../src/api/limits/windows.ts';
import { BoundedBackground } from '../../../src/operations/jobs/bounded-background.ts';
import type { AdAccount } from '../../../src/schema/adaccount.ts';
import type { AdJob } from '../../../src/schema/adjob.ts';
import type { ApiKey } from '../../../src/schema/apikey.ts';
import { Installation } from '../installation/installation.ts';
import { openListener } from '../installation/listener.ts';
import { namespace } from '../installation/objects.ts';
import type { LogLine } from '../process/log-lines.ts';
import { FakeClock } from '../time/fake-clock.ts';
import { apiDeps } from './api-deps.ts';

export interface ReadingRig {
  port: number;
  clock: FakeClock;
  metrics: Registry;
  logs: LogLine[];
  /** Names of the API keys whose use was recorded. */
  used: Set<string>;
  close(): Promise<void>;
}

export interface WatchedObjects {
  keys: readonly ApiKey[];
  accounts: readonly AdAccount[];
  jobs: readonly AdJob[];
  /** Response bodies that the API has cached, by job id. */
  kept: ReadonlyMap<string, string>;
}

/**
 * Starts the API as if its watches had delivered `seen`. The clock stands still and the ids are counted, so that two
 * rigs give identical responses.
 */
export async function startReadingRig(seen: WatchedObjects, options: { hasFastPath: boolean }): Promise<ReadingRig> {
  const clock = new FakeClock('2026-11-01T12:00:30Z');
  const home = new Installation({ clock });
  const { store, ledger, archive, rateLimiter, lines: logs } = home;
  await ledger.audit.begin('epoch');
  const stop = new AbortController();
  const [index, cache, table, slim] = [new JobIndex(), new ResponseCache(), new KeyTable(), createSlimmer()];
  for (const key of seen.keys) table.setKey(key);
  for (const account of seen.accounts) table.setAccount(account);
  for (const job of seen.jobs) index.set(slim(job));
  for (const [jobId, body] of seen.kept) cache.set(jobId, index.get(jobId)?.resourceVersion ?? '', Buffer.from(body));
  const staleSeconds = (): number => 0;
  const { intents } = ledger;
  const used = new Set<string>();
  let ids = 0;
  const newId = (): string => `00000000-0000-4000-8000-${String((ids += 1)).padStart(12, '0')}`;
  const { service, port } = await openListener();
  const common = apiDeps(home);
  const { admissions, metrics } = common;
  const readLimiter = new ReadLimiter(rateLimiter, clock);
  const deps: ApiDeps = {
    ...common,
    keys: createKeyDirectory(table, store, namespace, clock),
    keyUses: { note: ({ metadata }) => void used.add(metadata.name) },
    jobs: new JobReader({ index, cache, store, namespace, intents, archive, clock, staleSeconds, stop: stop.signal }),
    windows: createWindows({ rateLimiter, readLimiter, clock, metrics: admissions }),
    aborts: { add: () => undefined },
    creations: new BoundedBackground(1_000),
    newJobId: newId,
    newRequestId: newId,
  };
  service.serve({ handler: createApp(deps, options), publicUrl: deps.publicUrl });
  return {
    ...{ port, clock, metrics, logs, used },
    close: async () => {
      stop.abort();
      await service.drain(0);
      home.close();
    },
  };
}
