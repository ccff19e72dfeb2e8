import { jobIdFrom } from '../../domain/job-id.ts';
import { foundResource, type FoundJob, type FoundResource, type JobFinder } from '../../operations/jobs/found-job.ts';
import { JobLookUp, type LookUpSources } from '../../operations/jobs/job-look-up.ts';
import type { JobRow } from './job-row.ts';
import type { JobTable } from './job-table.ts';

/**
 * Finds a job in the table by its id, or by the uid or name of its AdJob. Finds other jobs by their id alone: accepted
 * jobs whose AdJob does not exist yet, AdJobs that the watch does not show yet, and archived jobs.
 */
export class TableJobs implements JobFinder {
  readonly #table: Pick<JobTable, 'find'>;
  readonly #lookUp: JobLookUp;

  constructor(table: Pick<JobTable, 'find'>, sources: LookUpSources) {
    this.#table = table;
    this.#lookUp = new JobLookUp(sources);
  }

  async find(text: string): Promise<FoundJob | undefined> {
    const row = this.#table.find(text);
    if (row !== undefined) return (await this.#archivedRow(row)) ?? foundRow(row);
    const jobId = jobIdFrom(text);
    const found = jobId === undefined ? undefined : await this.#lookUp.find(jobId);
    return found === undefined || !('metadata' in found) ? found : foundResource(found);
  }

  /** An archived job whose AdJob is being deleted is read from the archive, as it is after the deletion. */
  async #archivedRow({ jobId, standing }: JobRow): Promise<FoundJob | undefined> {
    return standing.isDeleting && standing.isArchived ? this.#lookUp.archived(jobId) : undefined;
  }
}

function foundRow({ jobId, name, uid, owner, standing }: JobRow): FoundResource {
  const { namespace, account, apiKey } = owner;
  const { type, phase, isDeleting } = standing;
  return { kind: 'resource', jobId, namespace, name, uid, account, apiKey, type, phase, isDeleting };
}
