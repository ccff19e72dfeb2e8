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

const Confidence = z.number().min(0).max(1).describe('How sure that is, 0 to 1. What the request gives is 1.');
const Source = BrandSource.describe('Where it was found.');

export const BrandColor = z.object({
  hex: z
    .string()
    .regex(/^#[0-9a-f]{6}([0-9a-f]{2})?$/)
    .describe('`#rrggbb` or `#rrggbbaa`, in lower case.'),
  label: z.string().nullable().describe('What the brand calls it.'),
  role: z.enum(['primary', 'accent', 'surface', 'ink', 'muted', 'other']).describe('What it is used for.'),
  source: Source,
  confidence: Confidence,
});
export type BrandColor = z.infer<typeof BrandColor>;

export const BrandFont = z.object({
  family: z.string().nullable().describe('Name of the family, where it is known.'),
  url: z.string().nullable().describe('Address of the font file, where there is one.'),
  source: Source,
  confidence: Confidence,
});
export type BrandFont = z.infer<typeof BrandFont>;

export const BrandLogo = z.object({
  url: z.string().describe('Address of the picture.'),
  source: Source,
  confidence: Confidence,
});
export type BrandLogo = z.infer<typeof BrandLogo>;

export const SourcedText = z.object({ text: z.string().describe('The words.'), source: Source });
export type SourcedText = z.infer<typeof SourcedText>;

export const BrandProduct = z.object({
  name: z.string().nullable().describe('How it is called.'),
  description: z.string().nullable().describe('What it is.'),
  price: z.string().nullable().describe('As it is written.'),
  currency: z.string().nullable().describe('ISO 4217 code, where the page says it.'),
  images: z.array(z.string()).describe('Addresses of its pictures.'),
  source: Source,
});
export type BrandProduct = z.infer<typeof BrandProduct>;

export const OnboardingState = z.enum(['done', 'failed', 'skipped']);

/** What is known of a brand, as it stands in a job's `response.brand`. Names are one word each, so REST and CRD agree. */
export const Brand = z.object({
  name: z.string().nullable().describe('How the brand is called.'),
  colors: z.array(BrandColor).describe('Its colours, the most important first.'),
  fonts: z.array(BrandFont).describe('Its fonts, the most important first.'),
  logo: BrandLogo.nullable().describe('Its logo, where one was found.'),
  headlines: z.array(SourcedText).describe('Headlines, the best first.'),
  ctas: z.array(SourcedText).describe('Calls to action, the best first.'),
  product: BrandProduct.nullable().describe('What is advertised, where the request or the page says it.'),
  onboarding: OnboardingState.describe('Whether the pages were read. skipped: there were none.'),
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
