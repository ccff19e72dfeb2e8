import { expect, test } from '@jest/globals';
import { readKubernetesPlaces } from './kubernetes-config.ts';

test('KUBECONFIG may list several files', () => {
  expect(readKubernetesPlaces({ KUBECONFIG: '/a::/b' })).toMatchObject({
    kubeconfigs: ['/a', '/b'],
    service: undefined,
  });
});

test('a pod finds the API server in its environment', () => {
  const service = { host: '10.0.0.1', port: '443', folder: '/var/run/secrets/kubernetes.io/serviceaccount' };
  expect(readKubernetesPlaces({ KUBERNETES_SERVICE_HOST: '10.0.0.1' })).toMatchObject({ kubeconfigs: [], service });
});
