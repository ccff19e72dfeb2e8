import { mkdirSync, mkdtempSync, rmSync, writeFileSync, chownSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { JobLauncherOptions } from '../../src/launch/kubernetes/job-launcher.ts';
import { jobName } from '../../src/launch/kubernetes/job-name.ts';
import { systemClock } from '../../src/clock/system-clock.ts';
import { KubernetesWarnings } from '../../src/k8s/kubernetes-warnings.ts';
import { jobKind, podKind } from '../../src/objects/workload-kinds.ts';
import type { AttemptObservation, AttemptOwner, StageAttempt } from '../../src/launch/port.ts';
import type { JobLab } from '../support/cluster/job-lab.ts';
import { deleteAnyway } from '../support/cluster/test-cluster.ts';
import { until } from '../support/process/until.ts';
import { PodLab, stagePods } from './support/pod-lab.ts';

/** A pod may start slowly on a busy machine. */
const podMaxSeconds = 120;

let pods: PodLab;
beforeAll(async () => {
  pods = await PodLab.open('b-failures');
});
afterAll(() => pods.close());
afterEach(() => pods.clear());

interface Launched {
  lab: JobLab;
  owner: AttemptOwner;
  attempt: StageAttempt;
}

async function launch(stage: string, options: Partial<JobLauncherOptions> = {}): Promise<Launched> {
  const lab = await pods.launching(options);
  const owner = await lab.owner('ad');
  const attempt = lab.attempt(stage, owner, 1);
  await lab.launcher.launch(attempt);
  return { lab, owner, attempt };
}

async function running(stage: string, options: Partial<JobLauncherOptions> = {}): Promise<Launched> {
  const launched = await launch(stage, options);
  await until(async () => (await seen(launched))?.state === 'running', podMaxSeconds);
  return launched;
}

async function seen({ lab, owner }: Launched): Promise<AttemptObservation | undefined> {
  return (await lab.launcher.observe(owner)).at(0);
}

async function end(launched: Launched): Promise<AttemptObservation | undefined> {
  await until(async () => (await seen(launched))?.state === 'ended', podMaxSeconds);
  return seen(launched);
}

async function podOf({ lab }: Launched) {
  const { items } = await lab.store.list(podKind, { namespace: pods.namespace });
  const pod = items.at(0);
  if (pod === undefined) throw new Error('the attempt has no pod');
  return pod;
}

const client = () => pods.cluster.client;
const podPath = (name: string, rest = '') => `/api/v1/namespaces/${pods.namespace}/pods/${name}${rest}`;

describe('a running stage', () => {
  test('a stage whose pod is evicted counts as disrupted, with the reason of the API server', async () => {
    const launched = await running('hang');
    const { metadata } = await podOf(launched);
    const { name, namespace } = metadata;
    const body = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name, namespace } };
    await client().json({ method: 'POST', path: podPath(name, '/eviction'), body });
    expect(await end(launched)).toMatchObject({
      reason: 'disrupted',
      detail: 'EvictionByEvictionAPI: Eviction API: evicting',
    });
  });

  test('a stage whose pod is deleted counts as disrupted, also once the pod is gone', async () => {
    const launched = await running('hang');
    const { metadata } = await podOf(launched);
    await client().json({ method: 'DELETE', path: podPath(metadata.name) });
    expect(await end(launched)).toMatchObject({ reason: 'disrupted' });
    await until(async () => (await launched.lab.store.get(podKind, metadata)) === undefined);
    expect(await seen(launched)).toMatchObject({ reason: 'disrupted' });
  });

  test('a new launcher reports a stage whose pod was deleted as disrupted', async () => {
    const launched = await running('hang');
    const { metadata } = await podOf(launched);
    await client().json({ method: 'DELETE', path: podPath(metadata.name) });
    await until(async () => (await launched.lab.store.get(podKind, metadata)) === undefined);
    const next = { ...launched, lab: await pods.launching() };
    expect(await end(next)).toMatchObject({ reason: 'disrupted', detail: 'The pod no longer exists.' });
  });

  test('a stage whose pod is deleted by force counts as disrupted', async () => {
    const launched = await running('hang');
    const { metadata } = await podOf(launched);
    await client().json({ method: 'DELETE', path: podPath(metadata.name, '?gracePeriodSeconds=0') });
    expect(await end(launched)).toMatchObject({ reason: 'disrupted' });
  });

  test('a stage that finishes while its pod is being deleted counts as finished', async () => {
    const launched = await running('late');
    const { metadata } = await podOf(launched);
    await client().json({ method: 'DELETE', path: podPath(metadata.name) });
    expect(await end(launched)).toMatchObject({ reason: 'exited', exitCode: 0 });
  });

  test.each(['Background', 'Foreground'])(
    'a stage whose Job is deleted (%s) disappears once its pod has ended',
    async (propagation) => {
      const launched = await running('hang');
      const { metadata } = await podOf(launched);
      const path = `/apis/batch/v1/namespaces/${pods.namespace}/jobs/${jobName(launched.attempt)}`;
      await client().json({ method: 'DELETE', path: `${path}?propagationPolicy=${propagation}` });
      await until(async () => (await seen(launched)) === undefined);
      const pod = await launched.lab.store.get(podKind, metadata);
      expect([undefined, 'Failed']).toContain(pod?.status?.phase);
    },
  );

  test('a stage beyond its deadline is reported as too slow', async () => {
    const launched = await launch('hang', { startSeconds: -56 });
    expect(await end(launched)).toMatchObject({ reason: 'deadline-exceeded', startTime: expect.any(String) });
  });

  test('a stage beyond its memory limit is reported as out of memory', async () => {
    expect(await end(await launch('greedy'))).toMatchObject({ reason: 'out-of-memory' });
  });
});

