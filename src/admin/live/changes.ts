import type { ObjectKey } from '../../objects/object-key.ts';
import { keyText } from '../../objects/object-key.ts';
import type { CacheListener } from '../../runtime/object-cache.ts';
import type { ApiKey } from '../../schema/apikey.ts';
import type { AdAccount } from '../../schema/adaccount.ts';

/** A change of something that pages show. */
export interface Change {
  /** Topics of the pages that show it. A page names its topics in `page()`. */
  topics: readonly string[];
  /** Account to which the changed object belongs. Only people who may see the account learn of the change. */
  account: ObjectKey;
}

/** The part of a row of a job that its topics need. */
interface Job {
  jobId: string;
  owner: { namespace: string; account: string | undefined };
}

interface Cache<V> {
  onChange(listener: CacheListener<V>): () => void;
}

/** Caches whose changes are announced. Each is kept current by one watch, however many pages are open. */
export interface ChangeSources {
  accounts: Cache<AdAccount>;
  keys: Cache<ApiKey>;
  jobs: { onChange(listener: (change: { before: Job | undefined; row: Job | undefined }) => void): () => void };
}

/** Calls the listener for each change in the caches. Returns a function that removes the listener. */
export function onChanges({ accounts, keys, jobs }: ChangeSources, listener: (change: Change) => void): () => void {
  const removals = [
    accounts.onChange(({ key }) => {
      listener({ topics: ['accounts', `account/${keyText(key)}`], account: key });
    }),
    keys.onChange((change) => {
      const { spec } = change.type === 'deleted' ? change.before : change.view;
      const account = { namespace: change.key.namespace, name: spec.accountRef.name };
      const topics = ['keys', `key/${keyText(change.key)}`, `account/${keyText(account)}`];
      listener({ topics, account });
    }),
    jobs.onChange(({ before, row = before }) => {
      if (row === undefined) return;
      const account = { namespace: row.owner.namespace, name: row.owner.account ?? '' };
      listener({ topics: ['jobs', `job/${row.jobId}`, `account/${keyText(account)}`], account });
    }),
  ];
  return () => {
    for (const remove of removals) remove();
  };
}
