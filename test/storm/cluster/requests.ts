/** Random create requests and their prices in credits. */
import type { Random } from './random.ts';

export interface CreateRequest {
  path: '/create_image_ad_async' | '/create_video_ad_async';
  body: Record<string, unknown>;
  credits: number;
}

const [creditsOfSmall, creditsOfLarge, creditsOfVideo] = [5, 10, 30];

export function anyRequest(random: Random): CreateRequest {
  if (random.chance(0.06)) return video();
  const isLarge = random.chance(0.1);
  const ratios = random.chance(0.15) ? ['1:1', '9:16'] : ['1:1'];
  return {
    path: '/create_image_ad_async',
    body: {
      brand_data: random.chance(0.2)
        ? { brand_url: 'https://brand.example/' }
        : { brand_images: [{ image_url: 'https://brand.example/logo.png' }] },
      generation_metadata: {
        ...{ aspect_ratios: ratios.join(','), resolution: isLarge ? '4K' : '1K' },
        ...(random.chance(0.8) && { user_direction: 'Bold.' }),
      },
    },
    credits: ratios.length * (isLarge ? creditsOfLarge : creditsOfSmall),
  };
}

/** Returns the request with a small change, so that its Idempotency-Key must be refused. */
export function otherRequest({ path, body, credits }: CreateRequest): CreateRequest {
  if (path === '/create_video_ad_async')
    return { path, body: { ...body, brand_metadata: { brand_images: [] } }, credits };
  const generation = typeof body['generation_metadata'] === 'object' ? body['generation_metadata'] : {};
  return { path, body: { ...body, generation_metadata: { ...generation, user_direction: 'Quiet.' } }, credits };
}

/** Returns a video request. The storm simulates the stages of videos like those of images. */
function video(): CreateRequest {
  const body = {
    brand_metadata: { brand_images: null },
    product_metadata: { product_images: [{ image_url: 'https://brand.example/shoe.jpg' }] },
    generation_metadata: { target_duration: 12 },
  };
  return { path: '/create_video_ad_async', body, credits: creditsOfVideo };
}
