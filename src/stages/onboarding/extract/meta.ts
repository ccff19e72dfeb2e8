import { hexOf } from '../css/color-value.ts';
import { isNeutral } from '../color-distance.ts';
import type { ColorValue, Extractor, Found } from '../found.ts';
import { metaReader } from './meta-tags.ts';
import { cleanText, textMax } from '../text.ts';
import { headlineOfTitle, nameOfTitle, titleParts } from '../title.ts';

const source = 'meta';

/** What generators write when nobody chose a colour. */
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

/** The page's `lang`, canonical. */
function languageOf(raw: string | undefined): string | undefined {
  try {
    return Intl.getCanonicalLocales((raw ?? '').trim().replaceAll('_', '-'))[0];
  } catch {
    return undefined;
  }
}

/** Title, description, theme colours, icons and language: what a page's head says in plain HTML. */
export const meta: Extractor = ({ $, url, role }) => {
  const tags = metaReader($);
  const title = cleanText($('head > title, title').first().text(), 300) ?? '';
  const appName = tags.text('application-name', textMax.name) ?? tags.text('apple-mobile-web-app-title', textMax.name);
  const fromTitle = nameOfTitle(title, url);
  const lastPart =
    titleParts(title).length > 1
      ? titleParts(title).at(role === 'brand' && /^\S+(\s\S+)?\s*[|–—-]/.test(title) ? 0 : -1)
      : titleParts(title)[0];
  const headline = headlineOfTitle(title, appName, url);
  const description = tags.text('description', textMax.copy);
  const language =
    languageOf($('html').attr('lang') ?? $('html').attr('xml:lang')) ??
    languageOf(tags.text('og:locale', 35)) ??
    languageOf(tags.text('content-language', 35));
  const light = $('meta[name="theme-color" i]')
    .toArray()
    .find(({ attribs }) => !/dark/.test(attribs['media'] ?? ''));
  const maskColor = $('link[rel="mask-icon"]').attr('color');
  return {
    names: [
      ...(appName === undefined ? [] : [{ value: appName, source, confidence: 0.6 } as const]),
      ...(fromTitle === undefined ? [] : [{ value: fromTitle, source, confidence: 0.7 } as const]),
      ...(lastPart === undefined || lastPart.length > 30
        ? []
        : [{ value: lastPart, source, confidence: 0.3 } as const]),
    ],
    headlines: role === 'brand' && headline !== undefined ? [{ value: headline, source, confidence: 0.35 }] : [],
    subheadlines:
      role === 'brand' && description !== undefined ? [{ value: description, source, confidence: 0.45 }] : [],
    colors: [
      ...themeColor(light?.attribs['content'], 0.6),
      ...themeColor(maskColor, 0.55),
      ...themeColor(tags.text('msapplication-tilecolor', 40), 0.4),
    ],
    languages: language === undefined ? [] : [{ value: language, source, confidence: 0.9 }],
    products:
      role === 'product'
        ? [
            {
              value: {
                name: headline ?? null,
                description: description ?? null,
                price: null,
                currency: null,
                images: [],
              },
              source,
              confidence: 0.3,
            },
          ]
        : [],
  };
};
