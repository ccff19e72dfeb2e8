import type { Logger } from 'pino';
import { createJobTable, type JobTable } from '../admin/jobs/job-table.ts';
import type { Clock } from '../clock/port.ts';
import { aborted } from '../runtime/aborted.ts';
import type { ObjectStore } from '../store/port.ts';

export interface WatchedJobs {
  table: JobTable;
  /** Time in seconds since the watch of AdJobs was last known to be current. */
  staleSeconds: () => number;
}

type TableWatch = ReturnType<typeof createJobTable>['watch'];

interface Wanted {
  store: Pick<ObjectStore, 'list' | 'watch'>;
  namespace: string | undefined;
  clock: Clock;
  logger: Logger;
  /** Gets the watch before it starts. */
  observe?: (watch: TableWatch) => void;
}

/** Starts the dashboard's table of jobs. Resolves once it has a row for every job, or if the signal aborts. */
export async function watchJobs({ observe, ...from }: Wanted, stop: AbortSignal): Promise<WatchedJobs> {
  const { table, watch } = createJobTable(from);
  observe?.(watch);
  void watch.run(stop);
  await Promise.race([watch.whenSynced(), aborted(stop)]);
  return { table, staleSeconds: () => watch.staleSeconds() };
}
