import type { JobRow } from '../jobs/job-row.ts';
import type { Viewer } from '../viewer.ts';
import { selectJobs, type BulkAction } from './bulk-action.ts';
import type { BulkStore } from './bulk-store.ts';

interface Wanted {
  action: BulkAction;
  /** The chosen jobs. The first ones come first. */
  rows: Iterable<JobRow>;
  /** Path and query of the list from which the jobs were chosen. */
  back: string;
}

/**
 * Stores a bulk action for a person to confirm, with the jobs that it will act on: jobs that match the filter later are
 * not among them. Returns the path of the page that asks. Returns undefined if the person has stored too many.
 */
export async function draftBulk(
  { action, rows, back }: Wanted,
  { person }: Viewer,
  { bulks, newFormId }: { bulks: Pick<BulkStore, 'putDraft'>; newFormId: () => string },
): Promise<string | undefined> {
  const id = newFormId();
  const { kind, subject } = person;
  const isStored = await bulks.putDraft(id, { action, back, by: { kind, subject }, ...selectJobs(action, rows) });
  return isStored ? `/bulk/${id}` : undefined;
}
