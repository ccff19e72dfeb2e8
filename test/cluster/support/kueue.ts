import { mustRun } from './program.ts';
import { recipe } from './control-plane.ts';

const namespace = 'kueue-system';
/** Without the visibility API, whose aggregation the API server of the tests does not allow. */
const values = {
  controllerManager: {
    featureGates: [{ name: 'VisibilityOnDemand', enabled: false }],
    manager: {
      image: { repository: 'localhost/kueue', tag: '1', pullPolicy: 'Never' },
      resources: { requests: { cpu: '50m', memory: '128Mi' }, limits: { memory: '512Mi' } },
    },
    readinessProbe: { initialDelaySeconds: 1 },
  },
};
const config = {
  apiVersion: 'config.kueue.x-k8s.io/v1beta2',
  kind: 'Configuration',
  health: { healthProbeBindAddress: ':8081' },
  metrics: { bindAddress: ':8443' },
  webhook: { port: 9443 },
  leaderElection: { leaderElect: false },
  integrations: { frameworks: ['batch/job'] },
};

/** Installs Kueue from the chart of its Go module, with webhooks and the certificates that it makes itself. */
export async function installKueue(): Promise<void> {
  const chart = (await mustRun(recipe(), ['kueue'])).trim();
  const all = { ...values, managerConfig: { controllerManagerConfigYaml: JSON.stringify(config) } };
  const flags = ['--create-namespace', '--wait', '--timeout=3m', '--values=-'];
  await mustRun('helm', ['-n', namespace, 'upgrade', '--install', 'kueue', chart, ...flags], {
    input: JSON.stringify(all),
  });
  const apis = ['v1beta1', 'v1beta2'].map((version) => `${version}.visibility.kueue.x-k8s.io`);
  await mustRun('kubectl', ['delete', 'apiservices', '--ignore-not-found', ...apis]);
}

export async function uninstallKueue(): Promise<void> {
  await mustRun('helm', ['-n', namespace, 'uninstall', 'kueue', '--wait', '--timeout=2m']);
  await mustRun('kubectl', ['delete', 'namespace', namespace, '--wait=false']);
}
