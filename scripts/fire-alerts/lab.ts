import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { Installation } from '../../test/cluster/support/installation.ts';
import { Namespace } from '../../test/cluster/support/namespace.ts';
import { mustRun, run, type Ended } from '../../test/cluster/support/program.ts';
import { startReceiver, type Receiver } from '../../test/cluster/support/receiver.ts';
import { shortRequest } from '../../test/cluster/support/requests.ts';
import type { RestApi } from '../../test/cluster/support/rest.ts';
import { startSites, type Sites } from '../../test/cluster/support/sites.ts';
import { Prometheus } from './prometheus.ts';

export type Client = RestApi & { account: string };
type Methods = 'close' | 'kubectl' | 'shell' | 'install' | 'creates' | 'redis' | 'adwright' | 'newClient' | 'backup';

const Secret = z.object({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.object({ name: z.string(), labels: z.unknown(), annotations: z.unknown().optional() }),
  data: z.unknown(),
});

/** Requests that let many stages run at the same time on a small node. */
const small = { requests: { cpu: '50m', memory: '128Mi' }, limits: { memory: '768Mi' } };
/** Values that the faults need, apart from those that a fault changes. */
const values = {
  stages: { resources: small, perStage: { image: { resources: small } } },
  allowHttpCallbacks: true,
  monitoring: { serviceMonitor: { enabled: true }, prometheusRule: { enabled: true, pendingJobs: 5 } },
};

/** An installation with a receiver of callbacks, a website, and a Prometheus that watches it. */
export class FaultLab {
  readonly namespace: Namespace;
  readonly installation: Installation;
  readonly receiver: Receiver;
  readonly sites: Sites;
  readonly prometheus: Prometheus;
  /** A client with many credits. */
  readonly client: Client;

  #last: Promise<unknown> = Promise.resolve();

  private constructor(parts: Omit<FaultLab, Methods>) {
    this.namespace = parts.namespace;
    this.installation = parts.installation;
    this.receiver = parts.receiver;
    this.sites = parts.sites;
    this.prometheus = parts.prometheus;
    this.client = parts.client;
  }

  static async open(): Promise<FaultLab> {
    await mustRun('kubectl', ['apply', '-f', '-'], { input: operatorDefinitions() });
    const namespace = await Namespace.create('alerts');
    const installation = new Installation(namespace);
    const [receiver, sites] = await Promise.all([startReceiver(namespace), startSites(namespace)]);
    await installation.install({ ...values, egressAllow: [...receiver.egressAllow, ...sites.egressAllow] });
    const client = await installation.client();
    const prometheus = await Prometheus.start(namespace);
    return new FaultLab({ namespace, installation, receiver, sites, prometheus, client });
  }

  /** Upgrades the release with additional values. Without any, those of the start apply again. */
  install(more: object = {}): Promise<void> {
    const egressAllow = [...this.receiver.egressAllow, ...this.sites.egressAllow];
    return this.installation.install({ ...values, egressAllow, ...more });
  }

  kubectl(...args: string[]): Promise<string> {
    return this.namespace.kubectl(...args);
  }

  /** Returns a Secret without the fields with which it could not be created again. */
  async backup(secret: string): Promise<string> {
    return JSON.stringify(Secret.parse(JSON.parse(await this.kubectl('get', 'secret', secret, '-o', 'json'))));
  }

  /** Runs a command of the documentation, which is for the namespace `ads`. */
  shell(command: string): Promise<Ended> {
    const { name } = this.namespace;
    const here = command
      .replaceAll(/(?<=-n )ads\b/g, name)
      .replaceAll('serviceaccount:ads:', `serviceaccount:${name}:`);
    return run('bash', ['-c', here]);
  }

  /** Runs a command of operators. One after the other, because their pods have the same name. */
  adwright(...args: string[]): Promise<string> {
    return this.#inTurn(() => this.installation.adwright(...args));
  }

  newClient(credits = 10_000): Promise<Client> {
    return this.#inTurn(() => this.installation.client({ credits }));
  }

  async #inTurn<R>(work: () => Promise<R>): Promise<R> {
    const last = this.#last;
    const result = last.then(work);
    this.#last = result.catch(() => undefined);
    return result;
  }

  /** Sends requests to create a job, one after the other. Returns the status codes of the answers. */
  async creates(
    count: number,
    { client = this.client, more = {} }: { client?: RestApi; more?: object } = {},
  ): Promise<number[]> {
    const statuses: number[] = [];
    for (let i = 0; i < count; i += 1) {
      const headers = { 'Idempotency-Key': randomBytes(12).toString('hex') };
      const body = JSON.stringify({ ...shortRequest, ...more });
      const answer = await client.send('/create_image_ad_async', { method: 'POST', headers, body });
      await answer.arrayBuffer();
      statuses.push(answer.status);
    }
    return statuses;
  }

  /** Runs redis-cli as the administrator of the bundled Redis. */
  redis(...args: string[]): Promise<string> {
    const login =
      'REDISCLI_AUTH=$(sed "s/^user default on >\\([^ ]*\\).*/\\1/" /etc/redis-acl/users.acl) exec redis-cli "$@"';
    return this.kubectl('exec', 'adwright-redis-0', '--', 'sh', '-c', login, 'sh', ...args);
  }

  async close(): Promise<void> {
    this.prometheus.stop();
    this.receiver.close();
    await this.installation.close();
  }
}

/** CRDs of the Prometheus operator, as far as the chart needs them. */
function operatorDefinitions(): string {
  const items = ['ServiceMonitor', 'PrometheusRule'].map((kind) => {
    const plural = `${kind.toLowerCase()}s`;
    const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
    return {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: `${plural}.monitoring.coreos.com` },
      spec: {
        group: 'monitoring.coreos.com',
        names: { kind, plural },
        scope: 'Namespaced',
        versions: [{ name: 'v1', served: true, storage: true, schema }],
      },
    };
  });
  return JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
}
