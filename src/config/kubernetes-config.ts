import { homedir } from 'node:os';
import { delimiter } from 'node:path';

/** Where kubectl, and every client of Kubernetes, looks for its settings. */
export interface KubernetesPlaces {
  /** `KUBECONFIG`; what an earlier one says wins. */
  kubeconfigs: string[];
  home: string;
  /** The API server, as a pod is told it, and the folder with the pod's own credentials. */
  service: { host: string; port: string; folder: string } | undefined;
}

/** Where Kubernetes mounts the service account of a pod. */
const serviceAccountFolder = '/var/run/secrets/kubernetes.io/serviceaccount';

export function readKubernetesPlaces(env: NodeJS.ProcessEnv = process.env): KubernetesPlaces {
  const { KUBECONFIG = '', KUBERNETES_SERVICE_HOST: host = '', KUBERNETES_SERVICE_PORT: port = '443' } = env;
  return {
    kubeconfigs: KUBECONFIG.split(delimiter).filter((file) => file !== ''),
    home: homedir(),
    service: host === '' ? undefined : { host, port, folder: serviceAccountFolder },
  };
}
