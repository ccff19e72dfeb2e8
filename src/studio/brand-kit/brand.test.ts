import { describe, expect, test } from '@jest/globals';
import type { BrandExtract } from '../../schema/brand.ts';
import { layOver, type GivenBrand } from './brand.ts';
import { brandKit, knownColors } from './kit.ts';

const nothing: GivenBrand = {
  name: undefined,
  productName: undefined,
  productDescription: undefined,
  hasProductUrl: false,
  productImages: [],
  fonts: [],
  swatches: [],
  headlines: [],
  ctas: [],
};

const page: BrandExtract = {
  name: 'Aero',
  colors: [{ hex: '#0a7a5a', label: null, role: 'primary', source: 'stylesheet', confidence: 0.8 }],
  fonts: [{ family: 'Inter', url: 'https://aero.example/inter.woff2', source: 'stylesheet', confidence: 0.9 }],
  logo: { url: 'https://aero.example/logo.svg', source: 'json-ld', confidence: 0.9 },
  headlines: [{ text: 'Run lighter', source: 'page' }],
  ctas: [{ text: 'Shop now', source: 'page' }],
  product: {
    name: "Aero Trainer 2 – Men's shoes",
    description: 'A light shoe.',
    price: '129.00',
    currency: 'EUR',
    images: ['https://aero.example/shoe.jpg'],
    source: 'json-ld',
  },
  brandLines: [],
  subheadlines: [],
  pictures: [],
  language: 'en',
  notes: [],
};
const done = { state: 'done' as const, extract: page };

describe('layOver', () => {
  test('colours, fonts and the name of the request replace those of the page, with confidence 1', () => {
    const brand = layOver(
      {
        ...nothing,
        name: 'Aero Sports',
        swatches: [{ hex: '#F60', label: 'Brand' }],
        fonts: [{ family: null, url: 'https://x.example/a.ttf' }],
      },
      done,
      null,
    );
    expect(brand.name).toBe('Aero Sports');
    expect(brand.colors).toEqual([
      { hex: '#ff6600', label: 'Brand', role: 'primary', source: 'request', confidence: 1 },
    ]);
    expect(brand.fonts).toEqual([{ family: null, url: 'https://x.example/a.ttf', source: 'request', confidence: 1 }]);
  });

  test('a headline of the request comes before the headlines of the page, without duplicates', () => {
    const brand = layOver({ ...nothing, headlines: ['Fly', 'Run lighter'] }, done, null);
    expect(brand.headlines).toEqual([
      { text: 'Fly', source: 'request' },
      { text: 'Run lighter', source: 'request' },
    ]);
  });

  test('a name of the request is sure, and how sure the price of the page is stays', () => {
    const product = page.product && { ...page.product, confidence: 0.4, certainty: 0.9 };
    const sure = { ...done, extract: { ...page, product } };
    const named = layOver({ ...nothing, productName: 'Aero Trainer 2' }, sure, null).product;
    expect(named).toMatchObject({ name: 'Aero Trainer 2', price: '129.00', certainty: 0.9 });
    expect(named).not.toHaveProperty('confidence');
  });

  test('an empty request gives the brand of the page', () => {
    const brand = layOver(nothing, done, page.logo);
    expect(brand).toMatchObject({ name: 'Aero', colors: page.colors, product: page.product, logo: page.logo });
  });

  test('an empty request without a page gives an empty brand', () => {
    expect(layOver(nothing, { state: 'skipped', extract: undefined }, null)).toEqual({
      name: null,
      colors: [],
      fonts: [],
      logo: null,
      headlines: [],
      ctas: [],
      product: null,
      onboarding: 'skipped',
    });
  });
});

describe('the product of a page', () => {
  test.each<[string, Partial<GivenBrand>, string | null]>([
    [
      'the product of a page keeps its price if the request gives only a description',
      { productDescription: 'Soft.' },
      '129.00',
    ],
    ['the product of a page keeps its price if the names agree', { productName: 'Aero Trainer 2' }, '129.00'],
    [
      'the product of a page keeps its price if the request gives that page',
      { productName: 'Schuh', hasProductUrl: true },
      '129.00',
    ],
    ['the price of a page is not used for another product', { productName: 'Trail Jacket' }, null],
  ])('%s', (_, given, price) => {
    expect(layOver({ ...nothing, ...given }, done, null).product?.price).toBe(price);
  });
});

describe('brandKit', () => {
  const bare = layOver({ ...nothing, name: 'Nobody' }, { state: 'failed', extract: undefined }, null);

  test('a brand without colours gets colours chosen by the seed, with source default', () => {
    const colors = knownColors(bare.colors, 'job-1');
    expect(colors.length).toBeGreaterThan(2);
    expect(colors.every(({ source, confidence }) => source === 'default' && confidence === 0)).toBe(true);
    expect(brandKit(bare, 'job-1', { fonts: [], logo: null }).light.primary).toBe(colors[0]?.hex);
  });

  test('invisible colours count as no colours', () => {
    const ghost = { hex: '#ffffff00', label: null, role: 'primary', source: 'request', confidence: 1 } as const;
    expect(knownColors([ghost], 'job-1')[0]?.source).toBe('default');
  });
});
