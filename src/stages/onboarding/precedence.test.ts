import { expect, test } from '@jest/globals';
import { noProduct, type Findings, type Found, type ProductValue } from './found.ts';
import type { BrandProduct } from '../../schema/brand.ts';
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

const product = (value: Partial<ProductValue>): ProductValue => ({ ...noProduct, ...value });

function mergedProduct(source: Partial<ProductValue>, painted: Partial<ProductValue>): BrandProduct | null {
  const findings = byPrecedence(
    joined([{ products: [found(product(source), 'json-ld', 0.9)] }]),
    joined([{ products: [found(product(painted), 'painted', 0.5)] }]),
  );
  const reading = { role: 'product' as const, findings };
  return merge([reading], [reading], []).product;
}

test('the name of a product comes from the source, its price and pictures from the painted page', () => {
  const images = ['https://a.example/1'];
  const painted = { name: 'The coat', price: '49', currency: 'EUR', images };
  expect(mergedProduct({ name: 'Coat', price: '59', currency: 'EUR' }, painted)).toMatchObject({
    ...{ name: 'Coat', price: '49', currency: 'EUR', images },
  });
});

test.each<[string, Partial<ProductValue>, Partial<ProductValue>, [string, string | null]]>([
  [
    'the painted price keeps its own currency',
    { price: '59', currency: 'EUR' },
    { price: '64', currency: 'USD' },
    ['64', 'USD'],
  ],
  [
    'a price of the source with a currency beats a painted price without one',
    { price: '59', currency: 'EUR' },
    { price: '640' },
    ['59', 'EUR'],
  ],
  [
    'a painted price does not take the currency of a source without a price',
    { currency: 'EUR' },
    { price: '640' },
    ['640', null],
  ],
  [
    'a dollar sign does not turn the Canadian dollars of the source into US dollars',
    { price: '59', currency: 'CAD' },
    { price: '64', currency: 'USD' },
    ['59', 'CAD'],
  ],
  [
    'a rouble sign does not turn the Belarusian roubles of the source into Russian roubles',
    { price: '59', currency: 'BYN' },
    { price: '64', currency: 'RUB' },
    ['59', 'BYN'],
  ],
  [
    'a currency of the source that is not usual for its sign does not question the painted price',
    { price: '59', currency: 'RUB' },
    { price: '64', currency: 'BYN' },
    ['64', 'BYN'],
  ],
  ['a painted currency without a price is ignored', { price: '59' }, { currency: 'USD' }, ['59', null]],
])('%s', (_, source, painted, [price, currency]) => {
  expect(mergedProduct({ name: 'Coat', ...source }, painted)).toMatchObject({ price, currency });
});

test('an icon of the browser tab is not a logo of a painted page, unless its file is named after a logo', () => {
  const icon = { ...found('https://a.example/icon.png', 'page', 0.9), isIcon: true as const };
  const source = findings({ logos: [icon, { ...icon, value: 'https://a.example/logo-180.png' }] });
  expect(byPrecedence(source, findings({})).logos.map(({ value }) => value)).toEqual([
    'https://a.example/logo-180.png',
  ]);
});

test('the painted name of a product beats a title that has no word of it', () => {
  const names = (source: string, from: 'open-graph' | 'json-ld'): string | null | undefined => {
    const read = byPrecedence(
      joined([{ products: [found(product({ name: source }), from, 0.6)] }]),
      joined([{ products: [found(product({ name: 'Oak table' }), 'painted', 0.5)] }]),
    );
    const reading = { role: 'product' as const, findings: read };
    return merge([reading], [reading], []).product?.name;
  };
  expect(names('Tern Furniture Details', 'open-graph')).toBe('Oak table');
  expect(names('Table of oak', 'open-graph')).toBe('Table of oak');
  expect(names('Tern 12', 'json-ld')).toBe('Tern 12');
});

test('the whole name of a product replaces one that is cut off', () => {
  const products = ['Oak table with…', 'Oak table with two drawers'].map((name, at) =>
    found(product({ name }), 'json-ld', 0.9 - at / 10),
  );
  const reading = { role: 'product' as const, findings: joined([{ products }]) };
  expect(merge([reading], [reading], []).product?.name).toBe('Oak table with two drawers');
});

test('a price of 0 is no price', () => {
  expect(mergedProduct({ name: 'Coat', price: '0.00', currency: 'EUR' }, {})).toMatchObject({ price: null });
});

test('the logo is not a picture of the product', () => {
  const images = ['https://a.example/logo.png', 'https://a.example/coat.jpg'];
  const read = joined([{ products: [found(product({ name: 'Coat', images }), 'json-ld', 0.9)] }]);
  const logos = [found('https://a.example/logo.png?v=2', 'painted', 0.9)];
  const reading = { role: 'product' as const, findings: { ...read, logos } };
  expect(merge([reading], [reading], []).product?.images).toEqual(['https://a.example/coat.jpg']);
});

test('a font of the source that sets no painted text is left out', () => {
  const merged = byPrecedence(
    findings({ fonts: [found({ family: 'Swiper Icons', url: 'https://a.example/s' }, 'json-ld', 0.8)] }),
    findings({ fonts: [found({ family: 'Lora', url: null }, 'painted', 0.6)] }),
  );
  expect(merged.fonts.map(({ value }) => value.family)).toEqual(['Lora']);
});
