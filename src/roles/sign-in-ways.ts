import { readFileSync } from 'node:fs';
import { OpenidProvider } from '../admin/sign-in/openid-provider.ts';
import { providerFetch } from '../admin/sign-in/provider-fetch.ts';
import { claimsOf } from '../admin/sign-in/roles-of-claims.ts';
import type { SignInWays } from '../admin/sign-in/sign-in-ways.ts';
import { trustedProxies } from '../admin/sign-in/source.ts';
import type { TokenRights } from '../admin/sign-in/token-rights.ts';
import { systemClock } from '../clock/system-clock.ts';
import { ConfigError } from '../config/environment.ts';
import { readProxySettings } from '../config/proxy-config.ts';
import type { ServiceConfig } from '../config/service-config.ts';
import type { EgressSettings } from '../egress/settings.ts';
import { messageOf } from '../files/error-code.ts';

export type SignInConfig = Pick<ServiceConfig, 'signIn' | 'egress'>;
type SignInSettings = SignInConfig['signIn'];

/** Returns the ways to sign in that the settings name. Sends no request to the identity provider. */
export function signInWays(
  { signIn: settings, egress }: SignInConfig,
  publicUrl: string,
  kubernetes?: TokenRights,
): SignInWays {
  const openid = openidWay(settings, publicUrl, egress);
  return {
    isTrustedProxy: trustedProxies(settings.trustedProxies),
    ...(openid !== undefined && { openid }),
    ...(kubernetes !== undefined && { kubernetes }),
  };
}

function openidWay(settings: SignInSettings, publicUrl: string, egress: EgressSettings): SignInWays['openid'] {
  const { issuer, clientId, roles, scopes } = settings;
  if (issuer === undefined || clientId === undefined || roles === undefined) return undefined;
  const provider = new OpenidProvider({
    ...{ issuer, clientId, scopes, publicUrl, clientSecret: secretOf(settings) },
    claims: claimsOf(roles),
    fetch: providerFetch({ proxies: readProxySettings(), egress }),
    clock: systemClock,
  });
  return { provider, mapping: roles };
}

function secretOf({ clientSecret, clientSecretFile }: SignInSettings): string | undefined {
  if (clientSecretFile === undefined) return clientSecret;
  try {
    return readFileSync(clientSecretFile, 'utf8').trim();
  } catch (error) {
    throw new ConfigError([`ADWRIGHT_ADMIN_OIDC_CLIENT_SECRET_FILE (${clientSecretFile}): ${messageOf(error)}.`]);
  }
}
