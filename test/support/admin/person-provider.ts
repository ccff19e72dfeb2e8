import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

export const registered = { id: 'adwright', secret: 'hush-hush-7391' };

/** A complete identity provider on `127.0.0.1` with pages for people: every name and password is accepted. */
export class PersonProvider {
  /** Groups by the name with which a person signs in. */
  readonly groups = new Map<string, string[]>();
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<PersonProvider> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new PersonProvider(server);
  }

  /** Starts to answer requests. The only client is the dashboard with this public URL. */
  serve(publicUrl: string): void {
    const { id: client_id, secret: client_secret } = registered;
    const [redirect_uris, post_logout_redirect_uris] = [[`${publicUrl}/sign-in/callback`], [`${publicUrl}/sign-out`]];
    const provider = new Provider(this.issuer, {
      clients: [{ client_id, client_secret, redirect_uris, post_logout_redirect_uris }],
      claims: { openid: ['sub'], profile: ['name'], groups: ['groups'] },
      pkce: { required: () => true },
      cookies: { keys: ['a key for the cookies of a test'] },
      findAccount: (_, accountId) => ({
        accountId,
        claims: () => ({ sub: accountId, name: `${accountId} Lovelace`, groups: this.groups.get(accountId) ?? [] }),
      }),
    });
    const listener = provider.callback();
    this.#server.on('request', (request, response) => void listener(request, response));
  }

  get issuer(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
