import { expect, test } from '@jest/globals';
import { imageReference } from './image-reference.ts';

const digest = `sha256:${'0'.repeat(64)}`;

test.each([
  ['redis', 'docker.io', 'library/redis', 'latest'],
  ['acme/ads:1.2.0', 'docker.io', 'acme/ads', '1.2.0'],
  ['registry.example.com/ads/adwright:1.2.0', 'registry.example.com', 'ads/adwright', '1.2.0'],
  ['localhost:5000/adwright', 'localhost:5000', 'adwright', 'latest'],
  [`ghcr.io/acme/ads:1@${digest}`, 'ghcr.io', 'acme/ads', digest],
])('%s is an image of a registry', (text, registry, name, version) => {
  expect(imageReference(text)).toEqual({ registry, name, version });
});

test('a text without a name is no reference', () => {
  expect(imageReference('')).toBeUndefined();
});
