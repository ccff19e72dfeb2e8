import type { Page } from 'playwright-core';
import { OpenidProvider } from '../../../src/admin/sign-in/openid-provider.ts';
import { providerFetch } from '../../../src/admin/sign-in/provider-fetch.ts';
import type { Clock } from '../../../src/clock/port.ts';
import { systemClock } from '../../../src/clock/system-clock.ts';
import { Installation } from '../installation/installation.ts';
import type { AdminRig } from './admin-rig.ts';
import { PersonProvider, registered, type ProviderFaults } from './person-provider.ts';
import { openWithSessions } from './sign-in-rig.ts';

const mapping = { claim: 'groups', admin: ['ads-admins'], operator: [], viewer: [], owner: undefined };
const direct = {
  proxies: { http: '', https: '', none: '' },
  egress: { proxy: undefined, proxyCredentialsFile: undefined },
};

export interface ProviderRig {
  home: Installation;
  rig: AdminRig;
  provider: PersonProvider;
  close(): Promise<void>;
}

/**
 * Opens a dashboard on `localhost` with a provider on `127.0.0.1`, so that the two are different sites for a browser. Ada
 * is an admin. `clock` is that of the dashboard, and `patienceMs` its time limit for requests to the provider.
 */
export async function openProviderRig({
  clock = systemClock,
  patienceMs = 5_000,
  ...faults
}: ProviderFaults & { clock?: Clock; patienceMs?: number } = {}): Promise<ProviderRig> {
  const home = new Installation({ clock });
  const provider = await PersonProvider.start();
  const rig = await openWithSessions(
    home,
    ({ publicUrl, signIn }) => {
      const settings = { issuer: provider.issuer, clientId: registered.id, clientSecret: registered.secret };
      const fetch = providerFetch(direct, patienceMs);
      const more = { scopes: 'openid profile groups', publicUrl, claims: ['groups'], fetch, clock: systemClock };
      const openid = { mapping, provider: new OpenidProvider({ ...settings, ...more }) };
      const kubernetes = { audience: 'ads', review: () => Promise.resolve({ kind: 'rejected' as const }) };
      return { signIn: { ...signIn, openid, kubernetes } };
    },
    'localhost',
  );
  provider.serve(rig.url, faults);
  provider.groups.set('ada', ['ads-admins']);
  return {
    ...{ home, rig, provider },
    close: async () => {
      await rig.close();
      await provider.close();
      home.close();
    },
  };
}

/** Proves who the person is at the page of the provider. */
export async function proveAtProvider(page: Page, name: string): Promise<void> {
  await page.fill('input[name=login]', name);
  await page.fill('input[name=password]', 'any');
  await page.click('button[type=submit]');
}

/** Signs in for the first time at the pages of the provider: the second lets the dashboard read the claims. */
export async function signInAtProvider(page: Page, name: string): Promise<void> {
  await proveAtProvider(page, name);
  await page.click('button[type=submit]');
}
