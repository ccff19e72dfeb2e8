import { z } from 'zod';

/**
 * Sources of a value of the brand, such as its name or a colour, in descending order of trust. A value from the request
 * always takes precedence over values from web pages.
 */
export const BrandSource = z.enum([
  'request',
  'json-ld',
  'open-graph',
  'meta',
  'manifest',
  'stylesheet',
  'page',
  'painted',
  'logo-pixels',
  'default',
]);
export type BrandSource = z.infer<typeof BrandSource>;

const Confidence = z.number().min(0).max(1).describe('Confidence from 0 to 1. Values that the request gives have 1.');
const Source = BrandSource.describe('Source of the value.');

export const BrandColor = z.object({
  hex: z
    .string()
    .regex(/^#[0-9a-f]{6}([0-9a-f]{2})?$/)
    .describe('`#rrggbb` or `#rrggbbaa`, in lower case.'),
  label: z.string().nullable().describe('Name of the colour, if known.'),
  role: z.enum(['primary', 'accent', 'surface', 'ink', 'muted', 'other']).describe('Use of the colour.'),
  source: Source,
  confidence: Confidence,
});
export type BrandColor = z.infer<typeof BrandColor>;

export const BrandFont = z.object({
  family: z.string().nullable().describe('Name of the font family, if known.'),
  url: z.string().nullable().describe('URL of the font file, if any.'),
  source: Source,
  confidence: Confidence,
});
export type BrandFont = z.infer<typeof BrandFont>;

export const BrandLogo = z.object({
  url: z
    .string()
    .describe(
      'URL of the image. A logo that is in the HTML of the page (inline SVG or data URL), or whose file can only be painted by a browser, is returned as a data URL, at most 24 KiB long.',
    ),
  source: Source,
  confidence: Confidence,
});
export type BrandLogo = z.infer<typeof BrandLogo>;

export const SourcedText = z.object({
  text: z.string().describe('The text.'),
  source: Source,
  confidence: Confidence.optional().describe(
    'Probability from 0 to 1 that an ad may print the text. Missing for texts that the request gives.',
  ),
});
export type SourcedText = z.infer<typeof SourcedText>;

export const BrandProduct = z.object({
  name: z.string().nullable().describe('Name of the product.'),
  description: z.string().nullable().describe('Description of the product.'),
  price: z.string().nullable().describe('Price as a decimal number, such as `4.75`.'),
  currency: z.string().nullable().describe('ISO 4217 code, if the page states it.'),
  images: z.array(z.string()).describe('URLs of product images.'),
  source: Source,
  confidence: Confidence.optional().describe(
    'Probability from 0 to 1 that the name is right. Missing for a product that the request gives.',
  ),
  certainty: Confidence.optional().describe(
    'Probability from 0 to 1 that the price and its currency are right. Missing without a price from a page.',
  ),
});
export type BrandProduct = z.infer<typeof BrandProduct>;

export const OnboardingState = z.enum(['done', 'failed', 'skipped']);

/**
 * Brand data in `response.brand` of a job. Each field name is a single word, so that it is the same in the REST API
 * (snake_case) and in the CRD (camelCase).
 */
export const Brand = z.object({
  name: z.string().nullable().describe('Name of the brand.'),
  colors: z.array(BrandColor).describe('Colours, most important first.'),
  fonts: z.array(BrandFont).describe('Fonts, most important first.'),
  logo: BrandLogo.nullable().describe('Logo, if found.'),
  headlines: z.array(SourcedText).describe('Headlines, best first.'),
  ctas: z.array(SourcedText).describe('Calls to action, best first.'),
  product: BrandProduct.nullable().describe('Advertised product, if the request or a page states it.'),
  onboarding: OnboardingState.describe('Outcome of reading the pages. skipped: the request names no page.'),
});
export type Brand = z.infer<typeof Brand>;

/**
 * Content of `brand.json`, which the stage that reads the brand's web pages writes: the values that were found there.
 * Values from the request override them later.
 *
 * Lists start with the best item. `pictures` are absolute URLs of brand images, except product images and the logo.
 */
export const BrandExtract = Brand.omit({ onboarding: true }).extend({
  /** Probability from 0 to 1 that the name is right. Missing without a name. */
  nameConfidence: Confidence.optional(),
  /** Headlines of the pages of the brand, beside the page of the product. Empty if the request names no product's page. */
  brandLines: z.array(SourcedText).default([]),
  subheadlines: z.array(SourcedText),
  /** `confidence` is the probability from 0 to 1 that an ad for the brand may show the picture. */
  pictures: z.array(
    z.object({ url: z.string(), alt: z.string().nullable(), source: BrandSource, confidence: Confidence.optional() }),
  ),
  language: z.string().nullable(),
  notes: z.array(z.string()),
});
export type BrandExtract = z.infer<typeof BrandExtract>;
