import type { SeenBulk } from '../bulk/bulk-record.ts';
import type { BulkStore } from '../bulk/bulk-store.ts';
import type { AdminDeps } from '../deps.ts';
import type { Viewer } from '../viewer.ts';
import { matcherOf, readJobFilter, rowsSeenBy, type ReadFilter } from './job-filter.ts';
import type { JobRow } from './job-row.ts';
import { waitsOf } from './slot-waits.ts';
import type { WaitCause } from './wait-cause.ts';

/** The jobs that an address names and a person may see. */
export interface JobList extends ReadFilter {
  /** All rows, oldest first. */
  rows: readonly JobRow[];
  matches: (row: JobRow) => boolean;
  waitOf: (row: JobRow) => WaitCause | undefined;
  /** The bulk action that the filter names. */
  bulk: SeenBulk | undefined;
}

export async function readJobList(
  query: URLSearchParams,
  viewer: Viewer,
  { table, accounts, bulks }: Pick<AdminDeps, 'table' | 'accounts'> & { bulks: Pick<BulkStore, 'find'> },
): Promise<JobList> {
  const read = readJobFilter(query);
  const { bulk: id } = read.filter;
  const bulk = id === undefined ? undefined : await bulks.find(id, viewer);
  if (id !== undefined && bulk === undefined) read.faults.bulk = 'not-found';
  const rows = table.rows();
  const waitOf = waitsOf(rows, accounts);
  const isWanted = matcherOf(read.filter, { waitOf, bulkJobs: bulk && new Set(bulk.jobIds) });
  const isSeen = rowsSeenBy(viewer.actor);
  return { ...read, rows, waitOf, bulk, matches: (row) => isSeen(row) && isWanted(row) };
}
