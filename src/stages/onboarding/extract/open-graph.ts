import type { Extractor } from '../found.ts';
import { metaReader } from './meta-tags.ts';
import { currencyCode, decimalPrice } from '../price.ts';
import { absoluteUrl, textMax } from '../text.ts';
import { headlineOfTitle } from '../title.ts';

const source = 'open-graph';

/** Open Graph, its product vocabulary, and the Twitter card. */
export const openGraph: Extractor = (page) => {
  const meta = metaReader(page.$);
  const url = (name: string): string[] => meta.raw(name).flatMap((value) => absoluteUrl(value, page.base) ?? []);
  const siteName = meta.text('og:site_name', textMax.name);
  const title = meta.text('og:title', textMax.name) ?? meta.text('twitter:title', textMax.name);
  const description =
    meta.text('og:description', textMax.description) ?? meta.text('twitter:description', textMax.description);
  const images = [
    ...new Set([...url('og:image:secure_url'), ...url('og:image'), ...url('og:image:url'), ...url('twitter:image')]),
  ];
  const price = decimalPrice(
    meta.text('product:price:amount', textMax.price) ?? meta.text('og:price:amount', textMax.price),
  );
  const isProduct = /product/.test(meta.text('og:type', 40) ?? '') || price !== undefined || page.role === 'product';
  const headline = title === undefined ? undefined : headlineOfTitle(title, siteName, page.url);
  return {
    names: siteName === undefined ? [] : [{ value: siteName, source, confidence: 0.85 }],
    logos: url('og:logo').map((value) => ({ value, source, confidence: 0.8 })),
    headlines: headline === undefined || isProduct ? [] : [{ value: headline, source, confidence: 0.6 }],
    subheadlines: description === undefined || isProduct ? [] : [{ value: description, source, confidence: 0.5 }],
    pictures: isProduct
      ? []
      : images.map((value) => ({
          value: { url: value, alt: meta.text('og:image:alt', 300) ?? null },
          source,
          confidence: 0.6,
        })),
    products: isProduct
      ? [
          {
            value: {
              name: headline ?? null,
              description: description ?? null,
              price: price ?? null,
              currency:
                currencyCode(meta.text('product:price:currency', 8) ?? meta.text('og:price:currency', 8)) ?? null,
              images,
            },
            source,
            confidence: price === undefined ? 0.6 : 0.8,
          },
        ]
      : [],
  };
};
