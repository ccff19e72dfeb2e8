import { homedir } from 'node:os';
import { delimiter } from 'node:path';
import type { KubernetesPlaces } from '../k8s/kubeconfig.ts';

const serviceAccountFolder = '/var/run/secrets/kubernetes.io/serviceaccount';

export function readKubernetesPlaces(env: NodeJS.ProcessEnv = process.env): KubernetesPlaces {
  const { KUBECONFIG = '', KUBERNETES_SERVICE_HOST: host = '', KUBERNETES_SERVICE_PORT: port = '443' } = env;
  return {
    kubeconfigs: KUBECONFIG.split(delimiter).filter((file) => file !== ''),
    home: homedir(),
    service: host === '' ? undefined : { host, port, folder: serviceAccountFolder },
  };
}
