import { evidence } from '../evidence.ts';
import type { Extractor } from '../findings.ts';
import { siteLabel } from '../site-labels.ts';
import { cleanText, textMax } from '../text.ts';
import { metaReader } from './meta-tags.ts';

const source = 'page';

/** Returns the words of the last part of an address: `oak oar` for `/shop/oak-oar.html`. */
function slugOf({ pathname }: URL): string | undefined {
  const last = pathname.split('/').findLast((part) => part !== '') ?? '';
  try {
    return cleanText(
      decodeURIComponent(last)
        .replace(/\.\w+$/, '')
        .replace(/[-_+]+/g, ' '),
      textMax.name,
    );
  } catch {
    return undefined;
  }
}

/**
 * Extractor of what the names of a product are compared with and which are no names themselves: the words of the address
 * of its page (feature `address`) and the names of the site (feature `site`).
 */
export const productAddress: Extractor = ({ $, url, role }) => {
  if (role !== 'product') return {};
  const declared = metaReader($).text('og:site_name', textMax.name);
  return {
    productNames: [
      ...evidence(slugOf(url), source, { address: 1 }),
      ...[declared, siteLabel(url)].flatMap((name) => evidence(name, source, { site: 1 })),
    ],
  };
};
