import type { ObjectCache } from '../../runtime/object-cache.ts';
import type { AdAccount } from '../../schema/adaccount.ts';
import type { ApiKey } from '../../schema/apikey.ts';
import type { JobIndex } from './job-index.ts';
import type { KeyTable } from '../keys/key-table.ts';
import type { SlimJob } from './slim-job.ts';

type Source<V> = Pick<ObjectCache<V>, 'onChange'>;

/** Keep the table equal to what two watches see. */
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

/** Keep the index equal to what a watch sees. A job's id may change once: when the controller first looks at it. */
export function followJobs(index: JobIndex, jobs: Source<SlimJob>): void {
  jobs.onChange((change) => {
    if (change.type !== 'added') {
      const isAnother = change.type === 'deleted' || change.before.jobId !== change.view.jobId;
      if (isAnother) index.delete(change.before);
    }
    if (change.type !== 'deleted') index.set(change.view);
  });
}
