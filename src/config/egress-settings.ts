import { z } from 'zod';
import { setting } from './setting.ts';

const pemFile = z.string().startsWith('/', 'must be the absolute path of a PEM file');

/** Schema for the URL of an HTTP proxy. Error messages do not quote the URL, because it may contain a password. */
const ProxyUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https URL, such as http://proxy.example.com:3128' })
  .refine(
    (url) => !URL.parse(url)?.username && !URL.parse(url)?.password,
    'must not contain credentials: set ADWRIGHT_EGRESS_PROXY_CREDENTIALS_FILE instead',
  )
  .refine(
    (url) => (URL.parse(url)?.pathname ?? '/') === '/' && !/[?#]/.test(url),
    'must not have a path, a query or a fragment',
  );

/**
 * Settings for outgoing connections (egress) to hosts that users name: web pages, pictures and receivers of callbacks.
 */
export const egressSettings = {
  egress: {
    allow: setting('ADWRIGHT_EGRESS_ALLOW', z.string().default('')),
    deny: setting('ADWRIGHT_EGRESS_DENY', z.string().default('')),
    proxy: setting('ADWRIGHT_EGRESS_PROXY', ProxyUrl.optional()),
    proxyCredentialsFile: setting(
      'ADWRIGHT_EGRESS_PROXY_CREDENTIALS_FILE',
      z.string().startsWith('/', 'must be the absolute path of a file with user:password').optional(),
    ),
  },
};

export const trustSettings = {
  trustedCaFile: setting('ADWRIGHT_TRUSTED_CA_FILE', pemFile.optional()),
};
