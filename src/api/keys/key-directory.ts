import type { Clock } from '../../clock/port.ts';
import { adAccountKind, apiKeyKind } from '../../domain/kinds.ts';
import type { ObjectStore } from '../../store/port.ts';
import type { KeyDirectory } from './callers.ts';
import { KeyTable } from './key-table.ts';

/**
 * Minimum time from the start of a read of all API keys from the API server to the start of the next one. It limits the
 * load that requests with unknown keys cause.
 */
const rereadMs = 200;
/**
 * Minimum pause after a read of all API keys, as a multiple of the duration of that read. It limits the load on the API
 * server, which takes long to list thousands of API keys.
 */
const restFactor = 10;

/**
 * Returns a directory that finds API keys in a table updated by a Kubernetes watch. Without a namespace, keys of all
 * namespaces are valid.
 *
 * If a key is not in the table, the directory reads all keys from the API server, so that a new key works at once. This
 * read never changes the table: the read data may be older, and could make a deleted key valid again.
 */
export function createKeyDirectory(
  watched: KeyTable,
  store: Pick<ObjectStore, 'list'>,
  namespace: string | undefined,
  clock: Clock,
): KeyDirectory {
  let nextMs = -Infinity;
  let reading: Promise<KeyTable> | undefined;
  const read = (): Promise<KeyTable> => {
    const beginMs = clock.monotonicMs();
    if (reading !== undefined && beginMs < nextMs) return reading;
    nextMs = Infinity; // No other read of all API keys starts until this read has ended.
    reading = readTable(store, namespace).finally(() => {
      const endMs = clock.monotonicMs();
      nextMs = Math.max(beginMs + rereadMs, endMs + restFactor * (endMs - beginMs));
    });
    return reading;
  };
  return {
    find: async (secretHash) => {
      const known = watched.find(secretHash);
      if (known !== undefined || watched.isOver(secretHash)) return known;
      const table = await read();
      // Looks first in the key table that the Kubernetes watch keeps current: the watch may have changed it during the
      // read, and the table is then newer than the data that was read.
      return watched.isOver(secretHash) ? undefined : (watched.find(secretHash) ?? table.find(secretHash));
    },
    known: (secretHash) => watched.find(secretHash),
  };
}

async function readTable(store: Pick<ObjectStore, 'list'>, namespace: string | undefined): Promise<KeyTable> {
  const table = new KeyTable();
  const where = namespace === undefined ? {} : { namespace };
  const accounts = await store.list(adAccountKind, where);
  const keys = await store.list(apiKeyKind, where);
  for (const account of accounts.items) table.setAccount(account);
  for (const key of keys.items) table.setKey(key);
  return table;
}
