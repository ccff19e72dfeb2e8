import type { ObjectCache } from '../runtime/object-cache.ts';
import type { AdAccount } from '../schema/adaccount.ts';
import type { AdJob } from '../schema/adjob.ts';
import type { ApiKey } from '../schema/apikey.ts';
import type { JobIndex } from './job-index.ts';
import type { KeyTable } from './key-table.ts';

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

/** Keep the index equal to what a watch sees. */
export function followJobs(index: JobIndex, jobs: Source<AdJob>): void {
  jobs.onChange((change) => {
    if (change.type === 'deleted') index.delete(change.before);
    else index.set(change.view);
  });
}
