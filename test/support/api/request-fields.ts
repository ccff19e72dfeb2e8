export type Path = readonly (string | number)[];

/** Types of fields in the field tables of the specification. */
export type Kind = 'text' | 'url' | 'hex' | 'language' | 'boolean' | 'number' | 'enum' | 'ratios' | 'object' | 'list';

export interface Field {
  path: Path;
  kind: Kind;
  /** `nullable` means that the key is required and may be null. */
  need: 'optional' | 'required' | 'nullable';
  /** Maximum number of code points of a text, or of elements of a list. */
  max?: number;
  /** A valid element of a list. */
  item?: unknown;
}

/** A valid image request with every field of the specification. */
export const wholeImage = {
  brand_data: {
    brand_url: 'https://a.example/',
    brand_name: 'A',
    brand_images: [{ image_url: 'https://a.example/1', description: 'D', labels: ['logo'] }],
    fonts: ['https://a.example/f.woff2'],
    color_swatches: [{ hex: '#123456', label: 'x' }],
  },
  product_metadata: {
    product_url: 'https://a.example/p',
    product_name: 'P',
    product_description: 'D',
    product_images: [{ image_url: 'https://a.example/2', description: 'D', labels: ['x'] }],
  },
  ad_copies: [{ copy_type: 'offer', copy_text: 'T', price: '1' }],
  generation_metadata: {
    aspect_ratios: '4:5',
    user_direction: 'x',
    language: 'en',
    no_text: true,
    resolution: '4K',
    reference_layouts: 'https://a.example/r',
  },
  callback_url: 'https://a.example/c',
};

/** A valid video request with every field of the specification. */
export const wholeVideo = {
  brand_metadata: {
    brand_url: 'https://a.example/',
    brand_name: 'A',
    brand_images: [{ image_url: 'https://a.example/1' }],
    fonts: ['Inter'],
    color_swatches: [{ hex: '#123', label: 'x' }],
  },
  product_metadata: {
    product_url: 'https://a.example/p',
    product_name: 'P',
    product_description: 'D',
    product_images: [{ image_url: 'https://a.example/2' }],
  },
  ad_copies: [{ copy_type: 'headline', copy_text: 'T' }],
  generation_metadata: {
    aspect_ratio: '1:1',
    target_duration: 12.5,
    locale: 'de',
    user_prompt: 'x',
    generate_sound: true,
  },
  callback_url: 'https://a.example/c',
};

export const picture = { image_url: 'https://a.example/1' };
const swatch = { hex: '#123456' };
const copy = { copy_type: 'cta', copy_text: 'T' };

function pictures(path: Path): Field[] {
  return [
    { path: [...path, 0], kind: 'object', need: 'required' },
    { path: [...path, 0, 'image_url'], kind: 'url', need: 'required', max: 2048 },
    { path: [...path, 0, 'description'], kind: 'text', need: 'optional', max: 5000 },
    { path: [...path, 0, 'labels'], kind: 'list', need: 'optional', max: 8, item: 'x' },
    { path: [...path, 0, 'labels', 0], kind: 'text', need: 'required', max: 64 },
  ];
}

function brand(container: string): Field[] {
  return [
    { path: [container], kind: 'object', need: 'required' },
    { path: [container, 'brand_name'], kind: 'text', need: 'optional', max: 200 },
    { path: [container, 'color_swatches'], kind: 'list', need: 'optional', max: 12, item: swatch },
    { path: [container, 'color_swatches', 0, 'hex'], kind: 'hex', need: 'required' },
    { path: [container, 'color_swatches', 0, 'label'], kind: 'text', need: 'optional', max: 64 },
  ];
}

const product: Field[] = [
  { path: ['product_metadata', 'product_url'], kind: 'url', need: 'optional', max: 2048 },
  { path: ['product_metadata', 'product_name'], kind: 'text', need: 'optional', max: 200 },
  { path: ['product_metadata', 'product_description'], kind: 'text', need: 'optional', max: 5000 },
];

