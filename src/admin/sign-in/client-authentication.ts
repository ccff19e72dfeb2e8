import {
  ClientSecretBasic,
  ClientSecretPost,
  None,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
  type ClientAuth,
} from 'openid-client';

/**
 * Authenticates the dashboard at the identity provider with a client secret: in the body, or else by HTTP Basic. A
 * provider names the methods that it supports, but a client may be registered for one of them alone. A provider that
 * refuses the client has not used up the code, so the request is sent again with the other method.
 */
export class ClientAuthentication {
  readonly #ways: ClientAuth[];

  constructor(secret: string | undefined) {
    this.#ways = secret === undefined ? [None()] : [ClientSecretPost(secret), ClientSecretBasic(secret)];
  }

  readonly authenticate: ClientAuth = (server, client, body, headers) => {
    const supported = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic', 'client_secret_post'];
    if (this.#ways.length > 1 && !supported.includes('client_secret_post')) this.#ways.shift();
    this.#ways[0]?.(server, client, body, headers);
  };

  /** Runs `work`, and once more with the other method if the provider refuses the client. */
  async either<R>(work: () => Promise<R>): Promise<R> {
    try {
      return await work();
    } catch (error) {
      if (this.#ways.length < 2 || !isRefusedClient(error)) throw error;
      this.#ways.reverse();
      return work();
    }
  }
}

export function isRefusedClient(error: unknown): boolean {
  if (error instanceof WWWAuthenticateChallengeError) return error.status === 401;
  return error instanceof ResponseBodyError && error.error === 'invalid_client';
}
