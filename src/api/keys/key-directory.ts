import type { Clock } from '../../clock/port.ts';
import { adAccountKind, apiKeyKind } from '../../domain/kinds.ts';
import type { ObjectStore } from '../../store/port.ts';
import type { KeyDirectory } from './callers.ts';
import { KeyTable } from './key-table.ts';

/**
 * Minimum time between two reads of all API keys from the API server. It limits the load that requests with unknown
 * keys cause.
 */
const rereadMs = 200;
/**
 * Minimum pause after a read, as a multiple of the duration of this read. Needed because a read of thousands of API
 * keys is slow.
 */
const restFactor = 10;

/**
 * Returns a directory of the API keys that a watch reports. For an unknown key, the directory reads the store, so that
 * a key works as soon as it is created. The data of such a read may be older than that of the watch, so it never
 * updates the watched table, and is ignored for keys that the watch has reported as deleted. Without a namespace, keys
 * of all namespaces are valid.
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
    nextMs = Infinity; // one at a time
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
      // The watch may have reported the key during the read, and its data is newer.
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
