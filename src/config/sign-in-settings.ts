import { BlockList, isIP } from 'node:net';
import { z } from 'zod';
import { setting } from './setting.ts';
import { Words } from './value-schemas.ts';

/** Schema for the issuer of an identity provider. Plain http is safe only on this machine. */
const Issuer = z
  .url({ protocol: /^https?$/, error: 'must be an https URL, such as https://id.example.com/realms/ads' })
  .refine((text) => !/[?#]/.test(text), 'must not have a query or a fragment')
  .refine((text) => {
    const { protocol, hostname } = URL.parse(text) ?? {};
    return protocol !== 'http:' || /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname ?? '');
  }, 'must be an https URL; http works only with 127.0.0.1, [::1] and localhost');

const values = z.array(z.string().min(1)).default([]);
const example = '{"claim":"groups","admin":["ads-admins"],"viewer":["everyone"],"owner":"adwright_accounts"}';
const rolesError = `must be JSON such as ${example}`;

const RoleMapping = z.strictObject(
  {
    claim: z.string().min(1),
    admin: values,
    operator: values,
    viewer: values,
    owner: z.string().min(1).optional(),
  },
  { error: rolesError },
);

const Roles = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({ code: 'custom', message: rolesError });
      return z.NEVER;
    }
  })
  .pipe(RoleMapping);

/** Settings of the sign-in to the dashboard. */
export const signInSettings = {
  issuer: setting('ADWRIGHT_ADMIN_OIDC_ISSUER', Issuer.optional()),
  clientId: setting('ADWRIGHT_ADMIN_OIDC_CLIENT_ID', z.string().optional()),
  clientSecret: setting('ADWRIGHT_ADMIN_OIDC_CLIENT_SECRET', z.string().optional()),
  clientSecretFile: setting(
    'ADWRIGHT_ADMIN_OIDC_CLIENT_SECRET_FILE',
    z.string().startsWith('/', 'must be the absolute path of a file').optional(),
  ),
  scopes: setting(
    'ADWRIGHT_ADMIN_OIDC_SCOPES',
    z
      .string()
      .default('openid profile email')
      .refine((text) => text.split(' ').includes('openid'), 'must contain openid'),
  ),
  roles: setting('ADWRIGHT_ADMIN_ROLES', Roles.optional()),
  /** Proxies in front of the dashboard, whose `X-Forwarded-For` names the client. */
  trustedProxies: setting(
    'ADWRIGHT_ADMIN_TRUSTED_PROXIES',
    Words.refine((ranges) => ranges.every(isRange), 'must be addresses and ranges such as 10.0.0.0/8'),
  ),
};

export const kubernetesSignInSettings = {
  kubernetesAudience: setting('ADWRIGHT_ADMIN_KUBERNETES_AUDIENCE', z.string().max(256).optional()),
};

function isRange(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  if (bits === undefined) return true;
  try {
    new BlockList().addSubnet(address, Number(bits), version === 6 ? 'ipv6' : 'ipv4');
    return /^\d+$/.test(bits);
  } catch {
    return false;
  }
}
