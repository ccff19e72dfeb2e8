import type { ApiRequest } from '../k8s/rest-client.ts';

/** Client of an API server, as far as the checks need it. */
export interface ApiClient {
  /** Returns the body of a response. Rejects with a `StoreError`. */
  json(request: ApiRequest): Promise<unknown>;
}
