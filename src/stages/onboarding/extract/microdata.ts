import type { Extractor } from '../found.ts';
import type { Page } from '../page.ts';
import type { Selection } from '../element.ts';
import { currencyCode, decimalPrice } from '../price.ts';
import { absoluteUrl, cleanLines, cleanText, textMax } from '../text.ts';

const source = 'page';

function valueOf(item: Selection): string | undefined {
  return item.attr('content') ?? item.attr('href') ?? item.attr('src') ?? item.attr('datetime') ?? item.text();
}

function firstOf(scope: Selection, name: string): string | undefined {
  const item = scope.find(`[itemprop~="${name}"]`).first();
  return item.length === 0 ? undefined : valueOf(item);
}

function imagesOf(scope: Selection, { $, base }: Page): string[] {
  const items = scope.find('[itemprop~="image"]').toArray().slice(0, 20);
  return items.flatMap((item) => absoluteUrl(valueOf($(item)), base) ?? []);
}

export const microdata: Extractor = (page) => {
  const { $, base } = page;
  const product = $('[itemtype*="schema.org/Product"]').first();
  const organization = $('[itemtype*="schema.org/Organization"], [itemtype*="schema.org/Store"]').first();
  const name = cleanText(firstOf(product, 'name'), textMax.name);
  const brand = cleanText(firstOf(organization, 'name'), textMax.name);
  const logo = absoluteUrl(firstOf(organization, 'logo'), base);
  return {
    names: brand === undefined ? [] : [{ value: brand, source, confidence: 0.7 }],
    logos: logo === undefined ? [] : [{ value: logo, source, confidence: 0.8 }],
    products:
      name === undefined
        ? []
        : [
            {
              value: {
                name,
                description: cleanLines(firstOf(product, 'description'), textMax.description) ?? null,
                price: decimalPrice(firstOf(product, 'price') ?? firstOf(product, 'lowPrice')) ?? null,
                currency: currencyCode(firstOf(product, 'priceCurrency')) ?? null,
                images: imagesOf(product, page),
              },
              source,
              confidence: 0.8,
            },
          ],
  };
};
