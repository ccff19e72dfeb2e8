/** Returns the smallest valid body of a request for an image ad. */
export function imageRequest(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  return { brand_data: { brand_url: 'https://www.example.com/' }, ...overrides };
}

/** Returns the smallest valid body of a request for a video ad. */
export function videoRequest(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    brand_metadata: { brand_images: null },
    product_metadata: { product_images: [{ image_url: 'https://www.example.com/shoe.jpg' }] },
    generation_metadata: { target_duration: 12 },
    ...overrides,
  };
}
