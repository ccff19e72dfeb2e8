import { expect, test } from '@jest/globals';
import { buildJob, imageSpec } from '../../test/support/build-job.ts';
import { accountLabel, apiKeyLabel, labelValue } from './labels.ts';
import { looksMadeByApi } from './made-by-api.ts';

const name = '019b76da-a800-7000-8000-000000000001';
const long = 'k'.repeat(100);
const spec = imageSpec({ accountRef: { name: 'acme' }, apiKeyRef: { name: long } });
const labels = { [apiKeyLabel]: labelValue(long), [accountLabel]: 'acme' };

test('a job with the name and labels of the API looks made by the API', () => {
  expect(looksMadeByApi(buildJob({ metadata: { name, labels }, spec }))).toBe(true);
});

test.each<[string, Parameters<typeof buildJob>[0]]>([
  ['another name', { metadata: { name: 'spring', labels }, spec }],
  ['no labels', { metadata: { name }, spec }],
  ['the label of another key', { metadata: { name, labels: { ...labels, [apiKeyLabel]: 'other' } }, spec }],
  ['the label of another account', { metadata: { name, labels: { ...labels, [accountLabel]: 'other' } }, spec }],
  ['no key', { metadata: { name, labels }, spec: imageSpec({ apiKeyRef: undefined }) }],
])('a job with %s does not look made by the API', (_, change) => {
  expect(looksMadeByApi(buildJob(change))).toBe(false);
});
