import { describe, expect, test } from '@jest/globals';
import { brandExtract } from '../../../test/support/brands/brand-extract.ts';
import { inMemoryStage, type StageScene } from '../../../test/support/stages/stage-scene.ts';
import { concept } from './concept.ts';
import { ConceptFile } from './concept-file.ts';
import { writeConcept, type ConceptFacts } from './write-concept.ts';

async function conceptOf(scene: Omit<StageScene, 'stage'>): Promise<ConceptFile & { summary: string }> {
  const { context, written } = inMemoryStage({ stage: 'concept', ...scene });
  const { summary } = await concept(context);
  return { ...fileIn(written), summary };
}

function fileIn(written: ReadonlyMap<string, Buffer>): ConceptFile {
  return ConceptFile.parse(JSON.parse(written.get('concept.json')?.toString() ?? ''));
}

const request = {
  brand_data: {
    brand_name: 'Verdane',
    brand_images: [{ image_url: 'https://cdn.example.com/logo.png', labels: ['logo'] }],
    color_swatches: [{ hex: '#1f4d3f' }],
  },
  product_metadata: {
    product_name: 'Steel Bottle',
    product_description: 'Keeps water cold for 24 hours. Recycled steel, made outdoors.',
    product_images: [{ image_url: 'https://cdn.example.com/bottle.jpg' }],
  },
  ad_copies: [{ copy_type: 'headline', copy_text: 'Cold water, all day' }],
};

describe('the concept stage', () => {
  test('a concept mentions the product, the colour, the headline and the brand', async () => {
    const { concept: text, tone } = await conceptOf({ request });
    expect(tone).toBe('natural');
    expect(text).toContain('deep green');
    expect(text).toContain('to “Cold water, all day”, then to the name Verdane.');
  });

  test.each([
    ['An elegant concept.', 'Elegant, refined and luxurious'],
    ['A bold concept.', 'Loud, bold and daring'],
  ])('the summary of a concept is “%s”', async (summary, description) => {
    const product_metadata = { ...request.product_metadata, product_description: description };
    expect((await conceptOf({ request: { ...request, product_metadata } })).summary).toBe(summary);
  });

  test('a concept is the same for the same job and differs between jobs', async () => {
    const jobs = Array.from({ length: 12 }, (_, at) => `job-${at}`);
    const texts = await Promise.all(jobs.map(async (jobId) => (await conceptOf({ request, jobId })).concept));
    expect(new Set(texts).size).toBeGreaterThan(4);
    expect((await conceptOf({ request, jobId: 'job-3' })).concept).toBe(texts[3]);
  });

  test('a concept uses the words of the page if the request has no copy', async () => {
    const page = brandExtract({
      name: 'Marl',
      headlines: [{ text: 'Mugs that sit well in the hand', source: 'page' }],
    });
    const { concept: text } = await conceptOf({
      request: { brand_data: { brand_url: 'https://marl.example/' } },
      brand: page,
    });
    expect(text).toContain('“Mugs that sit well in the hand”');
  });

  test('a concept is written even if onboarding failed', async () => {
    const { concept: text } = await conceptOf({ request, brand: 'The site did not answer.' });
    expect(text).toContain('Verdane');
  });

  test('a concept for an ad without text quotes no words', async () => {
    const wordless = { ...request, generation_metadata: { no_text: true } };
    expect((await conceptOf({ request: wordless })).concept).not.toMatch(/[“”]/);
  });
});

test('every sentence that writeConcept can write is complete', () => {
  const tones = ['bold', 'elegant', 'friendly', 'technical', 'natural', 'playful'] as const;
  const shows = ['product', 'scene', 'nothing'] as const;
  for (const tone of tones) {
    for (const shown of shows) {
      for (let seed = 0; seed < 12; seed += 1) {
        const facts: ConceptFacts = {
          brand: 'Marl',
          product: seed % 2 === 0 ? null : 'Morning Mug',
          tone,
          color: seed % 3 === 0 ? null : 'rust',
          headline: '',
          cta: 'Shop now',
          shows: shown,
        };
        const text = writeConcept(facts, `${seed}`)
          .map((sentence) => sentence.text)
          .join(' ');
        expect(text).not.toMatch(/undefined|null| {2}|\.\.|,,/);
        expect(text).toMatch(/\.$/);
      }
    }
  }
});
