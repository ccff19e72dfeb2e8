import { expect, test } from '@jest/globals';
import { evidence } from './evidence.ts';
import { joined, logoAt } from './findings.ts';
import { merge } from './merge.ts';

test('the logo is not a picture of the product', () => {
  const images = ['https://a.example/logo.png', 'https://a.example/coat.jpg'];
  const productNames = evidence('Coat', 'json-ld', { structured: 1 });
  const pictures = images.flatMap((url) =>
    evidence({ url, alt: 'Coat' }, 'json-ld', { structured: 1, 'structured.first': 1, written: 1 }),
  );
  const read = joined([{ pictures, productNames }]);
  const logos = logoAt('https://a.example/logo.png?v=2', 'painted', { painted: 1, 'painted.top': 1 });
  const reading = { role: 'product' as const, findings: { ...read, logos } };
  expect(merge([reading], [reading], []).product?.images).toEqual(['https://a.example/coat.jpg']);
});
