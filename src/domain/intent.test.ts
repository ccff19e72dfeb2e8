import { expect, test } from '@jest/globals';
import { imageSpec, jobName, videoSpec } from '../../test/support/pipeline/build-job.ts';
import type { AdJobSpec } from '../schema/adjob.ts';
import { readIntent, writeIntent } from './intent.ts';

const metadata = {
  ...{ name: jobName, namespace: 'default', labels: { a: 'b' }, finalizers: ['adwright.dev/cleanup'] },
  annotations: { 'adwright.dev/traceparent': '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' },
};

test.each<[string, AdJobSpec]>([
  ['an image job', imageSpec({ callbackUrl: 'https://hooks.example/x' }, { aspectRatios: '1:1,9:16' })],
  ['a video job', videoSpec()],
])('readIntent restores %s that writeIntent wrote', (_, spec) => {
  expect(readIntent(writeIntent({ metadata, spec }))).toEqual({ metadata, spec });
});

test('readIntent restores a job without labels and finalizers', () => {
  const bare = { metadata: { name: jobName, namespace: 'default' }, spec: imageSpec() };
  expect(readIntent(writeIntent(bare))).toEqual(bare);
});

test.each<[string, string]>([
  ['an empty text', ''],
  ['invalid JSON', '{'],
  ['an array', '[]'],
  ['an object without a name', JSON.stringify({ metadata: { namespace: 'default' }, spec: imageSpec() })],
  ['a spec of another version', JSON.stringify({ metadata, spec: { ...imageSpec(), type: 'audio_ad' } })],
])('readIntent rejects %s', (_, text) => {
  expect(readIntent(text)).toBeUndefined();
});
