import { z } from 'zod';
import { setting } from './setting.ts';
import { kubernetesSignInSettings, signInSettings } from './sign-in-settings.ts';
import { listenAddress, PublicUrl } from './value-schemas.ts';

const loopback = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** Schema for the public URL of the dashboard, whose cookies browsers keep only over HTTPS and on this machine. */
const AdminUrl = PublicUrl.refine((text) => {
  const url = URL.parse(text);
  return url === null || url.protocol === 'https:' || loopback.has(url.hostname);
}, 'must begin with https://, because browsers keep the cookie of a session only there; http:// works with 127.0.0.1, [::1] and localhost');

/** Address of the dashboard on a cluster. */
export const clusterAdminSettings = {
  adminListen: setting('ADWRIGHT_ADMIN_LISTEN', listenAddress.default({ host: '::', port: 8081 })),
  adminUrl: setting('ADWRIGHT_ADMIN_URL', AdminUrl),
  signIn: { ...signInSettings, ...kubernetesSignInSettings },
};

/** Address of the dashboard of `adwright local`. */
export const localAdminSettings = {
  adminListen: setting(
    'ADWRIGHT_ADMIN_LISTEN',
    z
      .union([z.literal('off'), listenAddress], { error: 'must be host:port, such as 127.0.0.1:8081, or off' })
      .default({ host: '127.0.0.1', port: 8081 }),
  ),
  adminUrl: setting('ADWRIGHT_ADMIN_URL', AdminUrl.optional()),
  signIn: signInSettings,
};

/** Address of the dashboard for the command that makes a link to it. */
export const adminUrlSettings = {
  adminUrl: setting('ADWRIGHT_ADMIN_URL', AdminUrl.default('http://127.0.0.1:8081')),
};
