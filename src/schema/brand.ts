import { z } from 'zod';

/** Where a brand value was found. `request` always wins, the others in falling order of trust. */
export const BrandSource = z.enum([
  'request',
  'json-ld',
  'open-graph',
  'meta',
  'manifest',
  'stylesheet',
  'page',
  'logo-pixels',
  'default',
]);
export type BrandSource = z.infer<typeof BrandSource>;

/** How sure the extractor is, 0 to 1. What the request gives is 1. */
const Confidence = z.number().min(0).max(1);

export const BrandColor = z.object({
  hex: z.string().regex(/^#[0-9a-f]{6}([0-9a-f]{2})?$/),
  label: z.string().nullable(),
  role: z.enum(['primary', 'accent', 'surface', 'ink', 'muted', 'other']),
  source: BrandSource,
  confidence: Confidence,
});
export type BrandColor = z.infer<typeof BrandColor>;

export const BrandFont = z.object({
  family: z.string().nullable(),
  url: z.string().nullable(),
  source: BrandSource,
  confidence: Confidence,
});
export type BrandFont = z.infer<typeof BrandFont>;

export const BrandLogo = z.object({ url: z.string(), source: BrandSource, confidence: Confidence });
export type BrandLogo = z.infer<typeof BrandLogo>;

export const SourcedText = z.object({ text: z.string(), source: BrandSource });
export type SourcedText = z.infer<typeof SourcedText>;

export const BrandProduct = z.object({
  name: z.string().nullable(),
  description: z.string().nullable(),
  price: z.string().nullable(),
  currency: z.string().nullable(),
  images: z.array(z.string()),
  source: BrandSource,
});
export type BrandProduct = z.infer<typeof BrandProduct>;

export const OnboardingState = z.enum(['done', 'failed', 'skipped']);

/** What is known of a brand, as it stands in a job's `response.brand`. Names are one word each, so REST and CRD agree. */
export const Brand = z.object({
  name: z.string().nullable(),
  colors: z.array(BrandColor),
  fonts: z.array(BrandFont),
  logo: BrandLogo.nullable(),
  headlines: z.array(SourcedText),
  ctas: z.array(SourcedText),
  product: BrandProduct.nullable(),
  onboarding: OnboardingState,
});
export type Brand = z.infer<typeof Brand>;

/**
 * What the onboarding stage writes as `brand.json`: what the pages say, before the request's own values are laid over it.
 * Lists are best first. `pictures` are absolute URLs of brand imagery (not the product's own, not the logo).
 */
export const BrandExtract = Brand.omit({ onboarding: true }).extend({
  subheadlines: z.array(SourcedText),
  pictures: z.array(z.object({ url: z.string(), alt: z.string().nullable(), source: BrandSource })),
  /** `lang` of the page, canonical BCP-47. */
  language: z.string().nullable(),
  notes: z.array(z.string()),
});
export type BrandExtract = z.infer<typeof BrandExtract>;
