import { createAuthenticate } from '../../../src/admin/sign-in/authenticate.ts';
import { createSignInLink } from '../../../src/admin/sign-in/sign-in-link.ts';
import type { AdminDeps } from '../../../src/admin/deps.ts';
import type { Viewer } from '../../../src/admin/viewer.ts';
import type { Installation } from '../installation/installation.ts';
import { admin, openAdmin, type AdminRig } from './admin-rig.ts';

/** Opens a dashboard with real sessions, which all share one state. */
export function openWithSessions(
  home: Installation,
  replaced: (own: AdminDeps) => Partial<AdminDeps> = () => ({}),
  host?: string,
): Promise<AdminRig> {
  return openAdmin(
    home,
    (own) => {
      const given = replaced(own);
      let authenticate: AdminDeps['authenticate'] | undefined;
      return {
        ...given,
        authenticate(this: AdminDeps, request, contract) {
          authenticate ??= createAuthenticate(this);
          return authenticate(request, contract);
        },
      };
    },
    host,
  );
}

/** A browser that keeps the cookies of one dashboard and follows no redirects. */
export class Browser {
  readonly cookies = new Map<string, string>();
  readonly #url: string;
  readonly #headers: Record<string, string>;

  constructor(url: string, headers: Record<string, string> = {}) {
    this.#url = url;
    this.#headers = headers;
  }

  async get(path: string, headers: Record<string, string> = {}): Promise<Page> {
    return this.#send(path, headers, {});
  }

  /** Sends a form as a page of the dashboard does. */
  async post(path: string, form: Record<string, string> = {}, headers: Record<string, string> = {}): Promise<Page> {
    const own = { 'Sec-Fetch-Site': 'same-origin', ...headers };
    return this.#send(path, own, { method: 'POST', body: new URLSearchParams(form) });
  }

  /** Sends the form of a page that posts to this path, with its hidden fields. */
  async submit(
    { text }: Page,
    path: string,
    fields: Record<string, string> = {},
    headers: Record<string, string> = {},
  ): Promise<Page> {
    const [, inside = ''] = new RegExp(`<form action="${path}"[^>]*>(.*?)</form>`, 's').exec(text) ?? [];
    const hidden = [...inside.matchAll(/type="hidden" name="([^"]*)" value="([^"]*)"/g)];
    const given = Object.fromEntries(hidden.map(([, name = '', value = '']): [string, string] => [name, value]));
    return this.post(path, { ...given, ...fields }, headers);
  }

  async #send(path: string, headers: Record<string, string>, init: RequestInit): Promise<Page> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const all = { ...this.#headers, ...headers, ...(cookie !== '' && { cookie }) };
    const response = await fetch(new URL(path, this.#url), { redirect: 'manual', ...init, headers: all });
    for (const header of response.headers.getSetCookie()) this.#keep(header);
    const { status } = response;
    return {
      status,
      location: response.headers.get('location'),
      headers: response.headers,
      text: await response.text(),
    };
  }

  #keep(header: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? [];
    if (header.includes('Max-Age=0')) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

export interface Page {
  status: number;
  location: string | null;
  headers: Headers;
  text: string;
}

/** Signs a browser in with a sign-in link. */
export async function signInWithLink(
  { deps }: Pick<AdminRig, 'deps'>,
  browser: Browser,
  actor: Viewer['actor'] = admin,
  name = 'Ada',
): Promise<Page> {
  const address = await createSignInLink(deps, { actor, name });
  const page = await browser.get(address.slice(deps.publicUrl.length));
  return browser.submit(page, '/sign-in/link');
}
