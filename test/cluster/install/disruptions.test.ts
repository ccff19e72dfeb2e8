import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { Installation } from '../support/installation.ts';
import { leader, nextLeader } from '../support/leader.ts';
import { Namespace } from '../support/namespace.ts';
import { shortRequest, siteRequest, slowRequest } from '../support/requests.ts';
import type { RestApi } from '../support/rest.ts';
import { startSites, type Sites } from '../support/sites.ts';
import { ranTwice, ofStage, retries, runningPod } from '../support/stage-jobs.ts';

/** Small resource requests, so that more stage pods fit on a small node. */
const stages = { resources: { requests: { cpu: '100m', memory: '256Mi' }, limits: { memory: '512Mi' } } };

let installation: Installation;
let namespace: Namespace;
let sites: Sites;
let client: RestApi;
beforeAll(async () => {
  namespace = await Namespace.create('disruptions');
  installation = new Installation(namespace);
  sites = await startSites(namespace);
  await installation.install({ egressAllow: sites.egressAllow, stages });
  client = await installation.client();
});
afterAll(() => installation.close());
afterEach(async () => {
  expect(await ranTwice(namespace)).toEqual([]);
  await namespace.kubectl('delete', 'adjobs', '--all', '--timeout=120s');
});

/** Creates `count` jobs at the same time and waits for their ends. Returns status and error of each. */
async function allEnded(count: number, request: object, meanwhile?: () => Promise<void>): Promise<string[]> {
  const ids = await Promise.all(Array.from({ length: count }, () => client.createImage(request)));
  await meanwhile?.();
  const jobs = await Promise.all(ids.map((id) => client.ended(id, 900)));
  return jobs.map(({ status, error }) => `${status} ${error ?? ''}`.trim());
}

const successes = (count: number) => Array.from({ length: count }, () => 'SUCCESS');

describe('disruptions of a running stage', () => {
  test('a stage whose pod is deleted is launched again, and the job succeeds', async () => {
    const id = await client.createImage(slowRequest(sites));
    const pod = await runningPod(namespace, id, 'onboarding');
    await namespace.kubectl('delete', 'pod', pod, '--wait=false');
    expect(await client.ended(id)).toMatchObject({ status: 'SUCCESS', response: { brand: { onboarding: 'done' } } });
    expect(await retries(namespace)).toEqual([`${id} onboarding 2`]);
  });

  test('a stage whose Job is deleted is launched again, and the job succeeds', async () => {
    const id = await client.createImage(slowRequest(sites));
    await runningPod(namespace, id, 'onboarding');
    await namespace.kubectl('delete', 'jobs', '-l', ofStage(id, 'onboarding'));
    expect(await client.ended(id)).toMatchObject({ status: 'SUCCESS', response: { brand: { onboarding: 'done' } } });
    expect(await retries(namespace)).toContain(`${id} onboarding 2`);
  });

  test('deleting an AdJob stops its stage and deletes its files', async () => {
    const id = await client.createImage(slowRequest(sites));
    await runningPod(namespace, id, 'onboarding');
    await namespace.kubectl('delete', 'adjob', id, '--timeout=60s');
    expect((await client.send(`/jobs/${id}`)).status).toBe(404);
    await namespace.kubectl('wait', 'pods', '-l', ofStage(id, 'onboarding'), '--for=delete', '--timeout=60s');
    const volume = ['exec', 'deploy/adwright-controller', '--', 'ls', '/var/lib/adwright/artifacts/jobs'];
    expect(await namespace.kubectl(...volume)).not.toContain(id);
  });

  test('cancelling an AdJob stops its stage, and the job ends FAILED [cancelled]', async () => {
    const id = await client.createImage(slowRequest(sites));
    await runningPod(namespace, id, 'onboarding');
    await namespace.kubectl('patch', 'adjob', id, '--type=merge', '-p', '{"spec":{"cancel":true}}');
    const job = await client.ended(id, 30);
    expect(job).toMatchObject({ status: 'FAILED', error: expect.stringMatching(/\[cancelled\]$/) });
    await namespace.kubectl('wait', 'pods', '-l', ofStage(id, 'onboarding'), '--for=delete', '--timeout=60s');
  });
});

describe('disruptions of the controller', () => {
  test('another controller continues the jobs of a deleted leader and repeats no stage', async () => {
    const ends = await allEnded(6, siteRequest(sites), async () => {
      await namespace.kubectl('wait', 'adjobs', '--all', '--for=jsonpath={.status.phase}=PROCESSING', '--timeout=60s');
      const last = await leader(namespace);
      await namespace.kubectl('delete', 'pod', last, '--wait=false');
      await nextLeader(namespace, last);
    });
    expect(ends).toEqual(successes(6));
    expect(await retries(namespace)).toEqual([]);
  });

  test('100 concurrent jobs succeed, and no stage is launched twice', async () => {
    expect(await allEnded(100, shortRequest)).toEqual(successes(100));
    expect(await retries(namespace)).toEqual([]);
  }, 900_000);
});

describe('controllers without leader election', () => {
  beforeAll(() =>
    installation.install({
      egressAllow: sites.egressAllow,
      stages,
      controller: { leaderElection: false, replicas: 2 },
    }),
  );

  test('two controllers without leader election complete each job and launch no stage twice', async () => {
    expect(await allEnded(10, siteRequest(sites))).toEqual(successes(10));
    expect(await retries(namespace)).toEqual([]);
  }, 600_000);
});
