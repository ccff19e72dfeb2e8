/** Public URL of a dashboard to which the chart makes no route. */
const publicUrl = 'http://127.0.0.1:8081';

/** A browser of one person at one replica of the dashboard. */
export class Dashboard {
  readonly #url: string;
  #cookie = '';

  constructor(url: string) {
    this.#url = url;
  }

  /** Signs in with the address that `adwright admin sign-in` has printed. */
  async signIn(link: URL): Promise<void> {
    if (link.origin !== publicUrl) throw new Error(`The link begins with ${link.origin}.`);
    const answer = await this.#send(link.pathname, { token: link.searchParams.get('token') ?? '' });
    const cookie = /^__Host-adwright-session=[^;]+/.exec(answer.headers.get('set-cookie') ?? '')?.[0];
    if (cookie === undefined) throw new Error(`The link was answered ${answer.status}: ${await answer.text()}`);
    this.#cookie = cookie;
  }

  /** Uses the session of another browser. */
  adopt(other: Dashboard | undefined): void {
    this.#cookie = other === undefined ? '' : other.#cookie;
  }

  async page(path: string): Promise<string> {
    const answer = await this.#send(path);
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}: ${text}`);
    return text;
  }

  /** Creates an API key of an account, given as `namespace/name`. Returns its secret. */
  async createKey(account: string): Promise<string> {
    const [, formId = ''] = /name="form_id" value="([^"]+)"/.exec(await this.page('/keys/new')) ?? [];
    const answer = await this.#send('/keys', { form_id: formId, account });
    const text = await answer.text();
    const secret = /adw_[\w-]+/.exec(text)?.[0];
    if (secret === undefined) throw new Error(`The form was answered ${answer.status}: ${text}`);
    return secret;
  }

  #send(path: string, form?: Record<string, string>): Promise<Response> {
    const headers = { cookie: this.#cookie, origin: publicUrl };
    const post = form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) };
    return fetch(this.#url + path, { headers, redirect: 'manual', ...post });
  }
}
