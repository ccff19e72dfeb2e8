import { expect, test } from '@jest/globals';
import { joined, logoAt, type Findings, type Found } from './found.ts';
import { evidence } from './evidence.ts';
import { merge } from './merge.ts';
import { byPrecedence } from './precedence.ts';

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