describe('a stage that cannot start', () => {
  test('a missing stage image is reported with the message of the kubelet', async () => {
    const pods = stagePods().image.replace(/:.*/, ':not-there');
    const stage = { ...stagePods(), image: pods };
    const ended = await end(await launch('work', { stagePods: stage, imagePullSeconds: 2 }));
    expect(ended).toMatchObject({ reason: 'image-pull-failed', detail: expect.stringContaining('not-there') });
  });

  test('a missing stage image that may not be pulled is reported as a failed pull', async () => {
    const stage = { ...stagePods(), image: 'localhost/not-there:1', imagePullPolicy: 'Never' as const };
    const ended = await end(await launch('work', { stagePods: stage, imagePullSeconds: 2 }));
    expect(ended).toMatchObject({ reason: 'image-pull-failed', detail: expect.stringContaining('ErrImageNeverPull') });
  });

  test('a missing Secret of a stage pod is reported as that and not as a missing image', async () => {
    const key = '{name: MODEL_KEY, valueFrom: {secretKeyRef: {name: nobody, key: key}}}';
    const stage = stagePods(`extraEnv: [${key}]`);
    const ended = await end(await launch('work', { stagePods: stage, imagePullSeconds: 2 }));
    expect(ended).toMatchObject({
      reason: 'unstartable',
      detail: expect.stringContaining('secret "nobody" not found'),
    });
  });

  test('a stage without a suitable node is reported with the message of the scheduler', async () => {
    const stage = stagePods('nodeSelector: {pool: none}');
    const launched = await launch('work', { stagePods: stage, unschedulableSeconds: 2 });
    expect(await end(launched)).toMatchObject({
      reason: 'unschedulable',
      detail: expect.stringMatching(/^0\/\d+ nodes are available/),
    });
    await launched.lab.launcher.stop(launched.owner);
    await until(async () => (await seen(launched)) === undefined);
    expect((await launched.lab.store.list(jobKind, { namespace: pods.namespace })).items).toEqual([]);
  });

  test('a stage that a quota keeps from starting says so while it waits, and runs when there is room', async () => {
    const path = `/api/v1/namespaces/${pods.namespace}/resourcequotas`;
    const body = { apiVersion: 'v1', kind: 'ResourceQuota', metadata: { name: 'none' }, spec: { hard: { pods: '0' } } };
    await client().json({ method: 'POST', path, body });
    const launched = await launch('work', { warnings: new KubernetesWarnings(client(), systemClock) });
    const isKnown = async (): Promise<boolean> => {
      const observed = await seen(launched);
      return observed?.state === 'waiting' && observed.wait?.reason === 'Quota';
    };
    await until(isKnown, 30);
    expect(await seen(launched)).toMatchObject({ wait: { message: expect.stringContaining('exceeded quota: none') } });
    await client().json({ method: 'DELETE', path: `${path}/none` });
    expect(await end(launched)).toMatchObject({ reason: 'exited', exitCode: 0 });
  });

  test('a stage whose pod is refused is reported with the reason', async () => {
    const stage = stagePods('priorityClassName: not-there');
    const ended = await end(await launch('work', { stagePods: stage, unschedulableSeconds: 2 }));
    expect(ended).toMatchObject({ reason: 'unschedulable', detail: expect.stringContaining('could not create a pod') });
  });

  test('the Job of an expired attempt is deleted when the next attempt is launched', async () => {
    const stage = stagePods('nodeSelector: {pool: none}');
    const { lab, owner } = await launch('work', { stagePods: stage });
    const first = { ...lab.attempt('work', owner, 1), accessSeconds: 2 };
    await lab.launcher.launch({ ...first, attempt: 2 });
    await until(async () => (await lab.launcher.observe(owner)).some(({ state }) => state === 'ended'));
    await lab.launcher.launch({ ...first, attempt: 3 });
    await until(async () => (await lab.launcher.observe(owner)).length === 1);
    expect(await lab.launcher.observe(owner)).toMatchObject([{ stage: 'work', attempt: 3, state: 'waiting' }]);
  });
});

