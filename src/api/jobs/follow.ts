import type { ObjectCache } from '../../runtime/object-cache.ts';
import type { AdAccount } from '../../schema/adaccount.ts';
import type { ApiKey } from '../../schema/apikey.ts';
import type { JobIndex } from './job-index.ts';
import type { KeyTable } from '../keys/key-table.ts';
import type { SlimJob } from './slim-job.ts';

type Source<V> = Pick<ObjectCache<V>, 'onChange'>;

export function followKeys(table: KeyTable, keys: Source<ApiKey>, accounts: Source<AdAccount>): void {
  keys.onChange((change) => {
    if (change.type === 'deleted') table.deleteKey(change.before);
    else table.setKey(change.view);
  });
  accounts.onChange((change) => {
    if (change.type === 'deleted') table.deleteAccount(change.before);
    else table.setAccount(change.view);
  });
}

/**
 * Updates the in-memory index of jobs whenever the Kubernetes watch reports a changed AdJob. The id of a job can change
 * once: the controller writes the final id when it first processes the AdJob.
 */
export function followJobs(index: JobIndex, jobs: Source<SlimJob>): void {
  jobs.onChange((change) => {
    if (change.type !== 'added') {
      const isAnother = change.type === 'deleted' || change.before.jobId !== change.view.jobId;
      if (isAnother) index.delete(change.before);
    }
    if (change.type !== 'deleted') index.set(change.view);
  });
}
