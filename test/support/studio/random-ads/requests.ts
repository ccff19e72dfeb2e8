import fc from 'fast-check';
import { pictureNames, pictureUrl } from './pictures.ts';
import { text } from './words.ts';

const colors = [
  '#000',
  '#fff',
  '#777777',
  '#855bfa',
  '#fa0dc2',
  '#c81fd0',
  '#305741',
  '#ffe500',
  '#0a7a5a',
  '#80808080',
];
const labels = ['primary', 'background', 'accent', 'secondary', 'surface', 'ink', 'text', 'muted', 'brand', 'sky'];

const hex = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`),
  },
  { weight: 1, arbitrary: fc.constantFrom(...colors) },
);
const swatches = fc.array(fc.record({ hex, label: fc.constantFrom(...labels) }, { requiredKeys: ['hex'] }), {
  maxLength: 6,
});

const image = fc.record(
  {
    image_url: fc.constantFrom(...pictureNames()).map(pictureUrl),
    description: text(200, 6),
    labels: fc.array(fc.constantFrom('logo', 'product', 'lifestyle', 'packshot', 'reference', 'hero'), {
      maxLength: 2,
    }),
  },
  { requiredKeys: ['image_url'] },
);

const copyItem = fc.oneof(
  fc.record({ copy_type: fc.constant('headline'), copy_text: text(500, 9) }),
  fc.record({ copy_type: fc.constant('subheadline'), copy_text: text(500, 20) }),
  fc.record({ copy_type: fc.constant('cta'), copy_text: text(500, 4) }),
  fc.record(
    { copy_type: fc.constant('offer'), copy_text: text(500, 5), price: text(64, 2) },
    { requiredKeys: ['copy_type', 'copy_text'] },
  ),
);

const commonRatios = ['1:1', '4:5', '9:16', '16:9', '1:4', '4:1', '3:4', '2:3', '21:9', '42:30', '38:19'];
const ratio = fc.oneof(
  fc.constantFrom(...commonRatios),
  fc
    .tuple(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 50 }))
    .filter(([w, h]) => w <= 4 * h && h <= 4 * w)
    .map(([w, h]) => `${w}:${h}`),
);
const ratios = fc
  .oneof(
    { weight: 6, arbitrary: fc.array(ratio, { minLength: 1, maxLength: 1 }) },
    { weight: 1, arbitrary: fc.array(ratio, { minLength: 2, maxLength: 3 }) },
  )
  .map((list) => list.join(', '));

const languages = [
  'en',
  'de',
  'fr',
  'ar',
  'he',
  'ja',
  'zh-Hans',
  'zh-TW',
  'ko',
  'th',
  'hi',
  'ta',
  'el',
  'ru',
  'sr-Latn',
];

const generation = fc.record(
  {
    aspect_ratios: ratios,
    user_direction: fc.constantFrom('Quiet and elegant', 'Fun, for kids', 'Bold and technical', 'x'),
    language: fc.constantFrom(...languages),
    no_text: fc.constantFrom(true, false, false, false),
  },
  { requiredKeys: ['aspect_ratios'] },
);

const brandUrl = fc.constantFrom(
  'https://brand.invalid/',
  'https://www.a-rather-long-name-of-a-host.example.com/shop',
  'https://192.0.2.7/',
);

const brand = fc
  .record(
    {
      brand_url: brandUrl,
      brand_name: text(200, 3),
      brand_images: fc.array(image, { minLength: 1, maxLength: 3 }),
      color_swatches: swatches,
    },
    { requiredKeys: [] },
  )
  .map((made) =>
    'brand_url' in made || 'brand_images' in made ? made : { ...made, brand_url: 'https://brand.invalid/' },
  );

const product = fc.record(
  {
    product_name: text(200, 4),
    product_description: text(400, 25),
    product_images: fc.option(fc.array(image, { maxLength: 2 })),
  },
  { requiredKeys: ['product_images'] },
);

/**
 * Valid image requests with colours, copy in any writing system, pictures of every kind, and any aspect ratios, with
 * and without text.
 */
export const imageRequests = fc.record(
  {
    brand_data: brand,
    product_metadata: product,
    ad_copies: fc.array(copyItem, { maxLength: 5 }),
    generation_metadata: generation,
  },
  { requiredKeys: ['brand_data'] },
);

export interface RandomAd {
  request: unknown;
  /** The studio derives the layout from the job id. */
  jobId: string;
}

export const randomAds: fc.Arbitrary<RandomAd> = fc.record({ request: imageRequests, jobId: fc.uuid() });

const duration = fc.oneof(fc.constantFrom(10, 12, 15), fc.double({ min: 10, max: 15, noNaN: true }));

const videoOptions = fc.record(
  {
    aspect_ratio: fc.constantFrom('9:16', '9:16', '16:9', '1:1'),
    target_duration: duration,
    locale: fc.constantFrom(...languages),
    user_prompt: fc.constantFrom('Quiet and elegant', 'Fun, for kids', 'Bold and technical', 'x'),
    generate_sound: fc.boolean(),
  },
  { requiredKeys: ['target_duration'] },
);

const videoBrand = fc.record(
  {
    brand_url: brandUrl,
    brand_name: text(200, 3),
    brand_images: fc.option(fc.array(image, { maxLength: 3 })),
    fonts: fc.array(fc.constantFrom('Playfair Display', 'Nunito', 'Helvetica Neue', 'IBM Plex Sans', 'Rubik'), {
      minLength: 1,
      maxLength: 2,
    }),
    color_swatches: swatches,
  },
  { requiredKeys: ['brand_images'] },
);

const videoProduct = fc.record(
  {
    product_name: text(200, 4),
    product_description: text(400, 25),
    product_images: fc.array(image, { minLength: 1, maxLength: 3 }),
  },
  { requiredKeys: ['product_images'] },
);

/** Valid video requests, for property tests. */
const videoRequests = fc.record(
  {
    brand_metadata: videoBrand,
    product_metadata: videoProduct,
    ad_copies: fc.array(copyItem, { minLength: 1, maxLength: 5 }),
    generation_metadata: videoOptions,
  },
  { requiredKeys: ['brand_metadata', 'product_metadata', 'generation_metadata'] },
);

export const randomVideos: fc.Arbitrary<RandomAd> = fc.record({ request: videoRequests, jobId: fc.uuid() });
