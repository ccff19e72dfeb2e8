import { expect, test } from '@jest/globals';
import { FakeClock } from '../../test/support/time/fake-clock.ts';
import type { WarnedObject } from '../launch/kubernetes/stage-warnings.ts';
import { KubernetesWarnings } from './kubernetes-warnings.ts';

const object = { kind: 'Job', name: 'ad-image-1' } as const;

function warningsWith(...items: object[]) {
  const paths: string[] = [];
  const clock = new FakeClock('2026-11-01T12:00:00Z');
  const json = ({ path }: { path: string }) => {
    paths.push(decodeURIComponent(path));
    return Promise.resolve({ kind: 'EventList', items: items.map((one) => ({ involvedObject: object, ...one })) });
  };
  const warnings = new KubernetesWarnings({ json }, clock);
  return { paths, clock, latest: (about: WarnedObject = object) => warnings.latest('ads', about) };
}

test('one request asks for the warnings about all objects that wait at the same time', async () => {
  const { paths, clock, latest } = warningsWith({ reason: 'FailedMount', message: 'no volume' });
  const others = ['ad-image-2', 'ad-image-3'].map((name) => latest({ kind: 'Job', name }));
  expect(await Promise.all([latest(), ...others])).toMatchObject([{ message: 'no volume' }, undefined, undefined]);
  expect(paths).toEqual(['/api/v1/namespaces/ads/events?fieldSelector=type=Warning&limit=500']);
  await clock.advance(2_000);
  await latest();
  expect(paths).toHaveLength(2);
});

test('warnings are read in pages', async () => {
  const pages = [
    { metadata: { continue: 'next' }, items: [] },
    { metadata: {}, items: [{ involvedObject: object, reason: 'FailedMount', message: 'no volume' }] },
  ];
  const json = () => Promise.resolve(pages.shift());
  const warnings = new KubernetesWarnings({ json }, new FakeClock('2026-11-01T12:00:00Z'));
  expect(await warnings.latest('ads', object)).toMatchObject({ message: 'no volume' });
});

test('a list that failed is read again', async () => {
  const answers = [Promise.reject(new Error('no answer')), Promise.resolve({ items: [] })];
  const json = () => answers.shift() ?? Promise.resolve({ items: [] });
  const warnings = new KubernetesWarnings({ json }, new FakeClock('2026-11-01T12:00:00Z'));
  await expect(warnings.latest('ads', object)).rejects.toThrow('no answer');
  expect(await warnings.latest('ads', object)).toBeUndefined();
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
