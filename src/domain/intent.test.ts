import { expect, test } from '@jest/globals';
import { imageSpec, jobName, videoSpec } from '../../test/support/build-job.ts';
import type { AdJobSpec } from '../schema/adjob.ts';
import { readIntent, writeIntent } from './intent.ts';

const metadata = { name: jobName, namespace: 'default', labels: { a: 'b' }, finalizers: ['adwright.dev/cleanup'] };

test.each<[string, AdJobSpec]>([
  ['an image job', imageSpec({ callbackUrl: 'https://hooks.example/x' }, { aspectRatios: '1:1,9:16' })],
  ['a video job', videoSpec()],
])('%s is created as it was accepted', (_, spec) => {
  expect(readIntent(writeIntent({ metadata, spec }))).toEqual({ metadata, spec });
});

test('one without labels and finalizers, too', () => {
  const bare = { metadata: { name: jobName, namespace: 'default' }, spec: imageSpec() };
  expect(readIntent(writeIntent(bare))).toEqual(bare);
});

test.each<[string, string]>([
  ['nothing', ''],
  ['no JSON', '{'],
  ['no object', '[]'],
  ['an object without a name', JSON.stringify({ metadata: { namespace: 'default' }, spec: imageSpec() })],
  ['a spec of another version', JSON.stringify({ metadata, spec: { ...imageSpec(), type: 'audio_ad' } })],
])('%s cannot be read', (_, text) => {
  expect(readIntent(text)).toBeUndefined();
});
