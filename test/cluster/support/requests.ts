import type { Sites } from './sites.ts';

/** A picture that nobody serves is left out, and the ad is made of what there is: one stage works, the web is not needed. */
export const plainRequest = {
  brand_data: { brand_images: [{ image_url: 'https://pictures.invalid/a.png', labels: ['logo'] }] },
  product_metadata: { product_name: 'Harbour tea', product_images: null },
};

/** All of the stages have something to do. */
export function siteRequest({ verdane }: Sites): object {
  return {
    brand_data: { brand_url: `${verdane}/` },
    product_metadata: { product_url: `${verdane}/products/spruce-body-oil.html`, product_images: null },
  };
}

/** Its first stage waits some seconds for the page. */
export function slowRequest({ verdane }: Sites): object {
  return { ...siteRequest({ verdane, egressAllow: [] }), brand_data: { brand_url: `${verdane}/slow/` } };
}

/** One stage, which is the least that there can be. */
export const shortRequest = {
  ...plainRequest,
  generation_metadata: { user_direction: 'A quiet shelf in the morning.' },
};