const shared: Field[] = [
  { path: ['ad_copies'], kind: 'list', need: 'optional', max: 12, item: copy },
  { path: ['ad_copies', 0, 'copy_type'], kind: 'enum', need: 'required' },
  { path: ['ad_copies', 0, 'copy_text'], kind: 'text', need: 'required', max: 500 },
  { path: ['callback_url'], kind: 'url', need: 'optional', max: 2048 },
];

export const imageFields: Field[] = [
  ...brand('brand_data'),
  ...product,
  ...shared,
  { path: ['ad_copies', 0, 'price'], kind: 'text', need: 'optional', max: 64 },
  { path: ['brand_data', 'brand_url'], kind: 'url', need: 'optional', max: 2048 },
  { path: ['brand_data', 'brand_images'], kind: 'list', need: 'optional', max: 16, item: picture },
  ...pictures(['brand_data', 'brand_images']),
  { path: ['brand_data', 'fonts'], kind: 'list', need: 'optional', max: 6, item: 'https://a.example/f' },
  { path: ['brand_data', 'fonts', 0], kind: 'url', need: 'required', max: 2048 },
  { path: ['product_metadata'], kind: 'object', need: 'optional' },
  { path: ['product_metadata', 'product_images'], kind: 'list', need: 'nullable', max: 16, item: picture },
  ...pictures(['product_metadata', 'product_images']),
  { path: ['generation_metadata'], kind: 'object', need: 'optional' },
  { path: ['generation_metadata', 'aspect_ratios'], kind: 'ratios', need: 'optional' },
  { path: ['generation_metadata', 'user_direction'], kind: 'text', need: 'optional', max: 5000 },
  { path: ['generation_metadata', 'language'], kind: 'language', need: 'optional' },
  { path: ['generation_metadata', 'no_text'], kind: 'boolean', need: 'optional' },
  { path: ['generation_metadata', 'resolution'], kind: 'enum', need: 'optional' },
  { path: ['generation_metadata', 'reference_layouts'], kind: 'url', need: 'optional', max: 2048 },
];

export const videoFields: Field[] = [
  ...brand('brand_metadata'),
  ...product,
  ...shared,
  { path: ['brand_metadata', 'brand_url'], kind: 'url', need: 'optional', max: 2048 },
  { path: ['brand_metadata', 'brand_images'], kind: 'list', need: 'nullable', max: 16, item: picture },
  { path: ['brand_metadata', 'fonts'], kind: 'list', need: 'optional', max: 6, item: 'Inter' },
  { path: ['brand_metadata', 'fonts', 0], kind: 'text', need: 'required', max: 100 },
  { path: ['product_metadata'], kind: 'object', need: 'required' },
  { path: ['product_metadata', 'product_images'], kind: 'list', need: 'required', max: 16, item: picture },
  { path: ['product_metadata', 'product_images', 0, 'image_url'], kind: 'url', need: 'required', max: 2048 },
  { path: ['generation_metadata'], kind: 'object', need: 'required' },
  { path: ['generation_metadata', 'aspect_ratio'], kind: 'enum', need: 'optional' },
  { path: ['generation_metadata', 'target_duration'], kind: 'number', need: 'required' },
  { path: ['generation_metadata', 'locale'], kind: 'language', need: 'optional' },
  { path: ['generation_metadata', 'user_prompt'], kind: 'text', need: 'optional', max: 5000 },
  { path: ['generation_metadata', 'generate_sound'], kind: 'boolean', need: 'optional' },
];

/** Returns a copy of the request with another value at the path. The value `undefined` removes the key. */
export function changed(request: unknown, [step, ...rest]: Path, value: unknown): unknown {
  if (step === undefined) return value;
  if (Array.isArray(request))
    return request.map((item: unknown, index) => (index === step ? changed(item, rest, value) : item));
  const fields = new Map(Object.entries(request ?? {}));
  const next = changed(fields.get(String(step)), rest, value);
  if (next === undefined) fields.delete(String(step));
  else fields.set(String(step), next);
  return Object.fromEntries(fields);
}

export function at(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (so, step) => (so === undefined ? so : new Map(Object.entries(so ?? {})).get(String(step))),
    value,
  );
}
