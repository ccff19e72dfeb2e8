import { systemClock } from '../clock/system-clock.ts';
import type { ServiceConfig } from '../config/service-config.ts';
import { createHttpService } from '../http/server.ts';
import { startAdminApp, type AdminParts } from './admin-app.ts';
import { openLocalState } from './admin-state.ts';
import { hostInUrl } from './host-in-url.ts';
import { listening } from './listening.ts';
import { signInWays, type SignInConfig } from './sign-in-ways.ts';
import { watchJobs } from './watch-jobs.ts';

type GivenParts = Omit<AdminParts, 'publicUrl' | 'state' | 'signIn' | 'watchedJobs'>;

export interface LocalAdmin {
  publicUrl: string;
  /** Starts to answer requests, until the signal aborts. Requests that arrived earlier have waited. */
  serve(parts: GivenParts, stop: AbortSignal): Promise<Served>;
}

interface Served {
  /** Returns the address of a page that signs an admin in. It works once. */
  signInLink: () => Promise<string>;
  drain(graceMs: number): Promise<void>;
}

/** Listens for the dashboard of `adwright local`. Returns undefined if the dashboard is off. */
export async function openLocalAdmin(
  given: SignInConfig & Pick<ServiceConfig, 'adminListen' | 'adminUrl' | 'dataDir'>,
): Promise<LocalAdmin | undefined> {
  const { adminListen: address, adminUrl, dataDir } = given;
  if (address === 'off') return undefined;
  const http = createHttpService();
  const bound = await listening('ADWRIGHT_ADMIN_LISTEN', address, () => http.listen(address));
  const publicUrl = adminUrl ?? `http://${hostInUrl(address.host)}:${bound.port}`;
  const signIn = signInWays(given, publicUrl);
  return {
    publicUrl,
    serve: async (parts, stop) => {
      const opened = openLocalState(dataDir);
      const { store, namespace, logger } = parts;
      const watchedJobs = await watchJobs({ store, namespace, clock: systemClock, logger }, stop);
      const app = startAdminApp({ ...parts, publicUrl, state: opened.state, signIn, watchedJobs }, stop);
      http.serve({ handler: app.handler, publicUrl });
      const drain = async (graceMs: number): Promise<void> => {
        await http.drain(graceMs);
        await app.drain();
        opened.close();
      };
      return { signInLink: app.signInLink, drain };
    },
  };
}
