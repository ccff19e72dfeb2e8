import type { Extractor } from '../findings.ts';
import { cta } from './cta.ts';
import { customProperties } from './custom-properties.ts';
import { fonts } from './fonts.ts';
import { headline } from './headline.ts';
import { inlineLogo } from './inline-logo.ts';
import { jsonLd } from './json-ld.ts';
import { language } from './language.ts';
import { logo } from './logo.ts';
import { manifest } from './manifest.ts';
import { meta } from './meta.ts';
import { microdata } from './microdata.ts';
import { openGraph } from './open-graph.ts';
import { paragraphs } from './paragraphs.ts';
import { pictures } from './pictures.ts';
import { productAddress } from './product-address.ts';
import { productHeading } from './product-heading.ts';
import { productPage } from './product-page.ts';
import { siteName } from './site-name.ts';
import { usedColors } from './used-colors.ts';

export type NamedExtractor = readonly [name: string, extract: Extractor];

/**
 * Extractors that find logos. These extractors work without stylesheets, so they can run before the stylesheets are
 * fetched.
 */
export const logoExtractors: readonly NamedExtractor[] = [
  ['json-ld', jsonLd],
  ['open-graph', openGraph],
  ['microdata', microdata],
  ['logo', logo],
];

export const extractors: readonly NamedExtractor[] = [
  ...logoExtractors,
  ['meta', meta],
  ['language', language],
  ['site-name', siteName],
  ['manifest', manifest],
  ['inline-logo', inlineLogo],
  ['headline', headline],
  ['paragraphs', paragraphs],
  ['cta', cta],
  ['pictures', pictures],
  ['product-address', productAddress],
  ['product-heading', productHeading],
  ['product-page', productPage],
  ['custom-properties', customProperties],
  ['used-colors', usedColors],
  ['fonts', fonts],
];
