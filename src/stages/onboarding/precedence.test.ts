import { expect, test } from '@jest/globals';
import { noProduct, type Findings, type Found, type ProductValue } from './found.ts';
import { byPrecedence } from './precedence.ts';
import { joined } from './read-page.ts';

const found = <T>(value: T, source: 'json-ld' | 'painted', confidence = 0.6): Found<T> => ({
  value,
  source,
  confidence,
});
const findings = (parts: Partial<Findings>): Findings => joined([parts]);
const first = <T>(all: Found<T>[]): T | undefined =>
  [...all].sort((one, other) => other.confidence - one.confidence)[0]?.value;

test('without a painted page the source decides', () => {
  const source = findings({ names: [found('Tern', 'json-ld')] });
  expect(byPrecedence(source, undefined)).toBe(source);
});

test('the name comes from the source first', () => {
  const merged = byPrecedence(
    findings({ names: [found('Tern', 'json-ld', 0.5)] }),
    findings({ names: [found('Tern home', 'painted', 0.7)] }),
  );
  expect(first(merged.names)).toBe('Tern');
});

test('the logo comes from the painted page first', () => {
  const merged = byPrecedence(
    findings({ logos: [found('https://a.example/icon.png', 'json-ld', 0.9)] }),
    findings({ logos: [found('https://a.example/logo.png', 'painted', 0.6)] }),
  );
  expect(first(merged.logos)).toBe('https://a.example/logo.png');
});

test('name and currency of a product come from the source, price and pictures from the painted page', () => {
  const product = (value: Partial<ProductValue>): ProductValue => ({ ...noProduct, ...value });
  const { products } = byPrecedence(
    findings({ products: [found(product({ name: 'Coat', price: '59', currency: 'EUR' }), 'json-ld', 0.9)] }),
    findings({
      products: [
        found(
          product({ name: 'The coat', price: '49', currency: 'USD', images: ['https://a.example/1'] }),
          'painted',
          0.5,
        ),
      ],
    }),
  );
  const ranked = [...products].sort((one, other) => other.confidence - one.confidence);
  const field = <Key extends keyof ProductValue>(key: Key): ProductValue[Key] | undefined =>
    ranked.find(({ value }) => value[key] !== null && value[key].length > 0)?.value[key];
  expect([field('name'), field('price'), field('currency'), field('images')]).toEqual([
    'Coat',
    '49',
    'EUR',
    ['https://a.example/1'],
  ]);
});

test('a font of the source that is not painted counts less', () => {
  const merged = byPrecedence(
    findings({ fonts: [found({ family: 'Swiper Icons', url: 'https://a.example/s' }, 'json-ld', 0.8)] }),
    findings({ fonts: [found({ family: 'Lora', url: null }, 'painted', 0.6)] }),
  );
  expect(first(merged.fonts)?.family).toBe('Lora');
});
