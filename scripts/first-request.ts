/**
 * Returns the first request that the README and `make up` show. It contains everything that an ad needs, so it also
 * works without internet access, when its page cannot be read.
 */
export function firstRequest(verdane: string) {
  return {
    brand_data: {
      brand_name: 'Verdane',
      brand_url: verdane,
      color_swatches: [
        { hex: '#1f4d3a', label: 'primary' },
        { hex: '#f6f3ea', label: 'background' },
      ],
    },
    product_metadata: { product_url: `${verdane}/products/spruce-body-oil.html`, product_images: null },
    ad_copies: [
      { copy_type: 'headline', copy_text: 'From the cold side of the forest' },
      { copy_type: 'cta', copy_text: 'Shop the body oil' },
    ],
    generation_metadata: { aspect_ratios: '1:1, 9:16, 16:9' },
  };
}
