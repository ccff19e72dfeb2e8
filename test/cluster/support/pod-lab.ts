import { z } from 'zod';
import { stageJob } from '../../../src/launch/kubernetes/job-spec.ts';
import type { StageAttempt } from '../../../src/launch/port.ts';
import { JobLab } from '../../support/cluster/job-lab.ts';
import type { JobLauncherOptions } from '../../../src/launch/kubernetes/job-launcher.ts';
import { jobKind, podKind } from '../../../src/objects/workload-kinds.ts';
import { parseStagePods } from '../../../src/launch/kubernetes/stage-pods.ts';
import { adJobKind } from '../../../src/domain/kinds.ts';
import { isStoreError } from '../../../src/objects/store-error.ts';
import { programVersion } from '../../../src/version.ts';
import { openTestCluster, type TestCluster } from '../../support/cluster/test-cluster.ts';
import { until } from '../../support/process/until.ts';
import { Lab } from './lab.ts';

/** Program of a stage. It does what the name of its stage says, and handles SIGTERM as real stages do. */
const stage = `
const { stage } = JSON.parse(process.env.ADWRIGHT_STAGE_INPUT);
const say = (words) => require('node:fs').writeFileSync('/dev/termination-log', JSON.stringify(words));
process.on('SIGTERM', () => { say({ sentence: 'The stage was stopped before it finished.' }); process.exit(1); });
const hang = () => setInterval(() => undefined, 60_000);
const held = [];
const courses = {
  // Long enough for a kubelet to see it running.
  work: () => setTimeout(() => process.exit(0), 2_000),
  refuse: () => { say({ code: 'quality_gate', sentence: 'It is not good enough.' }); process.exit(64); },
  crash: () => process.exit(1),
  hang,
  late: () => { process.removeAllListeners('SIGTERM').on('SIGTERM', () => process.exit(0)); hang(); },
  greedy: () => setInterval(() => held.push(Buffer.alloc(16 * 1024 * 1024, 1)), 1),
  read: () => {
    const fs = require('node:fs');
    const { inputs, result } = JSON.parse(process.env.ADWRIGHT_STAGE_INPUT);
    const tried = (work) => { try { return work(); } catch ({ code }) { return code; } };
    fs.writeFileSync(result.path, '{}');
    const folder = require('node:path').dirname(inputs.request.path);
    say({
      request: tried(() => fs.readFileSync(inputs.request.path, 'utf8')),
      overwrite: tried(() => fs.writeFileSync(inputs.request.path, 'x')),
      job: tried(() => fs.readdirSync(folder)),
      beside: tried(() => fs.writeFileSync(folder + '/x', 'x')),
      user: process.getuid(),
    });
    process.exit(0);
  },
};
courses[stage]();
`;

const entry = ['-e', stage];
const Job = z.looseObject({
  template: z.looseObject({ spec: z.looseObject({ containers: z.array(z.record(z.string(), z.unknown())) }) }),
});

const image = `localhost/adwright-stage:${programVersion()}`;

export function stagePods(more = '') {
  return parseStagePods(`
image: ${image}
resources: {requests: {cpu: 50m, memory: 64Mi}, limits: {memory: 192Mi}}
${more}`);
}

/** A namespace in which launchers run real stage pods. */
export class PodLab {
  readonly cluster: TestCluster;
  readonly namespace: string;
  readonly #lab: Lab;
  readonly #labs: JobLab[] = [];

  private constructor(lab: Lab) {
    this.#lab = lab;
    this.namespace = lab.namespace;
    this.cluster = openTestCluster();
  }

  static async open(name: string): Promise<PodLab> {
    const lab = new PodLab(await Lab.open(name));
    await lab.#demandRestrictedPods();
    return lab;
  }

  async launching(options: Partial<JobLauncherOptions> = {}): Promise<JobLab> {
    const lab = new JobLab(this.cluster.store, this.namespace, {
      stagePods: stagePods(),
      entry,
      ...options,
    });
    this.#labs.push(lab);
    await lab.start();
    return lab;
  }

  /** Creates the Job of an attempt, with a sidecar that never ends, as a service mesh adds it. */
  async createWithSidecar(attempt: StageAttempt): Promise<void> {
    const installation = {
      pods: stagePods(),
      storage: { access: 'presigned-urls' },
      settings: {},
      entry,
      startSeconds: 60,
    } as const;
    const { metadata, spec } = stageJob(attempt, installation, { now: new Date(), inputs: [] });
    const job = Job.parse(spec);
    const { containers } = job.template.spec;
    const sidecar = { ...containers[0], name: 'proxy', command: ['node', '-e', 'setInterval(() => 0, 60_000)'] };
    containers.push(sidecar);
    await this.cluster.store.create(jobKind, { metadata, spec: job });
  }

  /**
   * Creates a persistent volume claim for a folder on this machine, which is also the node. The volume has the name of
   * the namespace.
   */
  async createClaim(name: string, folder: string): Promise<void> {
    const { client } = this.cluster;
    const size = { storage: '1Gi' };
    const shape = { accessModes: ['ReadWriteMany'], storageClassName: '' };
    const volume = { apiVersion: 'v1', kind: 'PersistentVolume', metadata: { name: this.namespace } };
    const spec = { ...shape, capacity: size, hostPath: { path: folder } };
    await client.json({ method: 'POST', path: '/api/v1/persistentvolumes', body: { ...volume, spec } });
    const claim = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { name } };
    const body = { ...claim, spec: { ...shape, volumeName: this.namespace, resources: { requests: size } } };
    await client.json({ method: 'POST', path: `/api/v1/namespaces/${this.namespace}/persistentvolumeclaims`, body });
  }

  /** Makes the namespace enforce the restricted Pod Security Standard. */
  async #demandRestrictedPods(): Promise<void> {
    const labels = { 'pod-security.kubernetes.io/enforce': 'restricted' };
    await this.cluster.client.json({
      method: 'PATCH',
      path: `/api/v1/namespaces/${this.namespace}`,
      body: { metadata: { labels } },
      contentType: 'application/merge-patch+json',
    });
  }

  /** Deletes every AdJob and waits until their pods are gone. */
  async clear(): Promise<void> {
    const { store } = this.cluster;
    for (const lab of this.#labs.splice(0)) lab.stop();
    const { items } = await store.list(adJobKind, { namespace: this.namespace });
    for (const { metadata } of items) {
      await store.delete(adJobKind, metadata).catch((error: unknown) => {
        if (!isStoreError(error, 'NotFound')) throw error;
      });
    }
    await until(async () => (await store.list(podKind, { namespace: this.namespace })).items.length === 0);
  }

  async close(): Promise<void> {
    await this.clear();
    await this.#lab.close();
    await this.cluster.close();
  }
}
