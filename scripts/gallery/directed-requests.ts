import { fileURLToPath } from 'node:url';
import { folderEgress } from '../eval-brands/folder-egress.ts';
import { type GivenRequest, jobIdOf } from './requests.ts';

const host = 'https://pictures.example/';

/** Directions, opposite ones next to each other. */
const directions: Record<string, string> = {
  dark: 'Dark and moody',
  light: 'Light and airy, much white',
  night: 'Night city',
  minimal: 'Minimal',
  loud: 'Loud and colourful',
  typographic: 'Typographic, no photo',
  'price-first': 'Price first, as large as possible',
  'no-price': 'Do not mention the price',
  'product-large': 'Product as large as possible',
  'one-colour': 'One colour: red',
  editorial: 'Editorial, like a magazine',
  elegant: 'Black and gold, elegant',
  playful: 'Playful, for kids',
};

const requests = {
  bottle: {
    brand_data: { brand_name: 'Twofold', brand_url: 'https://twofold.example/', color_swatches: [{ hex: '#2f6b53' }] },
    product_metadata: {
      product_name: 'Oat serum',
      product_images: [{ image_url: `${host}bottle.jpg`, labels: ['packshot'] }],
    },
    ad_copies: [
      { copy_type: 'headline', copy_text: 'Calm skin by Sunday' },
      { copy_type: 'offer', copy_text: '30 ml', price: '€24.90' },
      { copy_type: 'cta', copy_text: 'Try the serum' },
    ],
  },
  lake: {
    brand_data: {
      brand_name: 'Fjell',
      brand_images: [{ image_url: `${host}mountain-lake.jpg`, labels: ['lifestyle'] }],
      color_swatches: [{ hex: '#0c6a82' }],
    },
    ad_copies: [
      { copy_type: 'headline', copy_text: 'Five days above the clouds' },
      { copy_type: 'offer', copy_text: 'Starts on 12 June', price: 'from €490 per person' },
      { copy_type: 'cta', copy_text: 'Save a place' },
    ],
  },
};

/** Returns the same two requests with many directions, among them opposite ones. */
export function directedRequests(): GivenRequest[] {
  const egress = folderEgress(fileURLToPath(new URL('../../examples/pictures', import.meta.url)), host);
  return Object.entries(requests).flatMap(([subject, body]) =>
    Object.entries(directions).map(([direction, text]): GivenRequest => {
      const generation = { generation_metadata: { aspect_ratios: '1:1,9:16,16:9', user_direction: text } };
      const name = `${subject}-${direction}`;
      return { name, type: 'image_ad', body: { ...body, ...generation }, egress, jobId: jobIdOf(subject) };
    }),
  );
}
