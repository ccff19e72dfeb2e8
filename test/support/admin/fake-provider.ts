import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export const client = { id: 'adwright', secret: 'hush-hush-7391' };

const keys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
const [published, forged] = [keys(), keys()];

/** What the provider does wrong, or says about the person. */
interface Behaviour {
  /** Claims of the ID token, beside those that every token has. Undefined removes a claim. */
  claims: Record<string, unknown>;
  /** Claims that only the userinfo endpoint returns. */
  userinfo: Record<string, unknown>;
  /** Seconds by which the clock of the provider is ahead. */
  aheadSeconds: number;
  /** Issuer in the metadata. */
  issuer: string | undefined;
  /** True: signs tokens with a key that it does not publish. */
  isForged: boolean;
  /** `silent`: accepts connections and never responds. `broken`: responds with an error of a proxy. */
  fault: 'none' | 'silent' | 'broken';
  /** How the client must authenticate, whatever the metadata says. */
  method: 'basic' | 'post' | 'none';
}

interface Granted {
  nonce: string | null;
  challenge: string | null;
}

/**
 * An identity provider on loopback whose answers a test chooses. It has no pages: `authorize` does what a person would do
 * there.
 */
export class FakeProvider {
  readonly behaviour: Behaviour = {
    ...{
      claims: {},
      userinfo: {},
      aheadSeconds: 0,
      issuer: undefined,
      isForged: false,
      fault: 'none',
      method: 'basic',
    },
  };
  readonly requests: string[] = [];
  readonly #codes = new Map<string, Granted>();
  readonly #server: Server = createServer((request, response) => {
    void this.#answer(request, response);
  });

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  get issuer(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Signs a person in who was sent to this address. Returns the query with which the browser goes back. */
  authorize(address: string): URLSearchParams {
    const { searchParams } = new URL(address);
    const code = `code-${this.#codes.size}`;
    this.#codes.set(code, { nonce: searchParams.get('nonce'), challenge: searchParams.get('code_challenge') });
    return new URLSearchParams({ code, state: searchParams.get('state') ?? '', iss: this.issuer });
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    this.requests.push(path);
    if (this.behaviour.fault === 'silent') return;
    if (this.behaviour.fault === 'broken') return void response.writeHead(502).end('<h1>Bad gateway</h1>');
    const sent = path === '/token' ? await this.#token(request) : { status: 200, body: this.#document(path) };
    response.writeHead(sent.status, { 'Content-Type': 'application/json' }).end(JSON.stringify(sent.body));
  }

  #document(path: string): unknown {
    if (path === '/jwks') return { keys: [{ ...published.publicKey.export({ format: 'jwk' }), kid: 'a', use: 'sig' }] };
    if (path === '/userinfo') return { sub: 'ada', ...this.behaviour.userinfo };
    const { issuer } = this;
    return {
      issuer: this.behaviour.issuer ?? issuer,
      ...{ authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token`, jwks_uri: `${issuer}/jwks` },
      ...{ userinfo_endpoint: `${issuer}/userinfo`, end_session_endpoint: `${issuer}/end` },
      ...{ response_types_supported: ['code'], subject_types_supported: ['public'] },
      id_token_signing_alg_values_supported: ['ES256'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
      authorization_response_iss_parameter_supported: true,
    };
  }

  async #token(request: IncomingMessage): Promise<{ status: number; body: unknown }> {
    const form = new URLSearchParams(await text(request));
    const isClient = this.#isClient(form, request.headers.authorization);
    if (!isClient) return { status: 401, body: { error: 'invalid_client' } };
    const code = form.get('code') ?? '';
    const granted = this.#codes.get(code);
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (granted === undefined || granted.challenge !== challenge)
      return { status: 400, body: { error: 'invalid_grant' } };
    this.#codes.set(code, { nonce: null, challenge: null });
    const token = this.#idToken(granted.nonce);
    return { status: 200, body: { access_token: 'access', token_type: 'Bearer', id_token: token } };
  }

  #isClient(form: URLSearchParams, header: string | undefined): boolean {
    const { method } = this.behaviour;
    if (method === 'none') return false;
    return method === 'post' ? isPosted(form) : isBasic(header);
  }

  #idToken(nonce: string | null): string {
    const { claims, aheadSeconds, isForged } = this.behaviour;
    const now = Math.floor(Date.now() / 1_000) + aheadSeconds;
    const times = { iat: now, exp: now + 10, auth_time: now };
    const payload = { iss: this.issuer, aud: client.id, sub: 'ada', name: 'Ada', nonce, ...times, ...claims };
    const [head, body] = [{ alg: 'ES256', kid: 'a' }, payload].map((part) =>
      Buffer.from(JSON.stringify(part)).toString('base64url'),
    );
    const signed = `${head ?? ''}.${body ?? ''}`;
    const key = (isForged ? forged : published).privateKey;
    return `${signed}.${sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
  }
}

function isPosted(form: URLSearchParams): boolean {
  return form.get('client_id') === client.id && form.get('client_secret') === client.secret;
}

/** Reports whether the header has the id and the secret, both encoded as in a form. */
function isBasic(header: string | undefined): boolean {
  const pair = Buffer.from(header?.replace(/^Basic /, '') ?? '', 'base64').toString();
  return decodeURIComponent(pair) === `${client.id}:${client.secret}`;
}
