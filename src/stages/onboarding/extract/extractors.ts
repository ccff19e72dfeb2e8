import type { Extractor } from '../found.ts';
import { cta } from './cta.ts';
import { customProperties } from './custom-properties.ts';
import { fonts } from './fonts.ts';
import { headline } from './headline.ts';
import { inlineLogo } from './inline-logo.ts';
import { jsonLd } from './json-ld.ts';
import { logo } from './logo.ts';
import { manifest } from './manifest.ts';
import { meta } from './meta.ts';
import { microdata } from './microdata.ts';
import { openGraph } from './open-graph.ts';
import { pictures } from './pictures.ts';
import { productPage } from './product-page.ts';
import { usedColors } from './used-colors.ts';

/** Every way a page is read, by the name that a log calls it. */
export const extractors: readonly (readonly [name: string, extract: Extractor])[] = [
  ['json-ld', jsonLd],
  ['open-graph', openGraph],
  ['meta', meta],
  ['manifest', manifest],
  ['microdata', microdata],
  ['logo', logo],
  ['inline-logo', inlineLogo],
  ['headline', headline],
  ['cta', cta],
  ['pictures', pictures],
  ['product-page', productPage],
  ['custom-properties', customProperties],
  ['used-colors', usedColors],
  ['fonts', fonts],
];
