import type { CurrencyHints } from './currency.ts';
import type { Page } from './page.ts';

const charactersMax = 400_000;
const stating =
  /["']?(?:price_?currency|currency(?:_?(?:code|iso|id))?|iso_code|shop_currency)["']?\s*[:=]\s*\\?["']([A-Z]{3})\\?["']/gi;
const shopify = /Shopify\.currency\s*=\s*\{"active":"([A-Z]{3})"/;

/** Country domains that companies of any country use as a name. */
const generic = new Set(['co', 'io', 'me', 'tv', 'ai', 'cc', 'fm', 'ly', 'gg', 'sh', 'to']);

function countryOfDomain({ hostname }: URL): string | undefined {
  const last = hostname.split('.').at(-1) ?? '';
  const isNational = last.length === 2 && (!generic.has(last) || /\.(?:com|net|org|edu|gov)\.co$/.test(hostname));
  return isNational ? last : undefined;
}

function statedCodes({ $ }: Page): string[] {
  const active = shopify.exec($('script').text().slice(0, charactersMax))?.[1];
  const markup = $.html().slice(0, charactersMax);
  const counts = new Map<string, number>();
  for (const [, code = ''] of markup.matchAll(stating)) {
    const upper = code.toUpperCase();
    counts.set(upper, (counts.get(upper) ?? 0) + 1);
  }
  const ordered = [...counts].sort((one, other) => other[1] - one[1]).map(([code]) => code);
  return active === undefined ? ordered : [active, ...ordered];
}

/** Hints by document, because writing a document out is slow and both readers of a page ask for its hints. */
const known = new WeakMap<Page['$'], CurrencyHints>();

/** Returns what a page says about its currency besides its prices. */
export function currencyHints(page: Page): CurrencyHints {
  const hints = known.get(page.$) ?? readHints(page);
  known.set(page.$, hints);
  return hints;
}

function readHints(page: Page): CurrencyHints {
  const tag = (page.$('html').attr('lang') ?? page.$('meta[property="og:locale"]').attr('content') ?? '').replaceAll(
    '_',
    '-',
  );
  const [language, ...rest] = tag.toLowerCase().split('-');
  const region = rest.find((part) => part.length === 2);
  return {
    country: countryOfDomain(page.url) ?? region,
    language: language === '' ? undefined : language,
    stated: statedCodes(page),
  };
}
