import { readFileSync } from 'node:fs';
import type { RequestOptions } from 'node:https';
import type { KubeConfig } from '@kubernetes/client-node';
import type { Cluster, User } from '@kubernetes/client-node/dist/config_types.js';
import { z } from 'zod';
import { impersonationHeaders, lacksUser } from './impersonation.ts';
import {
  findKubeconfig,
  readKubeconfig,
  type Kubeconfig,
  type KubeconfigUser,
  type KubernetesPlaces,
} from './kubeconfig.ts';

const TokenFile = z.object({ config: z.object({ tokenFile: z.string() }) });

export class ClusterConfig {
  readonly cluster: Cluster;
  readonly namespace: string | undefined;
  readonly #user: KubeconfigUser | undefined;
  readonly #kubeconfig: Kubeconfig;
  readonly #trustedCa: string | undefined;
  /**
   * Object of the Kubernetes client library, which caches the responses of credential plugins. Undefined until a plugin
   * is needed.
   */
  #library: Promise<KubeConfig> | undefined;

  /**
   * `path` is the path of the kubeconfig, for error messages. `trustedCa` (PEM) contains certificate authorities that
   * are trusted in addition to the authority of the cluster. Throws if the kubeconfig has no current context with a
   * cluster, or if its impersonation settings are incomplete.
   */
  constructor(kubeconfig: Kubeconfig, path: string | undefined, trustedCa?: string) {
    const context = kubeconfig.contexts.find(({ name }) => name === kubeconfig.currentContext);
    const cluster = kubeconfig.clusters.find(({ name }) => name === context?.cluster);
    if (cluster === undefined) {
      throw new Error(
        `${path ?? 'The kubeconfig'} has no valid current context. Select one with "kubectl config use-context".`,
      );
    }
    this.cluster = cluster;
    this.namespace = context?.namespace?.trim();
    this.#user = kubeconfig.users.find(({ name }) => name === context?.user);
    if (this.#user !== undefined && lacksUser(this.#user.impersonation)) {
      throw new Error(
        `The user ${this.#user.name} of the kubeconfig has impersonation fields such as "as-groups", but not the required field "as".`,
      );
    }
    this.#kubeconfig = kubeconfig;
    this.#trustedCa = trustedCa;
  }

  get userName(): string | undefined {
    return this.#user?.impersonation.as ?? this.#user?.name;
  }

  /**
   * Sets the current credentials on a request to the API server. Reads the files with tokens and certificates again on
   * each call. Loads the Kubernetes client library only if the credentials come from a plugin.
   */
  async applyTo(options: RequestOptions): Promise<void> {
    await this.#identify(options);
    // If the cluster has no certificate authority of its own (`options.ca`), Node.js uses its default authorities.
    if (this.#trustedCa !== undefined && options.ca !== undefined) options.ca = [options.ca, this.#trustedCa].flat();
  }

  async #identify(options: RequestOptions): Promise<void> {
    const user = this.#user;
    const tokenFile = TokenFile.safeParse(user?.authProvider).data?.config.tokenFile;
    if (user !== undefined && hasPlugin(user, tokenFile)) {
      this.#library ??= inLibrary(this.#kubeconfig);
      await (await this.#library).applyToHTTPSOptions(options);
    } else {
      trust(options, this.cluster);
      if (user !== undefined) identify(options, user, tokenFile);
    }
    if (user !== undefined) Object.assign((options.headers ??= {}), impersonationHeaders(user.impersonation));
  }
}

/**
 * Loads the cluster configuration from the kubeconfig at `path`. Without a path, uses the kubeconfig that kubectl would
 * find in `places`. `trustedCa` (PEM) contains certificate authorities that are trusted in addition to the authority of
 * the cluster.
 *
 * Throws if no cluster is configured. No error contains the text of a file, because kubeconfigs contain credentials.
 */
export function loadClusterConfig(
  path: string | undefined,
  places: KubernetesPlaces,
  trustedCa?: string,
): ClusterConfig {
  if (path !== undefined) return new ClusterConfig(readKubeconfig(path), path, trustedCa);
  const kubeconfig = findKubeconfig(places);
  if (kubeconfig === undefined) throw new Error(`No cluster found: ${whyNone(places)}`);
  return new ClusterConfig(kubeconfig, undefined, trustedCa);
}

function whyNone({ kubeconfigs }: KubernetesPlaces): string {
  const missing =
    kubeconfigs.length === 0 ? 'KUBECONFIG is not set' : `no file of KUBECONFIG exists (${kubeconfigs.join(', ')})`;
  return `${missing}, and this process does not run in a pod.`;
}

function hasPlugin({ exec, authProvider }: User, tokenFile: string | undefined): boolean {
  return Boolean(exec) || (Boolean(authProvider) && tokenFile === undefined);
}

async function inLibrary({ clusters, contexts, users, currentContext = '' }: Kubeconfig): Promise<KubeConfig> {
  const library = await import('@kubernetes/client-node');
  const config = new library.KubeConfig();
  config.loadFromOptions({ clusters, contexts, users, currentContext });
  return config;
}

function trust(options: RequestOptions, { skipTLSVerify, tlsServerName, caFile, caData }: Cluster): void {
  if (skipTLSVerify) options.rejectUnauthorized = false;
  if (tlsServerName) options.servername = tlsServerName;
  options.ca = content(caFile, caData);
}

function identify(options: RequestOptions, user: User, tokenFile: string | undefined): void {
  options.cert = content(user.certFile, user.certData);
  options.key = content(user.keyFile, user.keyData);
  const token = tokenFile === undefined ? user.token : readFileSync(tokenFile, 'utf8').trim();
  if (user.username) options.auth = `${user.username}:${user.password ?? ''}`;
  options.headers = { ...(token && { Authorization: `Bearer ${token}` }) };
}

function content(file: string | undefined, data: string | undefined): Buffer | undefined {
  if (data) return Buffer.from(data, 'base64');
  return file ? readFileSync(file) : undefined;
}
