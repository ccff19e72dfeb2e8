import { createHttpService, type HttpService } from '../http/server.ts';
import { openAdminAccess } from './admin-access.ts';
import { createAdminHandler, type AdminParts } from './admin-app.ts';
import { listening } from './listening.ts';
import { hostInUrl } from './host-in-url.ts';

export interface LocalAdmin {
  publicUrl: string;
  /** Starts to answer requests. Requests that arrived earlier have waited. */
  serve(parts: Omit<AdminParts, 'access' | 'publicUrl'>): void;
  /** Returns the address of a page that signs an admin in. It works once. */
  signInLink(): Promise<string>;
  drain(graceMs: number): Promise<void>;
}

/** Listens for the dashboard of `adwright local`. Returns undefined if the dashboard is off. */
export async function openLocalAdmin(given: {
  adminListen: { host: string; port: number } | 'off';
  adminUrl: string | undefined;
}): Promise<LocalAdmin | undefined> {
  const { adminListen: address, adminUrl } = given;
  if (address === 'off') return undefined;
  const http: HttpService = createHttpService();
  const bound = await listening('ADWRIGHT_ADMIN_LISTEN', address, () => http.listen(address));
  const publicUrl = adminUrl ?? `http://${hostInUrl(address.host)}:${bound.port}`;
  const access = openAdminAccess();
  return {
    publicUrl,
    serve: (parts) => {
      http.serve({ handler: createAdminHandler({ ...parts, access, publicUrl }), publicUrl });
    },
    signInLink: () => access.createSignInLink(publicUrl),
    drain: (graceMs) => http.drain(graceMs),
  };
}
