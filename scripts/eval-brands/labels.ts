import { readFileSync } from 'node:fs';
import { z } from 'zod';

const Hex = z.string().regex(/^#[0-9a-f]{6}$/);

/** Right answers for a product page, written down by a person. A missing field is not scored. */
const ProductLabel = z.strictObject({
  name: z.array(z.string()).min(1),
  price: z.string().optional(),
  currency: z.string().length(3).optional(),
  /** Parts of URLs, such as file names. A URL that contains one of them is that of a picture of the product. */
  pictures: z.array(z.string()).optional(),
});
export type ProductLabel = z.infer<typeof ProductLabel>;

/**
 * Right answers for a website, written down by a person. Lists contain every accepted answer, best first. A missing
 * field is not scored; an empty list means that the page has no such text or picture, and `product: false` that it sells
 * no single product.
 */
const Labels = z.strictObject({
  name: z.array(z.string()).min(1),
  primary: z.array(Hex).min(1).max(3).optional(),
  palette: z.array(Hex).min(2).max(6).optional(),
  fonts: z.array(z.string()).optional(),
  /** `files` are parts of the URL of the logo file. `kind` is set if the logo is not a file. */
  logo: z
    .strictObject({ files: z.array(z.string()).optional(), kind: z.enum(['text', 'inline-svg']).optional() })
    .optional(),
  language: z.array(z.string()),
  headlines: z.array(z.string()).optional(),
  /** Texts that may stand below such a headline: whole sentences about what is shown. */
  supports: z.array(z.string()).optional(),
  ctas: z.array(z.string()).optional(),
  /** Parts of URLs of the pictures of the home page that may be the main picture of an ad for the brand. */
  pictures: z.array(z.string()).optional(),
  product: z.union([z.literal(false), ProductLabel]).optional(),
});
export type Labels = z.infer<typeof Labels>;

const Place = {
  id: z.string(),
  /** URL under which the folder is served. */
  url: z.url(),
  /** Path of the home page, relative to `url`; the page at `url` if absent. */
  page: z.string().optional(),
  /** Path of the product page, relative to `url`. */
  productPage: z.string().optional(),
  /** Way in which the site is built: `shopify`, `hand-written` and so on. */
  built: z.string(),
  labels: Labels,
};

const RealSite = z.strictObject({
  ...Place,
  repository: z.string(),
  commit: z.string().length(40),
  /** Folder of the repository that contains the site. */
  root: z.string().optional(),
  kind: z.enum(['real', 'template']),
  /** True if the product page shows other products too. */
  related: z.boolean().optional(),
  /** True until what the reader found on the site is used to improve the reader. */
  unseen: z.literal(true).optional(),
});
export type RealSite = z.infer<typeof RealSite>;
const MadeSite = z.strictObject(Place);

/**
 * Group of sites: `made` for this evaluation, real `tuning` sites whose misses are looked at to improve the reader, and
 * real `unseen` sites that only measure it.
 */
export const halves = ['made', 'tuning', 'unseen'] as const;
export type Half = (typeof halves)[number];
export interface Site extends z.infer<typeof MadeSite> {
  folder: string;
  half: Half;
}

function json(file: URL): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}

const evaluation = new URL('../../test/eval/', import.meta.url);

/** Returns the list of real sites. Their files are in other repositories; `scripts/fetch-sites.ts` gets them. */
export function realSites(): RealSite[] {
  return z.array(RealSite).parse(json(new URL('sites.json', evaluation)));
}

/** Returns the real sites, each in the folder of its id in `folder`. */
export function labelledSites(folder: string): Site[] {
  return realSites().map((site) => ({
    ...site,
    folder: [folder, site.id, ...(site.root === undefined ? [] : [site.root])].join('/'),
    half: site.unseen === true ? 'unseen' : 'tuning',
  }));
}

/** Returns the sites that were made for this evaluation. */
export function madeSites(): Site[] {
  const sites = z.array(MadeSite).parse(json(new URL('pages.json', evaluation)));
  return sites.map((site) => ({ ...site, folder: new URL(`pages/${site.id}`, evaluation).pathname, half: 'made' }));
}