describe('a stage with a sidecar that never ends', () => {
  async function withSidecar(stage: string): Promise<Launched> {
    const lab = await pods.launching();
    const owner = await lab.owner('ad');
    const attempt = lab.attempt(stage, owner, 1);
    await pods.createWithSidecar(attempt);
    await lab.launcher.launch(attempt);
    return { lab, owner, attempt };
  }

  test.each([
    ['work', 0],
    ['refuse', 64],
    ['crash', 1],
  ])('a stage with a sidecar ends with its own exit code: %s', async (stage, exitCode) => {
    const launched = await withSidecar(stage);
    expect(await end(launched)).toMatchObject({ reason: 'exited', exitCode });
    expect((await podOf(launched)).status?.phase).toBe('Running');
  });

  test('stopping a stage with a sidecar deletes its pod', async () => {
    const launched = await withSidecar('work');
    await end(launched);
    const { metadata } = await podOf(launched);
    await launched.lab.launcher.stop(launched.owner);
    await until(async () => (await launched.lab.store.get(podKind, metadata)) === undefined);
    expect(await seen(launched)).toBeUndefined();
  });
});

describe('a stage with its files on a volume', () => {
  let folder: string;
  const volume = () => ({ access: 'mounts', claimName: 'files', path: folder }) as const;
  beforeAll(async () => {
    folder = mkdtempSync('/var/tmp/adwright-volume-');
    await pods.createClaim('files', folder);
  });
  afterAll(async () => {
    await deleteAnyway(client(), `/api/v1/persistentvolumes/${pods.namespace}`);
    rmSync(folder, { recursive: true });
  });

  test('a stage with its files on a volume can access only its own files', async () => {
    const job = join(folder, 'jobs/job-1');
    for (const name of ['read-1-a', 'other-1-b']) mkdirSync(join(job, name), { recursive: true });
    writeFileSync(join(job, 'request.json'), 'the request');
    for (const name of ['.', 'read-1-a', 'other-1-b', 'request.json']) chownSync(join(job, name), 1000, 1000);
    const lab = await pods.launching({ storage: volume() });
    const owner = await lab.owner('ad');
    const attempt = lab.attempt('read', owner, 1);
    const access = (file: string) => ({ kind: 'file', path: join(job, file) }) as const;
    const inputs = { request: access('request.json'), 'other/missing.json': access('other-1-b/missing.json') };
    const input = { ...attempt.input, inputs, result: access('read-1-a/result.json') };
    await lab.launcher.launch({ ...attempt, input });
    const ended = await end({ lab, owner, attempt });
    expect(ended).toMatchObject({ reason: 'exited', exitCode: 0 });
    expect(JSON.parse(ended?.state === 'ended' ? ended.message : '')).toEqual({
      request: 'the request',
      overwrite: 'EROFS',
      job: ['read-1-a', 'request.json'],
      beside: 'EROFS',
      user: 1000,
    });
    expect(readdirSync(join(job, 'read-1-a'))).toEqual(['result.json']);
    expect(readdirSync(join(job, 'other-1-b'))).toEqual([]);
  });
});
