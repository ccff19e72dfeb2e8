import { beforeAll, expect, jest, test } from '@jest/globals';
import { adDrawer, type DrawAd } from '../support/studio/random-ads/draw.ts';
import { pictureUrl } from '../support/studio/random-ads/pictures.ts';

/** Each test draws a dozen ads. This takes seconds on an idle machine and minutes on a busy one. */
jest.setTimeout(600_000);

let draw: DrawAd;

beforeAll(async () => {
  draw = await adDrawer(0.5);
});

const jobIds = Array.from({ length: 12 }, (_, at) => `0190f5a0-0000-7000-8000-${String(at * 7919).padStart(12, '0')}`);
const copies = (headline: string, cta?: string) => [
  { copy_type: 'headline', copy_text: headline },
  ...(cta === undefined ? [] : [{ copy_type: 'cta', copy_text: cta }]),
];
const unreadable = 'https://brand.invalid/';

test.each<[string, Record<string, unknown>]>([
  [
    'two bright swatches of similar lightness and two ratios, of which they fit one',
    {
      brand_data: {
        brand_url: unreadable,
        color_swatches: [
          { hex: '#855bfa', label: 'primary' },
          { hex: '#fa0dc2', label: 'background' },
        ],
      },
      ad_copies: copies('promise two bread'),
      generation_metadata: { aspect_ratios: '42:30, 1:1' },
    },
  ],
  [
    'few short words on a wide canvas',
    {
      brand_data: {
        brand_url: unreadable,
        color_swatches: [
          { hex: '#c81fd0', label: 'primary' },
          { hex: '#305741', label: 'accent' },
        ],
      },
      ad_copies: copies('day to', 'one'),
      generation_metadata: { aspect_ratios: '38:19' },
    },
  ],
  [
    'a logo of a single middle grey',
    { brand_data: { brand_images: [{ image_url: pictureUrl('midtones.png'), labels: ['logo'] }] } },
  ],
  [
    'a product without copy and a name too long for any mark',
    {
      brand_data: { brand_url: unreadable, brand_name: 'a'.repeat(70) },
      product_metadata: { product_images: [{ image_url: pictureUrl('packshot.png') }] },
      generation_metadata: { aspect_ratios: '5:8' },
    },
  ],
  ['the address of a page that cannot be read', { brand_data: { brand_url: unreadable } }],
])('a request with %s becomes an ad that passes every quality check, whatever its job id', async (_, request) => {
  const broken: unknown[] = [];
  for (const jobId of jobIds) {
    await draw({ request, jobId }).catch((error: unknown) => broken.push(String(error)));
  }
  expect(broken).toEqual([]);
});

test.each<[string, Record<string, unknown>, string]>([
  ['the host name if nothing else is known', { brand_data: { brand_url: unreadable } }, 'statement'],
  [
    'the name of the brand, however long',
    { brand_data: { brand_url: unreadable, brand_name: 'Long name '.repeat(19) } },
    'statement',
  ],
  ['the IP address if there is no host name', { brand_data: { brand_url: 'http://192.0.2.1/' } }, 'statement'],
  [
    'shapes if no text is requested and there is no picture',
    { brand_data: { brand_url: unreadable }, generation_metadata: { no_text: true } },
    'shapes',
  ],
])('an ad is never empty: it shows %s', async (_, request, layout) => {
  for (const jobId of jobIds.slice(0, 4)) {
    const [ad] = await draw({ request, jobId });
    expect(ad).toMatchObject({ layout });
    expect(ad?.checks).toContainEqual(expect.objectContaining({ check: 'empty', passed: true }));
  }
});
