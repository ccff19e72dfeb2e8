import { createHttpService, type HttpService } from '../http/server.ts';
import { openAdminAccess } from './admin-access.ts';
import { openLocalState } from './admin-state.ts';
import { signInWays, type SignInSettings } from './sign-in-ways.ts';
import { createAdminHandler, type AdminParts } from './admin-app.ts';
import { listening } from './listening.ts';
import { hostInUrl } from './host-in-url.ts';

export interface LocalAdmin {
  publicUrl: string;
  /**
   * Starts to answer requests. Requests that arrived earlier have waited. `signInLink` returns the address of a page that
   * signs an admin in. It works once.
   */
  serve(parts: Omit<AdminParts, 'access' | 'publicUrl'>): { signInLink(): Promise<string> };
  drain(graceMs: number): Promise<void>;
}

/** Listens for the dashboard of `adwright local`. Returns undefined if the dashboard is off. */
export async function openLocalAdmin(given: {
  adminListen: { host: string; port: number } | 'off';
  adminUrl: string | undefined;
  dataDir: string;
  signIn: SignInSettings;
}): Promise<LocalAdmin | undefined> {
  const { adminListen: address, adminUrl } = given;
  if (address === 'off') return undefined;
  const http: HttpService = createHttpService();
  const bound = await listening('ADWRIGHT_ADMIN_LISTEN', address, () => http.listen(address));
  const publicUrl = adminUrl ?? `http://${hostInUrl(address.host)}:${bound.port}`;
  const opened = openLocalState(given.dataDir);
  const signIn = signInWays(given.signIn, publicUrl);
  const upkeep = new AbortController();
  return {
    publicUrl,
    serve: (parts) => {
      const { artifacts, logger } = parts;
      const access = openAdminAccess({ state: opened.state, signIn, artifacts, logger });
      http.serve({ handler: createAdminHandler({ ...parts, access, publicUrl }), publicUrl });
      void access.runUpkeep(upkeep.signal);
      return { signInLink: () => access.createSignInLink(publicUrl) };
    },
    drain: async (graceMs) => {
      upkeep.abort();
      await http.drain(graceMs);
      opened.close();
    },
  };
}
