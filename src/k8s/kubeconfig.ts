import { existsSync, readFileSync, statSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import { dirname, join, resolve } from 'node:path';
// Imports only the module for kubeconfigs from the Kubernetes client library. The library's generated models of API
// objects take 80 MB of memory and are not used.
import {
  newClusters,
  newContexts,
  newUsers,
  type Cluster,
  type Context,
  type User,
} from '@kubernetes/client-node/dist/config_types.js';
import { parse } from 'yaml';
import { z } from 'zod';
import { hasErrorCode } from '../files/error-code.ts';
import { Impersonation } from './impersonation.ts';

export interface KubeconfigUser extends User {
  impersonation: Impersonation;
}

export interface Kubeconfig {
  clusters: Cluster[];
  contexts: Context[];
  users: KubeconfigUser[];
  currentContext: string | undefined;
}

export interface KubernetesPlaces {
  /** Files that the variable `KUBECONFIG` lists. Values of an earlier file take precedence. */
  kubeconfigs: string[];
  home: string;
  /**
   * Address of the API server that Kubernetes sets in the environment of each pod, and the folder with the credentials
   * of the pod. The address is undefined outside of a pod.
   */
  service: { host: string; port: string; folder: string } | undefined;
}

const File = z.object({
  clusters: z.unknown().optional(),
  contexts: z.unknown().optional(),
  users: z.unknown().optional(),
  'current-context': z.string().nullish(),
});
const OwnFields = Impersonation.extend({ tokenFile: z.string().nullish() });
type OwnFields = z.infer<typeof OwnFields>;
const Users = z.array(z.object({ name: z.string(), user: OwnFields.nullish() })).nullish();
const ExecPlugin = z.looseObject({
  apiVersion: z.string().default('client.authentication.k8s.io/v1'),
  env: z.array(z.object({ name: z.string(), value: z.string() })).nullish(),
});

/**
 * Finds the kubeconfig in the same places as kubectl: `KUBECONFIG`, `~/.kube/config`, or the service account of the
 * pod. Skips files of `KUBECONFIG` that do not exist. Returns undefined if no place has a kubeconfig.
 */
export function findKubeconfig({ kubeconfigs, home, service }: KubernetesPlaces): Kubeconfig | undefined {
  const existing = kubeconfigs.filter((file) => statSync(file, { throwIfNoEntry: false }) !== undefined);
  if (existing.length > 0) return existing.map(readKubeconfig).reduce(merged);
  const ofHome = join(home, '.kube', 'config');
  if (kubeconfigs.length === 0 && existsSync(ofHome)) return readKubeconfig(ofHome);
  return service && existsSync(join(service.folder, 'token')) ? ofPod(service) : undefined;
}

/**
 * Reads a kubeconfig file. Relative paths in the file start at its folder. No error contains the text of the file,
 * because it includes credentials.
 */
export function readKubeconfig(file: string): Kubeconfig {
  try {
    const seen = File.parse(parse(readFileSync(file, 'utf8')) ?? {});
    const absolute = (path: string): string => resolve(dirname(file), path);
    const fields = new Map(Users.parse(seen.users)?.map(({ name, user }) => [name, user ?? {}]));
    return {
      clusters: newClusters(seen.clusters).map((cluster) => reachable(cluster, absolute)),
      contexts: newContexts(seen.contexts),
      users: newUsers(seen.users).map((user) => known(user, fields.get(user.name) ?? {}, absolute)),
      currentContext: seen['current-context'] ?? undefined,
    };
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT', 'EACCES', 'EISDIR')) throw error;
    throw new Error(`${file} is not a valid kubeconfig.`);
  }
}

/**
 * Returns a cluster of a kubeconfig with an absolute path of its CA file. If the server uses plain http (`kubectl
 * proxy`), skips certificate verification, because there is no certificate.
 */
function reachable(cluster: Cluster, absolute: (path: string) => string): Cluster {
  const { caFile, server } = cluster;
  const isPlain = server.startsWith('http:');
  return { ...cluster, ...(caFile && { caFile: absolute(caFile) }), ...(isPlain && { skipTLSVerify: true }) };
}

function known(user: User, fields: OwnFields, absolute: (path: string) => string): KubeconfigUser {
  const { certFile, keyFile, token, ...rest } = user;
  const { tokenFile, ...impersonation } = fields;
  const files = { ...(certFile && { certFile: absolute(certFile) }), ...(keyFile && { keyFile: absolute(keyFile) }) };
  const all = { ...rest, ...files, ...withQuestion(user), impersonation };
  if (tokenFile) return { ...all, authProvider: tokenFileProvider(absolute(tokenFile)) };
  return { ...all, ...(token && { token }) };
}

/**
 * Returns the credential plugin of a user. Adds the environment variable `KUBERNETES_EXEC_INFO`, from which the plugin
 * learns the API version that its response must have.
 */
function withQuestion(user: User): Pick<User, 'exec'> {
  const exec = ExecPlugin.safeParse(user.exec).data;
  if (exec === undefined) return {};
  const question = { apiVersion: exec.apiVersion, kind: 'ExecCredential', spec: { interactive: false } };
  const env = [{ name: 'KUBERNETES_EXEC_INFO', value: JSON.stringify(question) }, ...(exec.env ?? [])];
  return { exec: { ...exec, env } };
}

function tokenFileProvider(tokenFile: string): { name: string; config: { tokenFile: string } } {
  return { name: 'tokenFile', config: { tokenFile } };
}

function merged(one: Kubeconfig, other: Kubeconfig): Kubeconfig {
  return {
    clusters: [...one.clusters, ...other.clusters],
    contexts: [...one.contexts, ...other.contexts],
    users: [...one.users, ...other.users],
    currentContext: one.currentContext ?? other.currentContext,
  };
}

function ofPod({ host, port, folder }: NonNullable<KubernetesPlaces['service']>): Kubeconfig {
  const name = 'pod';
  const [caFile, tokenFile] = [join(folder, 'ca.crt'), join(folder, 'token')];
  const namespaceFile = join(folder, 'namespace');
  const namespace = existsSync(namespaceFile) ? { namespace: readFileSync(namespaceFile, 'utf8').trim() } : {};
  const server = `https://${isIPv6(host) ? `[${host}]` : host}:${port}`;
  return {
    clusters: [{ name, server, caFile, skipTLSVerify: false }],
    contexts: [{ name, cluster: name, user: name, ...namespace }],
    users: [{ name, authProvider: tokenFileProvider(tokenFile), impersonation: {} }],
    currentContext: name,
  };
}
