import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

export const registered = { id: 'adwright', secret: 'hush-hush-7391' };

/** What is wrong with a provider. */
export interface ProviderFaults {
  /** Issuer that the provider names in place of its own address. */
  issuer?: string;
  /** True: the ID tokens of the provider have the times of a clock that is two hours behind. */
  isClockBehind?: boolean;
}

/** A complete identity provider on `127.0.0.1` with pages for people: every name and password is accepted. */
export class PersonProvider {
  /** Groups by the name with which a person signs in. */
  readonly groups = new Map<string, string[]>();
  /** True: requests get no answer. */
  isSilent = false;
  /** True: the connection of a request for tokens is closed. */
  hasNoTokens = false;
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
  serve(publicUrl: string, { issuer = this.issuer, isClockBehind = false }: ProviderFaults = {}): void {
    const { id: client_id, secret: client_secret } = registered;
    const [redirect_uris, post_logout_redirect_uris] = [[`${publicUrl}/sign-in/callback`], [`${publicUrl}/sign-out`]];
    const provider = new Provider(issuer, {
      clients: [{ client_id, client_secret, redirect_uris, post_logout_redirect_uris }],
      claims: { openid: ['sub'], profile: ['name'], groups: ['groups'] },
      pkce: { required: () => true },
      cookies: { keys: ['a key for the cookies of a test'] },
      findAccount: (_, accountId) => ({
        accountId,
        claims: () => ({ sub: accountId, name: `${accountId} Lovelace`, groups: this.groups.get(accountId) ?? [] }),
      }),
    });
    if (isClockBehind) provider.use(({ path }, next) => (path === '/token' ? withClockBehind(next) : next()));
    const listener = provider.callback();
    this.#server.on('request', (request, response) => {
      if (this.hasNoTokens && request.url === '/token') request.destroy();
      else if (!this.isSilent) void listener(request, response);
    });
  }

  get issuer(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** Runs work of the provider, which shares its process with the test. Its clock is right again before it responds. */
async function withClockBehind(work: () => Promise<unknown>): Promise<void> {
  const { now } = Date;
  Date.now = () => now() - 2 * 3_600_000;
  try {
    await work();
  } finally {
    Date.now = now;
  }
}
