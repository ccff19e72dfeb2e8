import { readFile } from 'node:fs/promises';
import type { Egress } from '../egress/port.ts';
import type { EgressSettings } from '../egress/settings.ts';
import { isMissing } from '../files/error-code.ts';
import { openModelConnection } from './connection/model-connection.ts';
import type { ModelEntry } from './model-entry.ts';
import { ModelFailure } from './model-failure.ts';
import type { ModelPort } from './model-task.ts';
import type { ModelProvider } from './provider.ts';
import { openProvider } from './providers/registry.ts';

/** Settings with which this process connects to the servers of models. */
export interface ModelAccess {
  /** Settings for connections to hosts of users. Its list of denied addresses holds for models, too. */
  settings: EgressSettings;
  noProxy: string;
  /** Access to hosts of users, for results on other hosts. */
  egress: Egress;
}

/** Opens the model of an entry for a port. */
export type OpenModel = <Port extends ModelPort>(entry: ModelEntry, port: Port) => Promise<ModelProvider<Port>>;

/** Opens the model of an entry behind a guarded connection. Throws `ModelFailure` if the provider has no such port. */
export function openEntry<Port extends ModelPort>(
  entry: ModelEntry,
  port: Port,
  access: ModelAccess,
): Promise<ModelProvider<Port>> {
  return openProvider(entry, port, { connection: openModelConnection(entry, access), key: () => keyOf(entry) });
}

/** Reads the key of a model for each call, so that a rotated key takes effect at once. */
export async function keyOf({ keyFile }: Pick<ModelEntry, 'keyFile'>): Promise<string | null> {
  if (keyFile === null) return null;
  const key = (await readFile(keyFile, 'utf8').catch(unreadableKey)).trim();
  if (oneKey.test(key)) return key;
  throw new ModelFailure('key_refused', 'the file with the key of the model must contain one key, without quotes');
}

/**
 * A key as a header can contain it, without quotes, which a line of an environment file may have. An error of the HTTP
 * library for another text would quote the key.
 */
const oneKey = /^[\x21\x23-\x26\x28-\x7e]+$/;

function unreadableKey(error: unknown): never {
  const reason = isMissing(error) ? 'does not exist' : 'cannot be read';
  throw new ModelFailure('key_refused', `the file with the key of the model ${reason}`, { cause: error });
}
