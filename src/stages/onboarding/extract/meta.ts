import { hexOf } from '../css/color-value.ts';
import { isNeutral } from '../color-distance.ts';
import { evidence, facts } from '../evidence.ts';
import { noProduct, sighting, type ColorValue, type Extractor, type Found } from '../found.ts';
import type { Page } from '../page.ts';
import { metaReader, type MetaReader } from './meta-tags.ts';
import { cleanMarkup, textMax } from '../text.ts';
import { headlineOfTitle, nameOfTitle, titleParts } from '../title.ts';

const source = 'meta';
/** Maximum number of parts of a title that may be the name of the product. */
const partsMax = 4;

const generated = new Set([
  '#da532c',
  '#2b5797',
  '#5bbad5',
  '#00aba9',
  '#603cba',
  '#ffffff',
  '#000000',
  '#9f00a7',
  '#b91d47',
  '#2d89ef',
]);

function themeColor(value: string | undefined, confidence: number): Found<ColorValue>[] {
  const hex = value === undefined ? undefined : hexOf(value);
  if (hex === undefined || generated.has(hex)) return [];
  const neutral = isNeutral(hex);
  return [
    {
      value: { hex, label: null, role: neutral ? 'other' : 'primary' },
      source,
      confidence: neutral ? 0.2 : confidence,
    },
  ];
}

function colors($: Page['$'], tags: MetaReader): Found<ColorValue>[] {
  const themes = $('meta[name="theme-color" i]').toArray();
  const light = themes.find(({ attribs }) => !/dark/.test(attribs['media'] ?? ''));
  return [
    ...themeColor(light?.attribs['content'], 0.6),
    ...themeColor($('link[rel="mask-icon"]').attr('color'), 0.55),
    ...themeColor(tags.text('msapplication-tilecolor', 40), 0.4),
  ];
}

export const meta: Extractor = ({ $, url, role }) => {
  const tags = metaReader($);
  const title = cleanMarkup($('title').first().text(), 300) ?? '';
  const appName = tags.text('application-name', textMax.name) ?? tags.text('apple-mobile-web-app-title', textMax.name);
  const headline = headlineOfTitle(title, appName, url);
  const description = tags.lines('description', textMax.copy);
  const common = {
    names: [
      ...evidence(appName, source, { 'app-name': 1 }),
      ...evidence(title, source, { title: 1 }),
      ...evidence(nameOfTitle(title, url), source, { 'title.by-address': 1 }),
    ],
    colors: colors($, tags),
  };
  const subheadlines = evidence(description, source, { description: 1 });
  if (role === 'product') {
    const product = { ...noProduct, description: description ?? null };
    const productNames = titleParts(title)
      .slice(0, partsMax)
      .flatMap((part) =>
        evidence(cleanMarkup(part, textMax.name), source, { title: 1, ...facts({ 'title.first': part === headline }) }),
      );
    return { ...common, subheadlines, productNames, products: sighting(product, source, 0.3) };
  }
  return {
    ...common,
    headlines: evidence(headline, source, { title: 1 }),
    subheadlines,
  };
};
