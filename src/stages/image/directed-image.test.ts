import { describe, expect, jest, test } from '@jest/globals';
import sharp from 'sharp';
import { z } from 'zod';
import { madePackshot } from '../../../test/support/studio/made-pictures.ts';
import { inMemoryStage } from '../../../test/support/stages/stage-scene.ts';
import { storedEgress } from '../../../test/support/network/stored-egress.ts';
import { image } from './image.ts';

const bottle = 'https://cdn.example.com/bottle.png';
const texts = [
  { copy_type: 'headline', copy_text: 'Cold water, all day' },
  { copy_type: 'cta', copy_text: 'Get the bottle' },
  { copy_type: 'subheadline', copy_text: 'Recycled steel' },
  { copy_type: 'offer', copy_text: 'This week for $29', price: '$29' },
];

/**
 * Draws an ad, and returns its texts, its notes about the direction and the colour of a pixel near its upper left
 * corner.
 */
async function drawn(direction: string, copies: readonly object[] = texts) {
  const request = {
    brand_data: {
      brand_name: 'Verdane',
      brand_images: [{ image_url: bottle, labels: ['product'] }],
      color_swatches: [{ hex: '#1f4d3f', label: 'primary' }],
    },
    product_metadata: { product_name: 'Steel Bottle', product_images: [{ image_url: bottle }] },
    ad_copies: copies,
    generation_metadata: { user_direction: direction },
  };
  const egress = storedEgress({ [bottle]: await madePackshot(500, 700) });
  const { context, written } = inMemoryStage({ stage: 'image', egress, request });
  const { response = {} } = await image(context);
  const { data, info } = await sharp(written.get('ad-1.png')).raw().toBuffer({ resolveWithObject: true });
  const at = info.width * info.channels * 3;
  const notes = z.array(z.string()).parse(response['notes']);
  return {
    copy: z.record(z.string(), z.string()).parse(response['copy']),
    notes: notes.filter((note) => note.includes('user_direction')),
    corner: [...data.subarray(at, at + 3)],
  };
}

jest.setTimeout(30_000);

describe('a direction of an image', () => {
  test('“No text but the price” shows the price alone, without a note', async () => {
    const { copy, notes } = await drawn('No text but the price.');
    expect([copy, notes]).toEqual([{ headline: '', subheadline: '', cta: '', offer: '$29', price: '' }, []]);
  });

  test('a dark ground is drawn, and the price beats the offer of the request', async () => {
    const { copy, notes, corner } = await drawn('Black and calm. Do not mention the price.');
    expect(copy).toMatchObject({ headline: 'Cold water, all day', offer: '', price: '' });
    expect([Math.max(...corner) < 60, notes]).toEqual([true, []]);
  });

  test('a light ground is drawn in another language', async () => {
    const { notes, corner } = await drawn('Weißer Hintergrund, kein Foto');
    expect([Math.min(...corner) > 225, notes]).toEqual([true, []]);
  });

  test('a part that is not understood or not met gets a note that says why', async () => {
    const { notes } = await drawn('Add a dragon. The date must be huge.', texts.slice(0, 1));
    expect(notes).toEqual([
      'generation_metadata.user_direction: “Add a dragon” was not understood and not followed.',
      'generation_metadata.user_direction: “The date must be huge” was not followed: the texts have no date.',
    ]);
  });
});
