import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { programVersion } from '../../../src/version.ts';
import { Namespace } from './namespace.ts';
import { mustRun, run, type Ended } from './program.ts';
import { RestApi } from './rest.ts';
import { addressOf, type ServiceAddress } from './service-address.ts';

export const chart = fileURLToPath(new URL('../../../charts/adwright', import.meta.url));
export const release = 'adwright';

/** The images that the tests install. By default, these are the ones that `make image` builds. */
const version = programVersion();
export const images = {
  service: process.env['ADWRIGHT_TEST_IMAGE'] ?? `localhost/adwright:${version}`,
  stage: process.env['ADWRIGHT_TEST_STAGE_IMAGE'] ?? `localhost/adwright-stage:${version}`,
  film: process.env['ADWRIGHT_TEST_FILM_IMAGE'] ?? `localhost/adwright-film:${version}`,
  browser: process.env['ADWRIGHT_TEST_BROWSER_IMAGE'] ?? `localhost/adwright-browser:${version}`,
  /** Image of the bundled Redis; by default the one that the chart names. */
  redis: process.env['ADWRIGHT_TEST_REDIS_IMAGE'],
  /** Service image of the version before this one, whose stages run from it, too. */
  previous: process.env['ADWRIGHT_TEST_PREVIOUS_IMAGE'] ?? 'localhost/adwright-previous:1',
};

export type Values = Record<string, unknown>;

/** Returns an image as a value of the chart. */
export function imageValue(image: string): Values {
  const colon = image.lastIndexOf(':');
  return { repository: image.slice(0, colon), tag: image.slice(colon + 1) };
}

/** A release of the chart in its own namespace. */
export class Installation {
  readonly namespace: Namespace;
  readonly publicUrl: string;
  /** Name of the release. */
  #release = release;
  /** Folder of the chart from which `install` installs. */
  #chart = chart;
  #address: ServiceAddress | undefined;

  constructor(namespace: Namespace) {
    this.namespace = namespace;
    this.publicUrl = `http://${release}-api.${namespace.name}.svc`;
  }

  static async create(prefix: string, values: Values = {}): Promise<Installation> {
    const installation = new Installation(await Namespace.create(prefix));
    await installation.install(values);
    return installation;
  }

  /** Makes `install` use another name of the release, whose objects keep their names, or another chart. */
  use({ name = this.#release, folder = this.#chart }: { name?: string; folder?: string }): void {
    this.#release = name;
    this.#chart = folder;
  }

  /** Runs `helm upgrade --install` and waits until every pod is ready. */
  async install(values: Values = {}): Promise<void> {
    const { code, stderr, stdout } = await this.tryInstall(values);
    if (code === 0) return this.reach();
    const pods = await this.namespace.kubectl('get', 'pods', '-o', 'wide');
    const logs = await this.namespace.tryKubectl('logs', '--selector=app.kubernetes.io/name=adwright', '--tail=20');
    throw new Error(`helm exited with code ${code}:\n${stderr}${stdout}\n${pods}${logs.stdout}`);
  }

  /** Lets `install` run the commands of a page, with a file that has the values of the tests. */
  async asReader(install: (values: string) => Promise<void>): Promise<void> {
    await withFile({}, install);
    await this.reach();
  }

  async tryInstall(values: Values = {}): Promise<Ended> {
    // `--take-ownership` also takes over objects of another release, such as the CRDs that `helm uninstall` keeps.
    const flags = ['--install', '--take-ownership', '--wait', '--timeout=3m'];
    return withFile(values, (file) => this.tryHelm('upgrade', this.#release, this.#chart, ...flags, '--values', file));
  }

  /** Returns the objects of the chart with the hooks, as `helm template` renders them without a cluster. */
  async rendered(values: Values = {}): Promise<string> {
    const flags = ['--kube-version=1.32.0', '--skip-tests'];
    return withFile(values, (file) => this.helm('template', this.#release, this.#chart, ...flags, '--values', file));
  }

  tryHelm(...args: string[]): Promise<Ended> {
    return run('helm', ['-n', this.namespace.name, ...args]);
  }

  helm(...args: string[]): Promise<string> {
    return mustRun('helm', ['-n', this.namespace.name, ...args]);
  }

  /** Runs an `adwright` command in the cluster, through the shell function that the release notes print. */
  async adwright(...args: string[]): Promise<string> {
    const notes = await this.helm('get', 'notes', this.#release);
    const lines = /^ *adwright\(\) \{\n[^]*?\n *\}\n/m.exec(notes)?.[0];
    if (lines === undefined) throw new Error(`the release notes contain no adwright():\n${notes}`);
    return mustRun('bash', ['-c', `${lines}\nadwright "$@"`, 'bash', ...args]);
  }

  /** Creates an account with credits and an API key, and returns a client that uses the key. */
  async client({ credits = 10_000 } = {}): Promise<RestApi & { account: string }> {
    const account = `client-${randomBytes(3).toString('hex')}`;
    await this.adwright('accounts', 'create', account, '--credits', String(credits));
    const limits = ['--image-creates-per-minute', '10000', '--job-reads-per-minute', '1000000'];
    const key = (await this.adwright('keys', 'create', '--account', account, ...limits)).trim();
    if (!key.startsWith('adw_')) throw new Error(`"adwright keys create" printed "${key}", which is not a key`);
    return Object.assign(this.restApi(key), { account });
  }

  /** Returns a client that uses an API key. */
  restApi(key: string): RestApi {
    return new RestApi(() => this.#address?.url ?? '', key, this.publicUrl);
  }

  /** Looks up the address of the API, after `install` or commands that a test runs by itself. */
  async reach(): Promise<void> {
    this.#address?.close();
    this.#address = await addressOf(this.namespace, `${release}-api`);
  }

  /** Uninstalls the release and deletes the namespace, even if the uninstall fails. */
  async close(): Promise<void> {
    this.#address?.close();
    await this.tryHelm('uninstall', this.#release, '--timeout=2m');
    await this.namespace.remove();
  }
}

/** Writes the values with the tested images to a file, and deletes it after use. */
async function withFile<R>(values: Values, use: (file: string) => Promise<R>): Promise<R> {
  const folder = mkdtempSync(join(tmpdir(), 'adwright-values-'));
  try {
    const file = join(folder, 'values.json');
    writeFileSync(file, JSON.stringify(withValues(testedValues(), values)));
    return await use(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Returns the values that every installation of a test has: the tested images, and resources for a small node. */
export function testedValues(): Values {
  const { service, stage, film, browser, redis } = images;
  return {
    image: imageValue(service),
    stages: {
      image: imageValue(stage),
      // Requests less than by default, because the node of the tests is small.
      browser: { image: imageValue(browser), resources: { requests: { cpu: '100m', memory: '128Mi' } } },
      perStage: { video: { image: imageValue(film) } },
    },
    ...(redis !== undefined && { redis: { bundled: { image: imageValue(redis) } } }),
  };
}

/** Returns `below` with the values of `above`, which take precedence, at any depth. */
export function withValues(below: Values, above: Values): Values {
  const merged = { ...below };
  for (const [name, value] of Object.entries(above)) {
    const under = merged[name];
    merged[name] = isValues(under) && isValues(value) ? withValues(under, value) : value;
  }
  return merged;
}

function isValues(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
