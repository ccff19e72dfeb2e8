import type { IdentityProvider } from './identity-provider.ts';
import type { RoleMapping } from './roles-of-claims.ts';
import type { IsTrustedProxy } from './source.ts';
import type { TokenRights } from './token-rights.ts';

/** Ways to sign in, of which sign-in links are always one. */
export interface SignInWays {
  openid?: { provider: IdentityProvider; mapping: RoleMapping };
  kubernetes?: TokenRights;
  isTrustedProxy: IsTrustedProxy;
}
