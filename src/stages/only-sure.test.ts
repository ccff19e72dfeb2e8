import { describe, expect, test } from '@jest/globals';
import { brandExtract } from '../../test/support/brands/brand-extract.ts';
import { inMemoryStage } from '../../test/support/stages/stage-scene.ts';
import type { BrandExtract } from '../schema/brand.ts';
import { readBrandFacts, type BrandFacts } from './brand-facts.ts';

const line = (text: string, confidence: number) => ({ text, source: 'page' as const, confidence });
const product = (confidence: number, certainty: number): BrandExtract['product'] => ({
  name: 'Aero Trainer 2',
  description: null,
  price: '129.00',
  currency: 'EUR',
  images: [],
  source: 'json-ld',
  confidence,
  certainty,
});

async function known(some: Partial<BrandExtract>, request: Record<string, unknown> = {}): Promise<BrandFacts> {
  const whole = { brand_data: { brand_url: 'https://aero.example/' }, ...request };
  return readBrandFacts(inMemoryStage({ stage: 'image', request: whole, brand: brandExtract(some) }).context);
}

describe('of what was found on web pages, an ad prints', () => {
  test('no name that is unsure', async () => {
    expect((await known({ name: 'Webshop', nameConfidence: 0.6 })).brand.name).toBeNull();
    expect((await known({ name: 'Aero', nameConfidence: 0.9 })).brand.name).toBe('Aero');
  });

  test('neither a name nor a price of a product that is unsure', async () => {
    expect((await known({ product: product(0.4, 0.9) })).brand.product).toMatchObject({ name: null, price: '129.00' });
    const unpriced = { name: 'Aero Trainer 2', price: null, currency: null };
    expect((await known({ product: product(0.9, 0.4) })).page?.product).toMatchObject(unpriced);
  });

  test('only lines that are sure enough', async () => {
    const lines = [line('Accepted payment methods', 0.3), line('Run lighter', 0.95)];
    const { page } = await known({ headlines: lines, subheadlines: lines, ctas: lines });
    const sure = [line('Run lighter', 0.95)];
    expect(page).toMatchObject({ headlines: sure, subheadlines: sure, ctas: sure });
  });

  test('a headline that is right every second time, because an ad without one says nothing', async () => {
    const { page } = await known({ headlines: [line('Run lighter', 0.5)], ctas: [line('Our team', 0.5)] });
    expect(page).toMatchObject({ headlines: [line('Run lighter', 0.5)], ctas: [] });
  });
});

describe('a note says what was left out because it is unsure', () => {
  const unsure = {
    name: 'Webshop',
    nameConfidence: 0.5,
    product: product(0.4, 0.4),
    headlines: [line('Accepted payment methods', 0.3)],
  };

  test('the notes name what was found and the field that sets it', async () => {
    expect((await known(unsure)).notes).toEqual([
      expect.stringMatching(/^The brand may be named Webshop, .* brand_data\.brand_name sets it\.$/),
      expect.stringMatching(/^The product may be named Aero Trainer 2, .* product_metadata\.product_name sets it\.$/),
      expect.stringMatching(/^The price may be 129\.00, .* An offer in ad_copies sets it\.$/),
      expect.stringMatching(/^No text of the web pages is surely a headline, .* A headline in ad_copies sets it\.$/),
    ]);
  });

  test('there is no note about what the request gives or what was not found', async () => {
    const request = {
      brand_data: { brand_url: 'https://aero.example/', brand_name: 'Aero' },
      product_metadata: { product_name: 'Aero Trainer 2', product_images: null },
      ad_copies: [{ copy_type: 'offer', copy_text: 'Now 99 EUR' }],
    };
    expect((await known(unsure, request)).notes).toEqual([]);
    expect((await known({})).notes).toEqual([]);
  });
});
