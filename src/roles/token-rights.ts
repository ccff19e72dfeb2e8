import type { AdminConfig } from '../config/admin-config.ts';
import { KubernetesTokenRights } from '../k8s/kubernetes-token-rights.ts';
import type { RestClient } from '../k8s/rest-client.ts';
import { watchedNamespace } from './cluster.ts';

type Config = Pick<AdminConfig, 'namespace' | 'watchAllNamespaces'> & {
  signIn: Pick<AdminConfig['signIn'], 'kubernetesAudience'>;
};

/**
 * Returns the rights of tokens of Kubernetes, reviewed where the dashboard works: in its namespace, or in all namespaces
 * if it shows all. Returns undefined if the settings do not allow sign-ins with such tokens.
 */
export function tokenRights(config: Config, client: Pick<RestClient, 'json'>): KubernetesTokenRights | undefined {
  const { kubernetesAudience: audience } = config.signIn;
  if (audience === undefined) return undefined;
  return new KubernetesTokenRights({ client, namespace: watchedNamespace(config), audience });
}
