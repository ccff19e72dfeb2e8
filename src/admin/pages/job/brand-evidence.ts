import type { BrandSource } from '../../../schema/brand.ts';
import { texts } from '../../texts/texts.ts';
import { table } from '../../web/components/table.ts';
import { html, type Html, type HtmlPart } from '../../web/html.ts';
import type { View } from '../../web/view.ts';
import type { LooseBrand } from './loose-brand.ts';
import { swatch } from './swatch.ts';

const { brand: words } = texts.job;

interface Evidence {
  kind: string;
  value: HtmlPart;
  source: BrandSource;
  /** From 0 to 1. Undefined for values without a measured confidence. */
  confidence?: number | undefined;
}

/** Number of characters of a URL that are shown. A logo may be a data URL of 24 KiB. */
const urlCharacters = 120;

/** The values of a brand with their sources, by field. */
export function brandEvidence(view: View, brand: LooseBrand): Html {
  const percent = new Intl.NumberFormat(view.locale, { style: 'percent' });
  return table({
    caption: words.evidence,
    columns: [
      { title: words.kind, cell: ({ kind }: Evidence) => kind },
      { title: words.value, cell: ({ value }) => value },
      { title: words.source, cell: ({ source }) => words.sources[source] },
      {
        title: words.confidence,
        cell: ({ confidence }) => (confidence === undefined ? undefined : percent.format(confidence)),
        isNumber: true,
      },
    ],
    rows: evidenceOf(brand),
    empty: html`<p>${words.noEvidence}</p>`,
  });
}

function evidenceOf({ colors, fonts, logo, headlines, ctas, product }: LooseBrand): Evidence[] {
  const { kinds } = words;
  return [
    ...colors.map(({ hex, label, role, source, confidence }): Evidence => ({
      kind: kinds.color,
      value: html`${swatch(hex)} <code>${hex}</code> ${[role, label].filter(Boolean).join(', ')}`,
      ...{ source, confidence },
    })),
    ...fonts.map(({ family, url, source, confidence }): Evidence => ({
      kind: kinds.font,
      value: html`${family} ${url === null ? undefined : html`<code>${shortened(url)}</code>`}`,
      ...{ source, confidence },
    })),
    ...(logo === null ? [] : [{ ...logo, kind: kinds.logo, value: html`<code>${shortened(logo.url)}</code>` }]),
    ...headlines.map(({ text, ...found }): Evidence => ({ ...found, kind: kinds.headline, value: text })),
    ...ctas.map(({ text, ...found }): Evidence => ({ ...found, kind: kinds.cta, value: text })),
    ...(product === null ? [] : [{ ...product, kind: kinds.product, value: productText(product) }]),
  ];
}

function productText({ name, description, price, currency }: NonNullable<LooseBrand['product']>): string {
  const cost = price === null ? undefined : [price, currency].filter(Boolean).join(' ');
  return [name, cost, description].filter((part) => part !== undefined && part !== null && part !== '').join(' · ');
}

function shortened(url: string): string {
  return url.length <= urlCharacters ? url : `${url.slice(0, urlCharacters)}…`;
}
