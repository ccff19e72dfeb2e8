import { homedir } from 'node:os';
import { delimiter } from 'node:path';

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

const serviceAccountFolder = '/var/run/secrets/kubernetes.io/serviceaccount';

export function readKubernetesPlaces(env: NodeJS.ProcessEnv = process.env): KubernetesPlaces {
  const { KUBECONFIG = '', KUBERNETES_SERVICE_HOST: host = '', KUBERNETES_SERVICE_PORT: port = '443' } = env;
  return {
    kubeconfigs: KUBECONFIG.split(delimiter).filter((file) => file !== ''),
    home: homedir(),
    service: host === '' ? undefined : { host, port, folder: serviceAccountFolder },
  };
}
