import type { Claims } from './roles-of-claims.ts';

/** Secrets of one attempt to sign in, which are stored until the provider sends the browser back. */
export interface ProviderAttempt {
  state: string;
  nonce: string;
  verifier: string;
}

/** Identity provider, by OpenID Connect. All methods but `name` reject with `ProviderFailure`. */
export interface IdentityProvider {
  /** Host of the provider, for people. */
  readonly name: string;
  /** Begins an attempt. Returns the address of the provider. With `again`, the person must prove again who they are. */
  begin(options: { again: boolean }): Promise<{ address: string; attempt: ProviderAttempt }>;
  /** Ends an attempt by the parameters with which the browser came back. Returns the claims about the person. */
  finish(parameters: URLSearchParams, attempt: ProviderAttempt): Promise<Claims & { sub: string }>;
  /** Address at which the person can sign out of the provider. Undefined if the provider has none. */
  signOutAddress(): Promise<string | undefined>;
}

/**
 * Reason why a sign-in with the provider failed. `away`: no or no usable response. `refused`: the provider has refused, as it
 * says to the browser. `used`: the code was used before or has expired. `settings`: the provider does not accept the
 * settings of the dashboard. `issuer`: the provider has another issuer than the settings. `clock`: the clocks differ.
 * `invalid`: the response does not belong to the attempt, or is not from the provider.
 */
export type ProviderFault = 'away' | 'refused' | 'used' | 'settings' | 'issuer' | 'clock' | 'invalid';

export class ProviderFailure extends Error {
  readonly fault: ProviderFault;
  /** Error code of the provider, such as `access_denied`. */
  readonly code: string | undefined;

  constructor(fault: ProviderFault, message: string, options: ErrorOptions & { code?: string | undefined } = {}) {
    super(message, options);
    this.name = 'ProviderFailure';
    this.fault = fault;
    this.code = options.code;
  }
}
