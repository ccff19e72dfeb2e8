import { canBeIn } from '../../../studio/copy/copy-language.ts';
import { sighting, type Extractor } from '../found.ts';
import { textLanguage, type TextLanguage } from '../language/text-language.ts';
import type { Page } from '../page.ts';
import { metaReader } from './meta-tags.ts';
import { pageText } from './visible-text.ts';

function canonical(raw: string | undefined): string | undefined {
  try {
    return Intl.getCanonicalLocales((raw ?? '').trim().replaceAll('_', '-'))[0];
  } catch {
    return undefined;
  }
}

function declared({ $ }: Page): string | undefined {
  const root = $('html').first();
  const tags = metaReader($);
  const said = [
    root.attr('lang'),
    root.attr('xml:lang'),
    tags.text('og:locale', 35),
    tags.text('content-language', 35),
  ];
  return said.map(canonical).find((tag) => tag !== undefined);
}

const baseOf = (tag: string): string => tag.split('-')[0]?.toLowerCase() ?? '';
const bokmal: Record<string, string> = { no: 'nb', nn: 'nb' };
const knownAs = (tag: string): string => bokmal[baseOf(tag)] ?? baseOf(tag);

/**
 * A declared language is wrong if the text has at least `hitsMin` frequent words of another language, and at most this
 * share of that number of its own. A page that shows two languages has more.
 */
const wrong = { hitsMin: 6, ownShareMax: 0.4 };

/** Reports whether a text is clearly in another language than the declared one. */
function isContradicted(tag: string, text: TextLanguage, sample: string): boolean {
  if (!canBeIn(tag, sample)) return true;
  const own = text.hits.get(knownAs(tag));
  const other = text.hits.get(text.language);
  if (own === undefined || other === undefined) return text.isClear;
  return other >= wrong.hitsMin && own <= other * wrong.ownShareMax;
}

/**
 * Extractor of the language of a page. A declared language counts unless the visible text is clearly in another one,
 * because many sites are built from a template and keep its `lang="en"`.
 */
export const language: Extractor = (page) => {
  const tag = declared(page);
  const sample = pageText(page.$);
  const text = textLanguage(sample);
  if (tag !== undefined && (text === undefined || knownAs(tag) === text.language))
    return { languages: sighting(tag, 'meta', text === undefined ? 0.5 : 0.95) };
  if (text === undefined) return {};
  if (tag === undefined) return { languages: sighting(text.language, 'page', text.isClear ? 0.9 : 0.6) };
  const isWrong = isContradicted(tag, text, sample);
  return { languages: isWrong ? sighting(text.language, 'page', 0.9) : sighting(tag, 'meta', 0.5) };
};
