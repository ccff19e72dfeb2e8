import { mkdirSync, mkdtempSync, rmSync, writeFileSync, chownSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { JobLauncherOptions } from '../../src/launch/kubernetes/job-launcher.ts';
import { jobName } from '../../src/launch/kubernetes/job-name.ts';
import { jobKind, podKind } from '../../src/launch/kubernetes/kinds.ts';
import type { AttemptObservation, AttemptOwner, StageAttempt } from '../../src/launch/port.ts';
import type { JobLab } from '../support/job-lab.ts';
import { deleteAnyway } from '../support/test-cluster.ts';
import { until } from '../support/until.ts';
import { PodLab, stagePods } from './support/pod-lab.ts';

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
  await until(async () => (await seen(launched))?.state === 'running');
  return launched;
}

async function seen({ lab, owner }: Launched): Promise<AttemptObservation | undefined> {
  return (await lab.launcher.observe(owner)).at(0);
}

async function end(launched: Launched): Promise<AttemptObservation | undefined> {
  await until(async () => (await seen(launched))?.state === 'ended');
  return seen(launched);
}

async function podOf({ lab }: Launched) {
  const { items } = await lab.store.list(podKind, { namespace: pods.namespace });
  const pod = items.at(0);
  if (pod === undefined) throw new Error('There is no pod.');
  return pod;
}

const client = () => pods.cluster.client;
const podPath = (name: string, rest = '') => `/api/v1/namespaces/${pods.namespace}/pods/${name}${rest}`;

describe('a stage that runs', () => {
  test('and whose pod is evicted was disrupted, and the API server says why', async () => {
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

  test('and whose pod is deleted was disrupted, also once the pod is gone', async () => {
    const launched = await running('hang');
    const { metadata } = await podOf(launched);
    await client().json({ method: 'DELETE', path: podPath(metadata.name) });
    expect(await end(launched)).toMatchObject({ reason: 'disrupted' });
    await until(async () => (await launched.lab.store.get(podKind, metadata)) === undefined);
    expect(await seen(launched)).toMatchObject({ reason: 'disrupted' });
  });

  test('and whose pod was deleted is known as disrupted to a launcher that comes afterwards', async () => {
    const launched = await running('hang');
    const { metadata } = await podOf(launched);
    await client().json({ method: 'DELETE', path: podPath(metadata.name) });
    await until(async () => (await launched.lab.store.get(podKind, metadata)) === undefined);
    const next = { ...launched, lab: await pods.launching() };
    expect(await end(next)).toMatchObject({ reason: 'disrupted', detail: 'The pod no longer exists.' });
  });

  test('and whose pod is deleted with force was disrupted', async () => {
    const launched = await running('hang');
    const { metadata } = await podOf(launched);
    await client().json({ method: 'DELETE', path: podPath(metadata.name, '?gracePeriodSeconds=0') });
    expect(await end(launched)).toMatchObject({ reason: 'disrupted' });
  });

  test('and whose verdict comes while it is being evicted has said it', async () => {
    const launched = await running('late');
    const { metadata } = await podOf(launched);
    await client().json({ method: 'DELETE', path: podPath(metadata.name) });
    expect(await end(launched)).toMatchObject({ reason: 'exited', exitCode: 0 });
  });

  test.each(['Background', 'Foreground'])(
    'and whose Job is deleted (%s) is gone once its pod is',
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

  test('past its deadline is told so', async () => {
    const launched = await launch('hang', { startSeconds: -56 });
    expect(await end(launched)).toMatchObject({ reason: 'deadline-exceeded', startTime: expect.any(String) });
  });

  test('and takes too much memory is told so', async () => {
    expect(await end(await launch('greedy'))).toMatchObject({ reason: 'out-of-memory' });
  });
});

describe('a stage that cannot start', () => {
  test('for want of its image is told so, with the words of the kubelet', async () => {
    const pods = stagePods().image.replace(/:.*/, ':not-there');
    const stage = { ...stagePods(), image: pods };
    const ended = await end(await launch('work', { stagePods: stage, imagePullSeconds: 2 }));
    expect(ended).toMatchObject({ reason: 'image-pull-failed', detail: expect.stringContaining('not-there') });
  });

  test('where nothing may be pulled is told so', async () => {
    const stage = { ...stagePods(), image: 'localhost/not-there:1', imagePullPolicy: 'Never' as const };
    const ended = await end(await launch('work', { stagePods: stage, imagePullSeconds: 2 }));
    expect(ended).toMatchObject({ reason: 'image-pull-failed', detail: expect.stringContaining('ErrImageNeverPull') });
  });

  test('for want of a Secret is told so, and not that its image is missing', async () => {
    const key = '{name: MODEL_KEY, valueFrom: {secretKeyRef: {name: nobody, key: key}}}';
    const stage = stagePods(`extraEnv: [${key}]`);
    const ended = await end(await launch('work', { stagePods: stage, imagePullSeconds: 2 }));
    expect(ended).toMatchObject({
      reason: 'unstartable',
      detail: expect.stringContaining('secret "nobody" not found'),
    });
  });

  test('for want of a node is told so, with the words of the scheduler', async () => {
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

  test('because its pod is refused is told so', async () => {
    const stage = stagePods('priorityClassName: not-there');
    const ended = await end(await launch('work', { stagePods: stage, unschedulableSeconds: 2 }));
    expect(ended).toMatchObject({ reason: 'unschedulable', detail: expect.stringContaining('could not create a pod') });
  });

  test('and is launched again takes no two pods: the first is taken away', async () => {
    const stage = stagePods('nodeSelector: {pool: none}');
    const { lab, owner } = await launch('work', { stagePods: stage });
    const first = { ...lab.attempt('work', owner, 1), accessSeconds: 2 };
    await lab.launcher.launch({ ...first, attempt: 2 });
    await until(async () => (await lab.launcher.observe(owner)).some(({ state }) => state === 'ended'));
    await lab.launcher.launch({ ...first, attempt: 3 });
    await until(async () => (await lab.launcher.observe(owner)).length === 1);
    expect(await lab.launcher.observe(owner)).toEqual([{ stage: 'work', attempt: 3, state: 'waiting' }]);
  });
});

describe('a stage beside a container that never ends', () => {
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
  ])('ends with its own exit: %s', async (stage, exitCode) => {
    const launched = await withSidecar(stage);
    expect(await end(launched)).toMatchObject({ reason: 'exited', exitCode });
    expect((await podOf(launched)).status?.phase).toBe('Running');
  });

  test('takes the pod with it when it is stopped', async () => {
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
  const volume = () => ({ kind: 'volume', claimName: 'files', path: folder }) as const;
  beforeAll(async () => {
    folder = mkdtempSync('/var/tmp/adwright-volume-');
    await pods.createClaim('files', folder);
  });
  afterAll(async () => {
    await deleteAnyway(client(), `/api/v1/persistentvolumes/${pods.namespace}`);
    rmSync(folder, { recursive: true });
  });

  test('reaches its own files and nothing else', async () => {
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
