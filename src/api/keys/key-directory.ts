import type { Clock } from '../../clock/port.ts';
import { adAccountKind, apiKeyKind } from '../../domain/kinds.ts';
import type { ObjectStore } from '../../store/port.ts';
import type { KeyDirectory } from './callers.ts';
import { KeyTable } from './key-table.ts';

/** Unknown keys must not become load on the store: so long an own reading is believed before the next one. */
const rereadMs = 200;
/** Of thousands of keys a reading is work: then there is so many times as long a pause after it. */
const restFactor = 10;

/**
 * What is watched, and of what no watch has told yet a reading of our own, so that a key opens as soon as it was made. The
 * reading is never put into the watched table, and not asked for what the watch has told to be over: it may be older.
 * Without a namespace, keys of all of them open.
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
      // The watch may have told of it meanwhile, and is newer.
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
