import { z } from 'zod';
import { killPod, restart } from '../../../test/cluster/support/control-plane.ts';
import { images } from '../../../test/cluster/support/installation.ts';
import { mustRun } from '../../../test/cluster/support/program.ts';
import { restricted } from '../../../test/cluster/support/restricted.ts';
import { until } from '../../../test/support/process/until.ts';
import type { Fault } from '../fault.ts';
import type { FaultLab } from '../lab.ts';

const controllers = 'app.kubernetes.io/component=controller';

async function podOf(lab: FaultLab, component: string): Promise<string> {
  const [pod] = await lab.namespace.list('pods', `app.kubernetes.io/component=${component}`);
  return pod?.metadata.name ?? '';
}

const noController: Fault = {
  alerts: {
    AdwrightDown: /controller-\S+ +0\/1 +Pending[^]*unschedulable/,
    AdwrightNoLeader: /controller-\S+ +0\/1 +Pending/,
  },
  fault: 'the only node is cordoned and the pods of the controller are deleted',
  mend: 'uncordon the node',
  async make(lab) {
    await mustRun('kubectl', ['cordon', 'node1']);
    await lab.kubectl('delete', 'pods', '-l', controllers);
    return { POD: await podOf(lab, 'controller') };
  },
  async undo(lab) {
    await mustRun('kubectl', ['uncordon', 'node1']);
    await lab.kubectl('rollout', 'status', 'deploy/adwright-controller', '--timeout=180s');
  },
};

const leaseRole = 'role/adwright-leader-election';

const forbiddenLease: Fault = {
  alerts: { AdwrightNoLeader: /Forbidden|forbidden/ },
  fault: 'the role of the controller lacks the Lease',
  mend: 'add the rule again',
  seconds: 90,
  async make(lab) {
    await lab.kubectl('patch', leaseRole, '--type=merge', '-p', '{"rules":[]}');
    return {};
  },
  async undo(lab) {
    await lab.install();
  },
};

const secondController: Fault = {
  alerts: { AdwrightSeveralLeaders: /controller-\S+ +1\/1[^]*canary-\S+ +1\/1/ },
  fault: 'a copy of the controller runs with `ADWRIGHT_LEADER_ELECTION=false`',
  mend: 'delete the copy',
  async make(lab) {
    const Deployment = z.looseObject({
      metadata: z.looseObject({ labels: z.record(z.string(), z.string()) }),
      spec: z.looseObject({ template: z.unknown() }),
    });
    const { metadata, spec } = Deployment.parse(
      JSON.parse(await lab.kubectl('get', 'deploy', 'adwright-controller', '-o', 'json')),
    );
    const name = 'adwright-controller-canary';
    const copy = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name, labels: metadata.labels } };
    await lab.namespace.mustApply(JSON.stringify({ ...copy, spec: { ...spec, replicas: 1 } }));
    await lab.kubectl('set', 'env', `deploy/${name}`, 'ADWRIGHT_LEADER_ELECTION=false');
    await lab.kubectl('rollout', 'status', `deploy/${name}`, '--timeout=60s');
    return {};
  },
  async undo(lab) {
    await lab.kubectl('delete', 'deploy', 'adwright-controller-canary');
  },
};

const killedApi: Fault = {
  alerts: { AdwrightRestarting: /"exitCode":137/ },
  fault: 'the process of an API pod is killed three times',
  mend: 'end the kills',
  seconds: 120,
  async make(lab) {
    const pod = await podOf(lab, 'api');
    for (let count = 1; count <= 3; count += 1) {
      await killPod(lab.namespace.name, pod);
      await lab.namespace.waitFor(`pod/${pod}`, `jsonpath={.status.containerStatuses[0].restartCount}=${count}`);
      await lab.namespace.waitFor(`pod/${pod}`, 'condition=Ready');
    }
    return { POD: pod };
  },
  undo: () => Promise.resolve(),
};

