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

test('an ad for the product of a page shows no other picture of the brand', () => {
  const hero = {
    painted: 1,
    'painted.natural': 0.8,
    'painted.area': 0.5,
    'painted.share': 1,
    'painted.first-screen': 1,
  };
  const pictures = evidence({ url: 'https://a.example/hall.jpg', alt: null }, 'painted', {
    ...hero,
    'painted.high': 1,
  });
  const home = { role: 'brand' as const, findings: joined([{ pictures }]) };
  const productNames = evidence('Coat', 'json-ld', { structured: 1 });
  const page = { role: 'product' as const, findings: joined([{ productNames }]) };
  expect(merge([home], [home], []).pictures).toHaveLength(1);
  expect(merge([home], [home, page], []).pictures).toEqual([]);
});
