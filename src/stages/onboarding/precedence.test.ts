import { expect, test } from '@jest/globals';
import { noProduct, type Findings, type Found, type ProductValue } from './found.ts';
import { evidence } from './evidence.ts';
import { merge } from './merge.ts';
import { byPrecedence } from './precedence.ts';
import { joined } from './read-page.ts';

const found = <T>(value: T, source: Found<T>['source'], confidence = 0.6): Found<T> => ({
  value,
  source,
  confidence,
});
const findings = (parts: Partial<Findings>): Findings => joined([parts]);
const first = <T>(all: Found<T>[]): T | undefined =>
  [...all].sort((one, other) => other.confidence - one.confidence)[0]?.value;

test('without a painted page the source decides', () => {
  const source = findings({ languages: [found('de', 'json-ld')] });
  expect(byPrecedence(source, undefined)).toBe(source);
});

test('the language comes from the source first', () => {
  const merged = byPrecedence(
    findings({ languages: [found('de', 'page', 0.5)] }),
    findings({ languages: [found('en', 'painted', 0.7)] }),
  );
  expect(first(merged.languages)).toBe('de');
});

test('the logo comes from the painted page first', () => {
  const merged = byPrecedence(
    findings({ logos: [found('https://a.example/icon.png', 'json-ld', 0.9)] }),
    findings({ logos: [found('https://a.example/logo.png', 'painted', 0.6)] }),
  );
  expect(first(merged.logos)).toBe('https://a.example/logo.png');
});

test('the pictures of a product come from the painted page first', () => {
  const pictured = (url: string): ProductValue => ({ ...noProduct, images: [url] });
  const merged = byPrecedence(
    findings({ products: [found(pictured('https://a.example/1'), 'json-ld', 0.9)] }),
    findings({ products: [found(pictured('https://a.example/2'), 'painted', 0.5)] }),
  );
  expect(first(merged.products)?.images).toEqual(['https://a.example/2']);
});

test('an icon of the browser tab is not a logo of a painted page, unless its file is named after a logo', () => {
  const icon = { ...found('https://a.example/icon.png', 'page', 0.9), isIcon: true as const };
  const source = findings({ logos: [icon, { ...icon, value: 'https://a.example/logo-180.png' }] });
  expect(byPrecedence(source, findings({})).logos.map(({ value }) => value)).toEqual([
    'https://a.example/logo-180.png',
  ]);
});

test('the logo is not a picture of the product', () => {
  const images = ['https://a.example/logo.png', 'https://a.example/coat.jpg'];
  const productNames = evidence('Coat', 'json-ld', { structured: 1 });
  const read = joined([{ products: [found({ ...noProduct, images }, 'json-ld', 0.9)], productNames }]);
  const logos = [found('https://a.example/logo.png?v=2', 'painted', 0.9)];
  const reading = { role: 'product' as const, findings: { ...read, logos } };
  expect(merge([reading], [reading], []).product?.images).toEqual(['https://a.example/coat.jpg']);
});
