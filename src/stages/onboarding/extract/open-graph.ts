import { evidence, facts } from '../evidence.ts';
import { logoAt, type Extractor, type Findings } from '../findings.ts';
import type { Page } from '../page.ts';
import type { Price } from '../price.ts';
import { absoluteUrl, cleanText, textMax } from '../text.ts';
import { headlineOfTitle, titleParts } from '../title.ts';
import { metaReader, type MetaReader } from './meta-tags.ts';
import { pictureEvidence, productEvidence } from './product-evidence.ts';
import { statedPrice } from './stated-price.ts';
import { stateOf } from './validity.ts';

const source = 'open-graph';
/** Maximum number of parts of a title that may be the name of the product. */
const partsMax = 4;

function urls(meta: MetaReader, base: URL, names: string[]): string[] {
  const found = names.flatMap((name) => meta.raw(name)).flatMap((value) => absoluteUrl(value, base) ?? []);
  return [...new Set(found)];
}

function imagesOf(meta: MetaReader, base: URL): string[] {
  return urls(meta, base, ['og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image', 'twitter:image:src']);
}

function firstText(meta: MetaReader, names: string[], codePointsMax: number): string | undefined {
  return names.map((name) => meta.text(name, codePointsMax)).find((text) => text !== undefined);
}

interface PageTexts extends Price {
  siteName: string | undefined;
  title: string | undefined;
  headline: string | undefined;
  description: string | undefined;
}

function wordsOf(meta: MetaReader, page: Page): PageTexts {
  const siteName = meta.text('og:site_name', textMax.name);
  const title = firstText(meta, ['og:title', 'twitter:title'], textMax.name);
  return {
    siteName,
    title,
    headline: title === undefined ? undefined : headlineOfTitle(title, siteName, page.url),
    description:
      meta.lines('og:description', textMax.description) ?? meta.lines('twitter:description', textMax.description),
    ...priceOf(meta, page),
  };
}

/** Returns the price of a sale, if its dates contain the time of the reading, else the usual price. */
function priceOf(meta: MetaReader, page: Page): Price {
  const text = (names: string[]): string | undefined => firstText(meta, names, textMax.price);
  const dates = {
    from: text(['product:sale_price_dates:start']),
    through: text(['product:sale_price_dates:end']),
    until: undefined,
  };
  const code = text(['product:price:currency', 'og:price:currency']);
  const saleCode = text(['product:sale_price:currency']) ?? code;
  const usual = statedPrice(text(['product:price:amount', 'og:price:amount']), code, page);
  if (stateOf(dates, page.readAt) !== 'now') return usual;
  const sale = statedPrice(text(['product:sale_price:amount']), saleCode, page);
  return Number(sale.price) > 0 ? sale : usual;
}

function product({ title = '', headline, description, price, currency }: PageTexts, page: Page): Partial<Findings> {
  const isSure = page.role === 'product' || price !== null;
  const { prices } = productEvidence({ name: null, price, currency }, source, { 'open-graph': 1 });
  const names = [title, ...titleParts(title).slice(0, partsMax)].flatMap((name) =>
    evidence(cleanText(name, textMax.name), source, {
      'open-graph': 1,
      ...facts({ 'open-graph.first': name === headline }),
    }),
  );
  return {
    descriptions: isSure ? evidence(description, source, { 'open-graph': 1 }) : [],
    productNames: isSure ? names : [],
    prices,
  };
}

export const openGraph: Extractor = (page) => {
  const meta = metaReader(page.$);
  const words = wordsOf(meta, page);
  const names = [
    ...evidence(words.siteName, source, { 'open-graph': 1 }),
    ...evidence(firstText(meta, ['og:title', 'twitter:title'], textMax.name), source, { 'social-title': 1 }),
  ];
  const logos = urls(meta, page.base, ['og:logo']).flatMap((url) => logoAt(url, source, { structured: 1 }));
  const isProduct = page.role === 'product' || words.price !== null || /product/.test(meta.text('og:type', 40) ?? '');
  const subheadlines = evidence(words.description, source, { 'open-graph': 1 });
  const pictures = pictureEvidence(imagesOf(meta, page.base), source, 'open-graph', meta.text('og:image:alt', 300));
  if (isProduct) return { names, logos, subheadlines, pictures, ...product(words, page) };
  return {
    names,
    logos,
    headlines: evidence(words.headline, source, { 'open-graph': 1 }),
    subheadlines,
    pictures,
  };
};
