import { hexOf } from '../css/color-value.ts';
import { evidence, facts, type Evidence } from '../evidence.ts';
import type { Extractor } from '../findings.ts';
import type { Page } from '../page.ts';
import { metaReader, type MetaReader } from './meta-tags.ts';
import { cleanMarkup, textMax } from '../text.ts';
import { headlineOfTitle, nameOfTitle, titleParts } from '../title.ts';

const source = 'meta';
/** Maximum number of parts of a title that may be the name of the product. */
const partsMax = 4;

function colors($: Page['$'], tags: MetaReader): Evidence<string>[] {
  const themes = $('meta[name="theme-color" i]').toArray();
  const light = themes.find(({ attribs }) => !/dark/.test(attribs['media'] ?? ''));
  const seen = (color: string | undefined, name: string): Evidence<string>[] =>
    evidence(hexOf(color ?? ''), source, { [name]: 1 });
  return [
    ...seen(light?.attribs['content'], 'theme-color'),
    ...seen($('link[rel="mask-icon"]').attr('color'), 'mask-icon'),
    ...seen(tags.text('msapplication-tilecolor', 40), 'tile'),
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
    const productNames = titleParts(title)
      .slice(0, partsMax)
      .flatMap((part) =>
        evidence(cleanMarkup(part, textMax.name), source, { title: 1, ...facts({ 'title.first': part === headline }) }),
      );
    return { ...common, subheadlines, productNames, descriptions: subheadlines };
  }
  return {
    ...common,
    headlines: evidence(headline, source, { title: 1 }),
    subheadlines,
  };
};
