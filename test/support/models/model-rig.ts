import { parseAllowList } from '../../../src/domain/address-rule.ts';
import { Guard } from '../../../src/egress/guard.ts';
import { GuardedEgress } from '../../../src/egress/guarded-egress.ts';
import { openModelConnection } from '../../../src/models/connection/model-connection.ts';
import type { ModelEntry } from '../../../src/models/model-entry.ts';
import type { ProviderDeps } from '../../../src/models/providers/provider-deps.ts';
import type { ModelServer } from './model-server.ts';

/** Maximum size in bytes of a response of a model in tests. */
export const modelAnswerBytesInTests = 1_048_576;

/** Key that no error, URL or body may contain. */
export const canaryKey = 'canary-Key_4f1c9d27e6';

/** An entry for the server of a test, with the defaults of the configuration. */
export function entryAt(
  { url, addresses }: Pick<ModelServer, 'url' | 'addresses'>,
  entry: Pick<ModelEntry, 'provider' | 'model'> & Partial<ModelEntry>,
): ModelEntry {
  return {
    ...{ name: `${entry.provider}/${entry.model}`, baseUrl: url, addresses, keyFile: '/keys/canary', options: {} },
    ...{ priceMicroUsd: 40_000, concurrency: 10, timeoutSeconds: 120, whenFailed: 'next' },
    ...entry,
  };
}

interface RigOptions {
  bytesMax?: number;
  /** Addresses of other servers that results may be on. Default: the public ones. */
  resultsAt?: readonly string[];
  key?: string | null;
}

/** Returns what a provider needs to call the server of an entry: a guarded connection, and a key that is a canary. */
export function rigDeps(
  entry: ModelEntry,
  { bytesMax = modelAnswerBytesInTests, resultsAt = [], key = canaryKey }: RigOptions = {},
): ProviderDeps {
  const egress = new GuardedEgress({
    guard: new Guard({ allow: parseAllowList(resultsAt.join(',')) }),
    version: 'test',
  });
  const settings = { allow: '', deny: '', proxy: undefined, proxyCredentialsFile: undefined };
  return {
    connection: openModelConnection(entry, { settings, noProxy: '', egress, bytesMax }),
    key: () => Promise.resolve(key),
  };
}
