import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  calculatePKCECodeChallenge,
  clockTolerance,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  type Configuration,
  type CustomFetch,
} from 'openid-client';
import type { Clock } from '../../clock/port.ts';
import { callbackPath } from './callback-path.ts';
import { ClientAuthentication } from './client-authentication.ts';
import type { IdentityProvider, ProviderAttempt } from './identity-provider.ts';
import { openidFailure } from './openid-failure.ts';
import { claimAt, type Claims } from './roles-of-claims.ts';

/** Client of the dashboard at the identity provider. */
export interface OpenidSettings {
  issuer: string;
  clientId: string;
  /** Undefined for a public client, which only PKCE protects. */
  clientSecret: string | undefined;
  scopes: string;
}

interface Options extends OpenidSettings {
  /** Public URL of the dashboard, without a trailing slash. */
  publicUrl: string;
  /** Names of the claims that give rights. Those that the ID token does not contain are read from the provider. */
  claims: readonly string[];
  fetch: CustomFetch;
  clock: Pick<Clock, 'monotonicMs'>;
}

/** Difference of the clocks of the provider and the dashboard that is accepted. */
const skewSeconds = 60;
/** Age of a sign-in at the provider after which the provider asks the person again. */
const ageSecondsMax = 30 * 86_400;
/** Time after which the metadata of the provider is read again. */
const freshMs = 60 * 60_000;

/** Identity provider by OpenID Connect: authorization code with PKCE, state and nonce. */
export class OpenidProvider implements IdentityProvider {
  readonly #options: Options;
  readonly #client: ClientAuthentication;
  #known: { configuration: Configuration; atMs: number } | undefined;
  #reading: Promise<Configuration> | undefined;

  constructor(options: Options) {
    this.#options = options;
    this.#client = new ClientAuthentication(options.clientSecret);
  }

  get name(): string {
    return new URL(this.#options.issuer).host;
  }

  async begin({ again }: { again: boolean }): Promise<{ address: string; attempt: ProviderAttempt }> {
    const configuration = await this.#configuration();
    const attempt = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
    const address = buildAuthorizationUrl(configuration, {
      ...{ redirect_uri: this.#redirectUri, scope: this.#options.scopes, state: attempt.state, nonce: attempt.nonce },
      code_challenge: await calculatePKCECodeChallenge(attempt.verifier),
      code_challenge_method: 'S256',
      // With a limit of the age, a provider must say when the person signed in.
      ...(again ? { prompt: 'login', max_age: '0' } : { max_age: String(ageSecondsMax) }),
    });
    return { address: address.href, attempt };
  }

  async finish(parameters: URLSearchParams, attempt: ProviderAttempt): Promise<Claims & { sub: string }> {
    const configuration = await this.#configuration();
    const currentUrl = new URL(`${this.#redirectUri}?${parameters.toString()}`);
    const { state, nonce, verifier } = attempt;
    const checks = { pkceCodeVerifier: verifier, expectedNonce: nonce, expectedState: state, idTokenExpected: true };
    try {
      const tokens = await this.#client.either(configuration.serverMetadata(), () =>
        authorizationCodeGrant(configuration, currentUrl, checks),
      );
      const claims = tokens.claims();
      if (claims === undefined) throw new Error('the response contains no ID token');
      return { ...(await this.#moreClaims(configuration, tokens.access_token, claims)), ...claims };
    } catch (error) {
      throw openidFailure(error);
    }
  }

  async signOutAddress(): Promise<string | undefined> {
    const configuration = await this.#configuration();
    if (configuration.serverMetadata().end_session_endpoint === undefined) return undefined;
    const back = `${this.#options.publicUrl}/sign-out`;
    return buildEndSessionUrl(configuration, { post_logout_redirect_uri: back }).href;
  }

  get #redirectUri(): string {
    return this.#options.publicUrl + callbackPath;
  }

  async #moreClaims(configuration: Configuration, accessToken: string, claims: Claims & { sub: string }) {
    const isComplete = this.#options.claims.every((name) => claimAt(claims, name) !== undefined);
    const hasMore = configuration.serverMetadata().userinfo_endpoint !== undefined;
    return isComplete || !hasMore ? {} : fetchUserInfo(configuration, accessToken, claims.sub);
  }

  async #configuration(): Promise<Configuration> {
    const { clock } = this.#options;
    if (this.#known !== undefined && clock.monotonicMs() - this.#known.atMs < freshMs) return this.#known.configuration;
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined;
    });
    try {
      const configuration = await this.#reading;
      this.#known = { configuration, atMs: clock.monotonicMs() };
      return configuration;
    } catch (error) {
      if (this.#known !== undefined) return this.#known.configuration;
      throw openidFailure(error);
    }
  }

  #read(): Promise<Configuration> {
    const { issuer, clientId, fetch } = this.#options;
    const server = new URL(issuer);
    // The settings allow an http issuer only on loopback.
    const execute = [...(server.protocol === 'http:' ? [allowInsecureRequests] : []), enableNonRepudiationChecks];
    const metadata = { [clockTolerance]: skewSeconds };
    return discovery(server, clientId, metadata, this.#client.authenticate, { execute, [customFetch]: fetch });
  }
}
