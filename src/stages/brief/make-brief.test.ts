import { describe, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { brandExtract } from '../../../test/support/brands/brand-extract.ts';
import { madePhoto } from '../../../test/support/studio/made-pictures.ts';
import { inMemoryStage, type StageScene } from '../../../test/support/stages/stage-scene.ts';
import { storedEgress, type Stored } from '../../../test/support/network/stored-egress.ts';
import type { Brief } from '../../studio/brief.ts';
import type { ConceptFile } from '../concept/concept-file.ts';
import { readBrandFacts } from '../brand-facts.ts';
import { candidatesOf, makeBrief } from './make-brief.ts';

const at = (name: string): string => `https://cdn.example.com/${name}`;

interface Options extends Pick<StageScene, 'request' | 'brand'> {
  concept?: ConceptFile;
  files?: Record<string, Stored>;
}

async function briefOf({ concept, files = {}, ...scene }: Options): Promise<Brief> {
  const { context } = inMemoryStage({ stage: 'image', egress: storedEgress(files), ...scene });
  const known = await readBrandFacts(context);
  return (await makeBrief(known, { context, concept, canvases: [{ width: 1024, height: 1024 }] })).brief;
}

const bare = { brand_data: { brand_name: 'Marl', brand_images: [{ image_url: at('none.png') }] } };
const directed = { ...bare, generation_metadata: { user_direction: 'Fun and colourful, for kids who play' } };

describe('the concept and the tone of a brief', () => {
  test('the concept and the tone come from the concept stage', async () => {
    const concept: ConceptFile = { concept: 'Made of type.', tone: 'technical' };
    expect(await briefOf({ request: bare, concept })).toMatchObject({ concept: 'Made of type.', tone: 'technical' });
  });

  test('a user direction sets the concept and the tone', async () => {
    expect(await briefOf({ request: directed })).toMatchObject({
      concept: 'Fun and colourful, for kids who play',
      tone: 'playful',
    });
  });
});

describe('the signature of an ad', () => {
  test.each([
    ['the name of its brand', { brand_name: 'Marl', brand_url: 'https://www.marl.example/' }, 'Marl'],
    ['the host of a site of which nothing is known', { brand_url: 'https://www.marl.example/shop' }, 'marl.example'],
    ['an IP address if it shows nothing else', { brand_url: 'https://93.184.215.14/' }, '93.184.215.14'],
    [
      'the host of a picture if it shows nothing else',
      { brand_images: [{ image_url: at('none.png') }] },
      'cdn.example.com',
    ],
  ])('an ad is signed with %s', async (_, brandData, name) => {
    expect((await briefOf({ request: { brand_data: brandData } })).kit.name).toBe(name);
  });
});

test('an ad is signed with the address if the name of the site is unsure, and a note says so', async () => {
  const request = { brand_data: { brand_url: 'https://marl.example/' } };
  const brand = brandExtract({ name: 'Webshop', nameConfidence: 0.5 });
  const { context } = inMemoryStage({ stage: 'image', egress: storedEgress({}), request, brand });
  const known = await readBrandFacts(context);
  const { brief, notes } = await makeBrief(known, {
    context,
    concept: undefined,
    canvases: [{ width: 1024, height: 1024 }],
  });
  expect(brief.kit.name).toBe('marl.example');
  expect(notes.join()).toContain('brand_data.brand_name');
});

test.each([
  ['a sure logo', 0.95, 1, ''],
  ['its name in type in place of an unsure logo', 0.6, 0, 'brand_data.brand_images'],
])('an ad shows %s', async (_, confidence, logos, note) => {
  const request = { brand_data: { brand_url: 'https://marl.example/' } };
  const brand = brandExtract({ name: 'Marl', logo: { url: at('a.png'), source: 'page', confidence } });
  const { context } = inMemoryStage({ stage: 'image', egress: storedEgress({}), request, brand });
  const known = await readBrandFacts(context);
  expect(candidatesOf(known).logos.found).toHaveLength(logos);
  expect(known.notes.join()).toContain(note);
  expect(known.notes.join().includes('logo')).toBe(note !== '');
});

test('an ad that shows something is not signed with an IP address', async () => {
  const brandData = { brand_url: 'https://93.184.215.14/' };
  const copies = [{ copy_type: 'headline', copy_text: 'Bread' }];
  expect((await briefOf({ request: { brand_data: brandData, ad_copies: copies } })).kit.name).toBeNull();
});

test.each([
  ['without a picture prints a second line that is fairly sure', [], 'Twelve spices from the hills.'],
  [
    'with a picture prints no second line that is only fairly sure',
    [{ url: at('a.png'), alt: null, source: 'page' as const, confidence: 0.9 }],
    '',
  ],
])('an ad %s', async (_, pictures, line) => {
  const request = { brand_data: { brand_url: 'https://marl.example/' } };
  const subheadlines = [{ text: 'Twelve spices from the hills.', source: 'page' as const, confidence: 0.7 }];
  const brand = brandExtract({ name: 'Marl', subheadlines, pictures });
  const files = { [at('a.png')]: await madePhoto(400, 300) };
  expect((await briefOf({ request, brand, files })).copy.subheadline).toBe(line);
});

describe('the materials of a brief', () => {
  test('a brief contains the font of the brand if the font is readable', async () => {
    const font = readFileSync('node_modules/@fontsource/figtree/files/figtree-latin-400-normal.woff2');
    const request = { brand_data: { ...bare.brand_data, fonts: [at('Marl-Regular.woff2')] } };
    const brief = await briefOf({ request, files: { [at('Marl-Regular.woff2')]: font } });
    expect(brief.kit.fonts).toEqual([{ family: 'Marl', bytes: font }]);
  });

  test('the notes of a film say why a font of the request is not used', async () => {
    const fonts = ['Archivo', 'Acme Grotesk', 'https://fonts.example.com/css2?family=Acme'];
    const request = {
      brand_metadata: { brand_images: null, fonts },
      product_metadata: { product_name: 'Mug', product_images: [{ image_url: at('none.png') }] },
      generation_metadata: { target_duration: 12 },
    };
    const { context } = inMemoryStage({ stage: 'script', type: 'video_ad', request });
    const canvases = [{ width: 1024, height: 1024 }];
    const { notes } = await makeBrief(await readBrandFacts(context), { context, concept: undefined, canvases });
    const instead = 'A font that suits the brand is used instead.';
    expect(notes.filter((note) => note.includes('font'))).toEqual([
      `The font “Acme Grotesk” is not available. ${instead}`,
      `The font “https://fonts.example.com/css2?family=Acme” is a URL; the name of a font is wanted. ${instead}`,
    ]);
  });

  test('a brief contains checked pictures instead of the originals', async () => {
    const sent = await madePhoto(3000, 2000);
    const request = { ...bare, product_metadata: { product_images: [{ image_url: at('p.jpg') }] } };
    const { pictures } = await briefOf({ request, files: { [at('p.jpg')]: sent } });
    expect(pictures).toMatchObject([{ role: 'product', width: 1843, height: 1229, alt: null }]);
    expect(pictures[0]?.bytes.equals(sent)).toBe(false);
  });

  test('a brief contains facts from the description, and none for an ad without text', async () => {
    const product = { product_description: 'Holds 350 ml. Dishwasher safe.', product_images: null };
    const made = await briefOf({ request: { ...bare, product_metadata: product } });
    expect(made.facts).toEqual(['Holds 350 ml', 'Dishwasher safe']);
    const silent = { ...bare, product_metadata: product, generation_metadata: { no_text: true } };
    expect(await briefOf({ request: silent })).toMatchObject({ facts: [], noText: true });
  });
});

test('the language of a brief is the language of the drawn words', async () => {
  const page = brandExtract({ language: 'ar', headlines: [{ text: 'كوب يستقر في يدك', source: 'page' }] });
  const request = { brand_data: { brand_url: 'https://marl.example/' } };
  expect((await briefOf({ request, brand: page })).language).toBe('ar');
  expect((await briefOf({ request: bare })).language).toBe('en-US');
});

describe('a request without a language', () => {
  const request = { brand_data: { brand_url: 'https://marl.example/' } };
  const texts = (...list: string[]) => list.map((text) => ({ text, source: 'page' as const }));

  test('an ad has the lines of the page in its own language, and is set in this language', async () => {
    const page = brandExtract({ language: 'ja', headlines: texts('Made to last', '手になじむ器') });
    expect(await briefOf({ request, brand: page })).toMatchObject({
      copy: { headline: '手になじむ器' },
      language: 'ja',
    });
  });

  test('a text of the request is set in the language of the page if it is in this language', async () => {
    const page = brandExtract({ language: 'de', headlines: [] });
    const headlineOf = (text: string) => ({ ...request, ad_copies: [{ copy_type: 'headline', copy_text: text }] });
    expect((await briefOf({ request: headlineOf('Die Tasse für den Morgen'), brand: page })).language).toBe('de');
    expect((await briefOf({ request: headlineOf('The cup for your morning'), brand: page })).language).toBe('en-US');
  });
});

test('a request in another language drops no text of the page', async () => {
  const request = { brand_data: { brand_url: 'https://marl.example/' }, generation_metadata: { language: 'ar' } };
  const page = brandExtract({ language: 'en', headlines: [{ text: 'Made to last', source: 'page' }] });
  expect(await briefOf({ request, brand: page })).toMatchObject({ copy: { headline: 'Made to last' }, language: 'en' });
});

test('soft hyphens of the request are possible line breaks and not part of the texts', async () => {
  const shy = '\u00ad';
  const request = {
    brand_data: { ...bare.brand_data, brand_name: `Bade${shy}haus` },
    ad_copies: [
      { copy_type: 'headline', copy_text: `Reise${shy}kosten${shy}abrechnung ab 9${shy} €` },
      { copy_type: 'offer', copy_text: 'Nur heute', price: `9${shy} €` },
    ],
  };
  const { copy, kit, softHyphens } = await briefOf({ request });
  expect(copy).toMatchObject({ headline: 'Reisekostenabrechnung ab 9 €', offer: 'Nur heute', price: '9 €' });
  expect(kit.name).toBe('Badehaus');
  expect(softHyphens).toEqual([`Bade${shy}haus`, `Reise${shy}kosten${shy}abrechnung`]);
});
