import { expect, test } from '@jest/globals';
import { KubernetesWarnings } from './kubernetes-warnings.ts';

const object = { kind: 'Job', name: 'ad-image-1' } as const;

function warningsWith(...items: object[]) {
  const paths: string[] = [];
  const json = ({ path }: { path: string }) => {
    paths.push(path);
    return Promise.resolve({ kind: 'EventList', items });
  };
  return { paths, latest: () => new KubernetesWarnings({ json }).latest('ads', object) };
}

test('one request asks for the warnings about one object', async () => {
  const { paths, latest } = warningsWith();
  expect(await latest()).toBeUndefined();
  expect(paths.map((path) => decodeURIComponent(path))).toEqual([
    '/api/v1/namespaces/ads/events?fieldSelector=involvedObject.kind=Job,involvedObject.name=ad-image-1,type=Warning&limit=50',
  ]);
});

test.each([
  ['FailedCreate', 'Error creating: pods "x" is forbidden: exceeded quota: small, requested: cpu=1', 'Quota'],
  ['FailedCreate', 'Error creating: pods "x" is forbidden: violates PodSecurity "restricted"', 'PodRefused'],
  ['FailedMount', 'MountVolume.SetUp failed for volume "files"', 'Volume'],
  ['FailedCreatePodSandBox', 'no network', 'NotStarted'],
])('an Event %s (%s) is the reason %s', async (reason, message, wanted) => {
  const warning = await warningsWith({ reason, message, lastTimestamp: '2026-11-01T12:00:00Z' }).latest();
  expect(warning).toEqual({ object, reason: wanted, message });
});

test('the latest warning counts, whichever API its reporter uses', async () => {
  const old = { reason: 'FailedMount', message: 'old', lastTimestamp: '2026-11-01T12:00:00Z' };
  const series = { lastObservedTime: '2026-11-01T12:00:09.000001Z' };
  const counted = {
    reason: 'FailedMount',
    message: 'new',
    lastTimestamp: null,
    eventTime: '2026-11-01T11:00:00Z',
    series,
  };
  expect(await warningsWith(counted, old).latest()).toMatchObject({ message: 'new' });
});
