import pLimit from 'p-limit';
import { archivedRun, type Archive } from '../archive/port.ts';
import type { AccountResources, StoredJob } from '../domain/account-resources.ts';

/**
 * Names of AdJobs without status for which credits were reserved before, as `namespace/name`. `archived`: the archive has
 * a record of the job, so it was run. `unknown`: nothing shows whether the job was run.
 */
export interface JobsWithoutStatus {
  archived: string[];
  unknown: string[];
}

const readsSideBySide = 16;
const namesMax = 5;

/**
 * Looks up the AdJobs without status in the archive. Removes those that the archive has from the jobs for which a rebuild
 * of the ledger reserves credits: a backup without status has restored them, and the controller leaves them alone.
 */
export async function sortOutArchived(
  all: readonly AccountResources[],
  openArchive: () => Promise<Pick<Archive, 'get' | 'run'>>,
): Promise<JobsWithoutStatus> {
  const found: JobsWithoutStatus = { archived: [], unknown: [] };
  const jobs = all.flatMap(({ promised, copies }) =>
    [...promised.values(), ...copies.values()].map((job) => ({ job, promised })),
  );
  if (jobs.length === 0) return found;
  const archive = await openArchive();
  const earlier = await pLimit(readsSideBySide).map(jobs, ({ job }) => archivedRun(job, archive));
  for (const [index, { job, promised }] of jobs.entries()) {
    const isArchived = earlier[index] !== undefined;
    if (isArchived) promised.delete(job.metadata.uid);
    (isArchived ? found.archived : found.unknown).push(nameOf(job));
  }
  return found;
}

export function archivedText({ archived }: JobsWithoutStatus): string {
  return `Left out ${jobsText(archived)} without status that the archive has: ${namesText(archived)}. The controller neither runs nor charges them. Earlier charges of them count only if the status of the account includes them.\n`;
}

export function unknownText({ unknown }: JobsWithoutStatus): string {
  return `${jobsText(unknown)} without status and without a record in the archive: ${namesText(unknown)}. The rebuild reserves their credits and the controller runs them and charges for them. This is right if they have not finished. If a backup restored them without their status, they may have finished before: restore their status, or delete them, before the rebuild.`;
}

function jobsText({ length }: readonly string[]): string {
  return length === 1 ? '1 AdJob' : `${length} AdJobs`;
}

function namesText(names: readonly string[]): string {
  const first = names.toSorted().slice(0, namesMax).join(', ');
  return names.length > namesMax ? `${first} and ${names.length - namesMax} more` : first;
}

function nameOf({ metadata: { namespace, name } }: StoredJob): string {
  return `${namespace}/${name}`;
}
