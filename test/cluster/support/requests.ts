import type { Sites } from './sites.ts';

/** A request that needs no web access. Its only picture cannot be loaded, so the ad is made without it. */
export const plainRequest = {
  brand_data: { brand_images: [{ image_url: 'https://pictures.invalid/a.png', labels: ['logo'] }] },
  product_metadata: { product_name: 'Harbour tea', product_images: null },
};

/** Returns a request with which every stage has work to do. */
export function siteRequest({ verdane }: Sites): object {
  return {
    brand_data: { brand_url: `${verdane}/` },
    product_metadata: { product_url: `${verdane}/products/spruce-body-oil.html`, product_images: null },
  };
}

/** Returns a request whose first stage waits for its page for some seconds. */
export function slowRequest({ verdane }: Sites): object {
  return { ...siteRequest({ verdane, egressAllow: [] }), brand_data: { brand_url: `${verdane}/slow/` } };
}

/** A request that runs only one stage, the fewest possible. */
export const shortRequest = {
  ...plainRequest,
  generation_metadata: { user_direction: 'A quiet shelf in the morning.' },
};

/** A film with sound that needs no web access: its picture does not exist and is left out. */
export const filmRequest = {
  brand_metadata: { brand_name: 'Harbour', brand_images: [] },
  product_metadata: {
    product_name: 'Harbour tea',
    product_images: [{ image_url: 'https://pictures.invalid/a.png' }],
  },
  generation_metadata: { target_duration: 10, aspect_ratio: '9:16', generate_sound: true },
};
