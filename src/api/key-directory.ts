import type { Clock } from '../clock/port.ts';
import { adAccountKind, apiKeyKind } from '../domain/kinds.ts';
import type { ObjectStore } from '../store/port.ts';
import type { KeyDirectory } from './callers.ts';
import { KeyTable } from './key-table.ts';

/** Unknown keys must not become load on the store: so long an own reading is believed before the next one. */
const rereadMs = 200;

/**
 * What is watched, and on a miss a reading of our own, so that a key opens as soon as it was made. The reading is never
 * put into the watched table: it may be older than a deletion that the watch has told already.
 * Without a namespace, keys of all of them open.
 */
export function createKeyDirectory(
  watched: KeyTable,
  store: Pick<ObjectStore, 'list'>,
  namespace: string | undefined,
  clock: Clock,
): KeyDirectory {
  let atMs = -Infinity;
  let reading: Promise<KeyTable> | undefined;
  const read = (): Promise<KeyTable> => {
    if (reading === undefined || clock.monotonicMs() - atMs >= rereadMs) {
      atMs = clock.monotonicMs();
      reading = readTable(store, namespace);
    }
    return reading;
  };
  return {
    find: async (secretHash) => watched.find(secretHash) ?? (await read()).find(secretHash),
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
