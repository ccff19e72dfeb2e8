import { isAbsolute, join } from 'node:path';
import { KubeConfig, type User } from '@kubernetes/client-node';
import { parse } from 'yaml';
import { z } from 'zod';
import { hasErrorCode } from '../files/error-code.ts';

/** What kubectl reads of a user and `KubeConfig` leaves out. */
const UserExtras = z.object({
  users: z
    .array(z.object({ name: z.string(), user: z.object({ tokenFile: z.string().optional() }).nullish() }))
    .nullish(),
});
const ExecPlugin = z.looseObject({
  apiVersion: z.string().default('client.authentication.k8s.io/v1'),
  env: z.array(z.object({ name: z.string(), value: z.string() })).nullish(),
});
const TokenFile = z.object({ name: z.literal('tokenFile'), config: z.object({ tokenFile: z.string() }) });

/**
 * The settings that kubectl would use. Beside what `KubeConfig` knows: `tokenFile` (read again as it changes), the
 * question that credential plugins read from their environment, and servers on plain http (`kubectl proxy`).
 */
export class ClusterConfig extends KubeConfig {
  override loadFromString(text: string, options?: Parameters<KubeConfig['loadFromString']>[1]): void {
    super.loadFromString(text, options);
    const extras = UserExtras.safeParse(parse(text)).data?.users ?? [];
    const tokenFiles = new Map(extras.map(({ name, user }) => [name, user?.tokenFile]));
    this.users = this.users.map((user) => withPlugin(withTokenFile(user, tokenFiles.get(user.name))));
    this.clusters = this.clusters.map((cluster) =>
      cluster.server.startsWith('http:') ? { ...cluster, skipTLSVerify: true } : cluster,
    );
  }

  override makePathsAbsolute(folder: string): void {
    super.makePathsAbsolute(folder);
    this.users = this.users.map((user) => {
      const file = TokenFile.safeParse(user.authProvider).data?.config.tokenFile;
      return file === undefined || isAbsolute(file) ? user : withTokenFile(user, join(folder, file));
    });
  }
}

/**
 * From the given file, else as kubectl does: `KUBECONFIG`, `~/.kube/config`, or the service account of the pod. Throws
 * where none names a cluster; never with what a file says, for it holds credentials.
 */
export function loadClusterConfig(kubeconfig: string | undefined): ClusterConfig {
  const config = new ClusterConfig();
  try {
    if (kubeconfig === undefined) config.loadFromDefault();
    else config.loadFromFile(kubeconfig);
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT', 'EACCES', 'EISDIR')) throw error;
    throw new Error(`${kubeconfig ?? 'The kubeconfig'} is no kubeconfig.`);
  }
  const cluster = config.getCurrentCluster();
  if (cluster === null)
    throw new Error(
      `${kubeconfig ?? 'The kubeconfig'} has no current context: choose one with "kubectl config use-context".`,
    );
  if (isNowhere(cluster)) throw new Error('There is no cluster: set KUBECONFIG, or run it in a pod.');
  return config;
}

/** What `KubeConfig` makes up where it finds nothing. */
function isNowhere({ name, server }: { name: string; server: string }): boolean {
  return name === 'cluster' && server === 'http://localhost:8080';
}

function withTokenFile(user: User, tokenFile: string | undefined): User {
  if (tokenFile === undefined) return user;
  const { token, ...rest } = user;
  return { ...rest, authProvider: { name: 'tokenFile', config: { tokenFile } } };
}

/** Without `KUBERNETES_EXEC_INFO` a plugin cannot know which version of its answer is understood. */
function withPlugin(user: User): User {
  const exec = ExecPlugin.safeParse(user.exec).data;
  if (exec === undefined) return user;
  const question = { apiVersion: exec.apiVersion, kind: 'ExecCredential', spec: { interactive: false } };
  const env = [{ name: 'KUBERNETES_EXEC_INFO', value: JSON.stringify(question) }, ...(exec.env ?? [])];
  return { ...user, exec: { ...exec, env } };
}