let busyAccount = '';

const slowWebhook: Fault = {
  alerts: { AdwrightQueueBehind: /workqueue_depth\{name="pipeline"\} [1-9]\d[^]*silent +adjobs\/status +10/ },
  fault: 'a webhook of the cluster for the status of AdJobs does not respond, and 250 jobs arrive',
  mend: 'remove the webhook',
  seconds: 240,
  async make(lab) {
    await lab.namespace.mustApply(JSON.stringify({ apiVersion: 'v1', kind: 'List', items: silentWebhook(lab) }));
    await lab.namespace.waitFor('pod/silent', 'condition=Ready');
    const client = await lab.newClient();
    busyAccount = client.account;
    // The jobs need to be reconciled, not to run.
    await lab.kubectl('patch', 'adaccount', busyAccount, '--type=merge', '-p', '{"spec":{"maxRunningJobs":1}}');
    await Promise.all(Array.from({ length: 5 }, () => lab.creates(50, { client })));
    return {};
  },
  async undo(lab) {
    await lab.kubectl('delete', 'validatingwebhookconfiguration', 'silent');
    await lab.kubectl('delete', 'adjobs', '-l', `adwright.dev/account=${busyAccount}`, '--wait=false');
  },
};

/** Returns a webhook whose pod accepts connections and sends nothing. */
function silentWebhook({ namespace: { name: namespace } }: FaultLab): object[] {
  const [labels, port] = [{ app: 'silent' }, 8443];
  const container = {
    ...{ name: 'silent', image: images.service, securityContext: restricted.container },
    command: [
      'node',
      '-e',
      `require('net').createServer(() => {}).listen(${port}); process.on('SIGTERM', process.exit)`,
    ],
    readinessProbe: { tcpSocket: { port }, periodSeconds: 1 },
  };
  const rules = [
    { apiGroups: ['adwright.dev'], apiVersions: ['*'], operations: ['UPDATE'], resources: ['adjobs/status'] },
  ];
  const webhook = {
    ...{ name: 'silent.example.com', admissionReviewVersions: ['v1'], sideEffects: 'None', rules },
    ...{ failurePolicy: 'Ignore', timeoutSeconds: 10, clientConfig: { service: { namespace, name: 'silent' } } },
    namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': namespace } },
  };
  return [
    {
      ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'silent', labels } },
      spec: { securityContext: restricted.pod, automountServiceAccountToken: false, containers: [container] },
    },
    {
      ...{ apiVersion: 'v1', kind: 'Service', metadata: { name: 'silent' } },
      spec: { selector: labels, ports: [{ port: 443, targetPort: port }] },
    },
    {
      ...{ apiVersion: 'admissionregistration.k8s.io/v1', kind: 'ValidatingWebhookConfiguration' },
      ...{ metadata: { name: 'silent' }, webhooks: [webhook] },
    },
  ];
}

const blindApi: Fault = {
  alerts: { AdwrightCacheStale: /list or watch failed[^]*\nno\n/ },
  fault: 'the role of the API lacks `watch` on AdJobs, and the API server restarts',
  mend: 'add the verb again',
  seconds: 120,
  async make(lab) {
    const rules = [{ op: 'replace', path: '/rules/0/verbs', value: ['get', 'list'] }];
    await lab.kubectl('patch', 'role/adwright-api', '--type=json', '-p', JSON.stringify(rules));
    await restart('apiserver', 'KILL');
    return { POD: await podOf(lab, 'api') };
  },
  async undo(lab) {
    await lab.install();
    const [, ...args] = 'kubectl auth can-i watch adjobs.adwright.dev --as'.split(' ');
    const account = `system:serviceaccount:${lab.namespace.name}:adwright-api`;
    await until(async () => (await lab.namespace.tryKubectl(...args, account)).code === 0);
  },
};

export const processFaults = [noController, forbiddenLease, secondController, killedApi, slowWebhook, blindApi];
