import { beforeAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { z } from 'zod';
import { brandExtract } from '../../../test/support/brands/brand-extract.ts';
import { madeLogoPng, madePackshot, madePhoto } from '../../../test/support/studio/made-pictures.ts';
import { inMemoryStage, type StageScene } from '../../../test/support/stages/stage-scene.ts';
import { storedEgress, type Stored } from '../../../test/support/network/stored-egress.ts';
import { ImageResponse } from '../../ads/image/response.ts';
import { MadeFile } from '../../schema/made-file.ts';
import { image } from './image.ts';

const at = (name: string): string => `https://cdn.example.com/${name}`;
const files: Record<string, Stored> = {};

beforeAll(async () => {
  files[at('bottle.png')] = await madePackshot(500, 700);
  files[at('scene.jpg')] = await madePhoto(900, 600);
  files[at('dark.png')] = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#101010' } })
    .png()
    .toBuffer();
  files[at('logo.png')] = await madeLogoPng();
  const letters = [0, 1, 2, 3, 4, 5].map((letter) => `<rect x="${10 + 60 * letter}" y="10" width="36" height="80"/>`);
  files[at('word.png')] = await sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="380" height="100">${letters.join('')}</svg>`),
  )
    .png()
    .toBuffer();
});

/** Adds the fields to a response that the controller adds: URLs instead of file names, and the credits. */
function completed(response: Record<string, unknown>): unknown {
  const images = z.array(z.looseObject({ file: z.string() })).parse(response['images']);
  const withUrls = images.map(({ file, ...rest }) => ({ ...rest, url: `https://ads.example.com/${file}` }));
  return { ...response, images: withUrls, credits: 5 };
}

async function run(scene: Omit<StageScene, 'stage'>) {
  const { context, written } = inMemoryStage({ stage: 'image', egress: storedEgress(files), ...scene });
  const { response = {} } = await image(context);
  expect(ImageResponse.strict().safeParse(completed(response)).error).toBeUndefined();
  return { response, written };
}

const verdane = {
  brand_data: {
    brand_name: 'Verdane',
    brand_images: [{ image_url: at('logo.png'), labels: ['logo'] }],
    color_swatches: [{ hex: '#1f4d3f', label: 'primary' }],
  },
  product_metadata: {
    product_name: 'Steel Bottle',
    product_images: [{ image_url: at('bottle.png') }],
  },
  ad_copies: [
    { copy_type: 'headline', copy_text: 'Cold water, all day' },
    { copy_type: 'cta', copy_text: 'Get the bottle' },
  ],
};
const concept = { concept: 'One look at a bottle.', tone: 'natural' };

describe('the image stage', () => {
  test('an ad without headline and offer shows the name of the brand once, as its headline', async () => {
    const brandData = { brand_name: 'Verdane', brand_url: 'https://verdane.example/' };
    const { response, written } = await run({ request: { brand_data: brandData }, concept });
    expect(response).toMatchObject({ copy: { headline: 'Verdane' } });
    expect(JSON.parse(String(written.get('brief.json')))).toMatchObject({ brief: { kit: { name: null } } });
  });

  test('an ad whose logo shows the name of the brand does not say the name again as its headline', async () => {
    const brandData = { brand_name: 'Verdane', brand_images: [{ image_url: at('word.png'), labels: ['logo'] }] };
    const { response, written } = await run({ request: { brand_data: brandData }, concept });
    expect(response).toMatchObject({ copy: { headline: '' } });
    expect(MadeFile.parse(JSON.parse(String(written.get('made.json'))))).toMatchObject({
      pictures: [{ hasLogo: true }],
    });
  });

  test('the image stage draws one ad for each aspect ratio, in its size and with the same copy', async () => {
    const request = { ...verdane, generation_metadata: { aspect_ratios: '1:1, 9:16' } };
    const { response, written } = await run({ request, concept });
    expect([...written.keys()]).toEqual(['materials.bin', 'brief.json', 'ad-1.png', 'ad-2.png', 'made.json']);
    const sizes = await Promise.all(['ad-1.png', 'ad-2.png'].map((name) => sharp(written.get(name)).metadata()));
    expect(sizes.map(({ width, height, format }) => [width, height, format])).toEqual([
      [1024, 1024, 'png'],
      [768, 1360, 'png'],
    ]);
    const made = MadeFile.parse(JSON.parse(String(written.get('made.json'))));
    for (const { places, height } of made.pictures ?? []) {
      const { safe, elements = [] } = places ?? {};
      expect(elements.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['text', 'logo']));
      const texts = elements.filter(({ kind }) => kind === 'text');
      expect(texts.every(({ box }) => box.y >= (safe?.y ?? height))).toBe(true);
    }
    expect(response).toMatchObject({
      images: [
        {
          file: 'ad-1.png',
          aspect_ratio: '1:1',
          resolution: '1K',
          width: 1024,
          height: 1024,
          bytes: written.get('ad-1.png')?.length,
        },
        { file: 'ad-2.png', aspect_ratio: '9:16', resolution: '1K', width: 768, height: 1360 },
      ],
      copy: { headline: 'Cold water, all day', subheadline: '', cta: 'Get the bottle', offer: '', price: '' },
      concept: 'One look at a bottle.',
      brand: {
        name: 'Verdane',
        colors: [{ hex: '#1f4d3f', role: 'primary', source: 'request', confidence: 1 }],
        logo: { url: at('logo.png'), source: 'request', confidence: 1 },
        product: { name: 'Steel Bottle', images: [at('bottle.png')], source: 'request' },
        onboarding: 'skipped',
      },
      quality: { passed: true },
      degraded: false,
      notes: [],
    });
  });

  test('the image stage draws the same bytes for the same job and request', async () => {
    const [first, second] = await Promise.all([run({ request: verdane, concept }), run({ request: verdane, concept })]);
    expect(second.response).toEqual(first.response);
    expect(second.written.get('ad-1.png')?.equals(first.written.get('ad-1.png') ?? Buffer.alloc(0))).toBe(true);
  });

  test('an ad contains its provenance', async () => {
    const { written, response } = await run({ request: verdane, concept });
    const { xmp } = await sharp(written.get('ad-1.png')).metadata();
    expect(xmp?.toString()).toContain('http://cv.iptc.org/newscodes/digitalsourcetype/composite');
    expect(response).toMatchObject({
      provenance: {
        generator: expect.stringMatching(/^adwright\/\d/),
        model: 'adwright-studio',
        digital_source_type: 'http://cv.iptc.org/newscodes/digitalsourcetype/composite',
      },
    });
  });

  test('a user direction replaces the concept', async () => {
    const request = { ...verdane, generation_metadata: { user_direction: 'Quiet and elegant' } };
    expect((await run({ request, concept })).response).toMatchObject({ concept: null });
  });

  test('an ad is drawn without a concept if the concept stage failed', async () => {
    expect((await run({ request: verdane })).response).toMatchObject({ concept: null, quality: { passed: true } });
  });

  test('an ad without text has no copy and keeps its logo', async () => {
    const request = { ...verdane, generation_metadata: { no_text: true } };
    const { response } = await run({ request, concept });
    expect(response).toMatchObject({ copy: { headline: '', cta: '' }, brand: { logo: { url: at('logo.png') } } });
  });

  test('a brand without colours gets those of its logo, else of its picture, marked as a guess', async () => {
    const plain = { brand_images: [{ image_url: at('logo.png'), labels: ['logo'] }] };
    const bare = { brand_images: [{ image_url: at('scene.jpg'), labels: ['lifestyle'] }] };
    expect((await run({ request: { brand_data: plain } })).response).toMatchObject({
      brand: { colors: [{ hex: '#0a7a5a', source: 'logo-pixels' }] },
    });
    expect((await run({ request: { brand_data: bare } })).response).toMatchObject({
      brand: { colors: [{ label: 'picture', source: 'default', confidence: 0 }] },
    });
  });
});

describe('an ad with data from pages', () => {
  const page = brandExtract({
    name: 'Marl',
    colors: [{ hex: '#b4532f', label: null, role: 'primary', source: 'stylesheet', confidence: 0.8 }],
    headlines: [{ text: 'Mugs that sit well in the hand', source: 'page' }],
    ctas: [{ text: 'Shop the mugs', source: 'page' }],
    logo: { url: at('logo.png'), source: 'json-ld', confidence: 0.9 },
    product: {
      name: 'Morning Mug',
      description: null,
      price: '24.00',
      currency: 'EUR',
      images: [at('bottle.png')],
      source: 'json-ld',
    },
    notes: ['marl.example: the manifest could not be read.'],
  });
  const request = { brand_data: { brand_url: 'https://marl.example/' } };

  test('pages fill what the request leaves open, and their price is never drawn', async () => {
    const { response } = await run({ request, brand: page });
    expect(response).toMatchObject({
      copy: { headline: 'Mugs that sit well in the hand', cta: 'Shop the mugs', price: '' },
      brand: { name: 'Marl', logo: { source: 'json-ld' }, product: { price: '24.00' }, onboarding: 'done' },
      notes: ['marl.example: the manifest could not be read.'],
    });
  });

  test('the words of a page are not translated, and a note says so', async () => {
    const german = {
      ...page,
      language: 'de',
      notes: [],
      headlines: [{ text: 'Tassen für die Hand', source: 'page' as const }],
    };
    const { response } = await run({ request, brand: german });
    expect(response['notes']).toEqual(['The text of the page is in German; it is used without translation.']);
  });

  test('an unreachable site adds a note, and the ad is signed with its host', async () => {
    const sentence = 'Nothing was read from brand_data.brand_url at marl.example: the server refused the connection.';
    const { response } = await run({ request, brand: sentence });
    expect(response).toMatchObject({
      brand: { onboarding: 'failed', name: null },
      images: [{ alt_text: 'An ad by marl.example.' }],
      notes: [sentence],
    });
  });

  test('a missing onboarding result adds a note', async () => {
    const { context } = inMemoryStage({ stage: 'image', request, brand: page, egress: storedEgress(files) });
    const { response } = await image({ ...context, read: () => Promise.resolve(undefined) });
    expect(response?.['notes']).toEqual([
      'Nothing was read from brand_data.brand_url at marl.example: the result of the onboarding stage could not be read.',
    ]);
  });
});

describe('inputs that are left out', () => {
  test('broken pictures, fonts and reference layouts are left out with notes, and the ad is drawn', async () => {
    files[at('cut.png')] = Buffer.from('\x89PNG\r\n\x1a\nnothing more', 'latin1');
    const request = {
      ...verdane,
      brand_data: {
        ...verdane.brand_data,
        brand_images: [{ image_url: at('gone.svg'), labels: ['logo'] }],
        fonts: [at('cut.png')],
      },
      product_metadata: { product_images: [{ image_url: at('cut.png') }] },
      generation_metadata: { reference_layouts: at('nowhere.png') },
    };
    const { response } = await run({ request, concept });
    expect(response).toMatchObject({ brand: { logo: null }, quality: { passed: true } });
    expect(response['notes']).toEqual([
      'brand_data.brand_images[0] at cdn.example.com was left out: it answered 404.',
      'product_metadata.product_images[0] at cdn.example.com was left out: the file is damaged or incomplete.',
      'brand_data.fonts[0] at cdn.example.com was left out: the file is a picture; a font file (TTF, OTF, WOFF or WOFF2) is wanted.',
      'generation_metadata.reference_layouts at cdn.example.com was left out: it answered 404.',
    ]);
  });

  test('a URL in several fields gets a single note', async () => {
    const gone = at('gone.png');
    const request = {
      ...verdane,
      brand_data: { ...verdane.brand_data, brand_images: [{ image_url: gone }], fonts: [gone, gone] },
      product_metadata: { product_images: [{ image_url: gone }] },
      generation_metadata: { reference_layouts: gone },
    };
    const { response } = await run({ request, concept });
    expect(response['notes']).toEqual([
      'product_metadata.product_images[0] and 4 other sources at cdn.example.com were left out: it answered 404.',
    ]);
  });

  test('the ground and the colours of a reference layout are used, without a note', async () => {
    const request = { ...verdane, generation_metadata: { reference_layouts: at('dark.png') } };
    const { response, written } = await run({ request, concept });
    expect(response['notes']).toEqual([]);
    expect(JSON.parse(String(written.get('brief.json')))).toMatchObject({
      brief: { look: { theme: 'dark' }, kit: { dark: { surface: expect.stringMatching(/^#1[0-9a-f]1/) } } },
    });
  });
});

describe('text that needs care in type', () => {
  const saying = (language: string, headline: string, cta: string) => ({
    ...verdane,
    ad_copies: [
      { copy_type: 'headline', copy_text: headline },
      { copy_type: 'cta', copy_text: cta },
    ],
    generation_metadata: { language, aspect_ratios: '1:1, 1:4' },
  });

  test.each(['bold', 'elegant'])('Kurdish copy and the picture are drawn in a %s ad', async (tone) => {
    const copyTexts = ['هەموو ڕۆژێک ئاوی سارد', 'ئێستا بیکڕە'] as const;
    const { response } = await run({ request: saying('ckb', ...copyTexts), concept: { ...concept, tone } });
    expect(response).toMatchObject({ copy: { headline: copyTexts[0], cta: copyTexts[1] }, notes: [] });
  });

  test('a long word with soft hyphens is drawn whole or hyphenated, and reported without them', async () => {
    const headline = 'Kraft\u00adfahrzeug\u00adhaftpflicht\u00adversicherung ab 9 €';
    const { response } = await run({ request: saying('de', headline, 'Jetzt berechnen'), concept });
    const drawn = 'Kraftfahrzeughaftpflichtversicherung ab 9 €';
    expect(response).toMatchObject({ copy: { headline: drawn }, quality: { passed: true }, notes: [] });
    expect(JSON.stringify(response)).not.toContain('\u00ad');
  });

  test('a price in a currency whose sign no font has is drawn with the code of the currency', async () => {
    const copies = [...verdane.ad_copies, { copy_type: 'offer', copy_text: 'Eid offer', price: '৳1,299' }];
    const { response } = await run({ request: { ...verdane, ad_copies: copies }, concept });
    expect(response).toMatchObject({ copy: { offer: 'Eid offer', price: 'BDT\u00a01,299' }, notes: [] });
  });
});

describe('text that no font can draw', () => {
  const requestWith = (copy_text: string, brand_name = 'Verdane') => ({
    brand_data: { ...verdane.brand_data, brand_images: [], brand_name, brand_url: 'https://www.marl.example/' },
    ad_copies: [{ copy_type: 'headline', copy_text }, verdane.ad_copies[1]],
  });

  test.each([
    [
      'a line in a writing system without a font',
      '\u{12000}\u{12001}',
      'Verdane',
      'The headline was left out: the text is written in Sumero-Akkadian Cuneiform, for which there is no font.',
    ],
    [
      'a word in a writing system without a font',
      'Try தமிழ் coffee today',
      'Try coffee today',
      'The headline was drawn without its words in Tamil, for which there is no font.',
    ],
    [
      'a character without a font',
      'New \ue000 in ✓',
      'New in ✓',
      'The headline was drawn without U+E000: no font has it.',
    ],
    [
      'a line without visible characters',
      '\u200d\u200d',
      'Verdane',
      'The headline was left out: the text has no visible characters.',
    ],
  ])('%s is left out with a note', async (_, headline, drawn, note) => {
    const { response } = await run({ request: requestWith(headline), brand: 'It did not answer.', concept });
    expect(response).toMatchObject({ copy: { headline: drawn, cta: 'Get the bottle' }, quality: { passed: true } });
    expect(response['notes']).toContain(note);
  });

  test('a brand name without a font is replaced by the host, with a note', async () => {
    const { response } = await run({
      request: requestWith('Cold water', 'தமிழ்'),
      brand: 'It did not answer.',
      concept,
    });
    expect(response).toMatchObject({ brand: { name: 'தமிழ்' }, quality: { passed: true } });
    expect(response['notes']).toContain(
      'The brand’s name was left out: the text is written in Tamil, for which there is no font. The ad shows marl.example instead.',
    );
  });
});

test('the largest request gives an ad and a response within the size limit', async () => {
  const long = (text: string, max: number): string => text.repeat(Math.ceil(max / text.length)).slice(0, max);
  const url = (name: string): string => `${at(name)}?${'q'.repeat(2_048 - at(name).length - 1)}`;
  const images = Array.from({ length: 16 }, (_, n) => ({
    image_url: url(`x${n}.png`),
    labels: Array.from({ length: 8 }, (_, l) => long(`label${l}`, 64)),
  }));
  const copy = (copy_type: string) => ({
    copy_type,
    copy_text: long('Words that go on and on ', 499) + 'x',
    price: long('9', 64),
  });
  const request = {
    brand_data: {
      brand_url: url(''),
      brand_name: long('Kettering and Sons ', 199) + 's',
      brand_images: images,
      fonts: Array.from({ length: 6 }, (_, n) => url(`f${n}.woff2`)),
      color_swatches: Array.from({ length: 12 }, (_, n) => ({
        hex: `#${n.toString(16)}a${n.toString(16)}c40`,
        label: long('shade ', 63) + 'x',
      })),
    },
    product_metadata: {
      product_url: url('p'),
      product_name: long('Very long product ', 199) + 'x',
      product_description: long('It has many sides. ', 4_999) + 'x',
      product_images: images.map((each) => ({ ...each, image_url: `${each.image_url.slice(0, -1)}p` })),
    },
    ad_copies: [
      ...['headline', 'subheadline', 'cta', 'offer'].map(copy),
      ...Array.from({ length: 8 }, () => copy('offer')),
    ],
    generation_metadata: {
      aspect_ratios: '1:1,9:16,16:9,4:1,1:4,3:2',
      reference_layouts: url('r.png'),
      language: 'en-us',
    },
  };
  const { response, written } = await run({
    request,
    brand: 'It did not answer.',
    concept: { concept: long('An idea. ', 4_000), tone: 'bold' },
  });
  expect([...written.keys()].filter((name) => name.endsWith('.png'))).toHaveLength(6);
  expect(Buffer.byteLength(JSON.stringify(response))).toBeLessThan(60 * 1024);
});
