import type { ModelConnection } from '../connection/model-connection.ts';

/** Connection and key with which the adapter of a provider calls its model. */
export interface ProviderDeps {
  connection: ModelConnection;
  /** Returns the key, or null if the server needs none. Is called for each call, because files of keys are replaced. */
  key: () => Promise<string | null>;
}
