import { AsyncLocalStorage } from 'node:async_hooks';
import {
  ClientSecretBasic,
  ClientSecretPost,
  None,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
  type ClientAuth,
  type ServerMetadata,
} from 'openid-client';

/**
 * Authenticates the dashboard at the identity provider with a client secret: in the body, or else by HTTP Basic. A
 * provider names the methods that it supports, but a client may be registered for one of them alone. A provider that
 * refuses the client has not used up the code, so the request is sent again with the other method. The method that has
 * worked is the first one of later calls. Calls at the same time do not change the methods of each other.
 */
export class ClientAuthentication {
  readonly #all: readonly ClientAuth[];
  readonly #post: ClientAuth | undefined;
  readonly #chosen = new AsyncLocalStorage<ClientAuth>();
  #worked: ClientAuth | undefined;

  constructor(secret: string | undefined) {
    this.#post = secret === undefined ? undefined : ClientSecretPost(secret);
    this.#all = secret === undefined || this.#post === undefined ? [None()] : [this.#post, ClientSecretBasic(secret)];
  }

  /** Authenticates a request with the method of the call of `either` that sends it. */
  readonly authenticate: ClientAuth = (server, client, body, headers) => {
    const method = this.#chosen.getStore() ?? this.#methodsOf(server)[0];
    method?.(server, client, body, headers);
  };

  /** Runs `work`, and once more with the other method if the provider refuses the client. */
  async either<R>(server: Supported, work: () => Promise<R>): Promise<R> {
    const [first, second] = this.#methodsOf(server);
    if (first === undefined) return work();
    try {
      return await this.#with(first, work);
    } catch (error) {
      if (second === undefined || !isRefusedClient(error)) throw error;
      return this.#with(second, work);
    }
  }

  async #with<R>(method: ClientAuth, work: () => Promise<R>): Promise<R> {
    const result = await this.#chosen.run(method, work);
    this.#worked = method;
    return result;
  }

  /** Returns the methods to try, the first one first. */
  #methodsOf({ token_endpoint_auth_methods_supported: supported }: Supported): ClientAuth[] {
    const isPostSupported = supported === undefined || supported.includes('client_secret_post');
    const usable = this.#all.filter((method) => method !== this.#post || isPostSupported);
    return usable.toSorted((a, b) => Number(b === this.#worked) - Number(a === this.#worked));
  }
}

type Supported = Readonly<Pick<ServerMetadata, 'token_endpoint_auth_methods_supported'>>;

export function isRefusedClient(error: unknown): boolean {
  if (error instanceof WWWAuthenticateChallengeError) return error.status === 401;
  return error instanceof ResponseBodyError && error.error === 'invalid_client';
}
