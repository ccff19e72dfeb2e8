import { canBeIn } from '../../../words/writing.ts';
import { sighting, type Extractor } from '../found.ts';
import { knownAs, textLanguage, type TextLanguage } from '../../../words/text-language.ts';
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
  const declared = [
    root.attr('lang'),
    root.attr('xml:lang'),
    tags.text('og:locale', 35),
    tags.text('content-language', 35),
  ];
  return declared.map(canonical).find((tag) => tag !== undefined);
}

/** A declared language that fits the text less well than this, compared with the language of the text, is wrong. */
const declaredFitMin = 0.8;

/** Reports whether a text is clearly in another language than the declared one. */
const isContradicted = (tag: string, text: TextLanguage, sample: string): boolean =>
  !canBeIn(tag, sample) || (text.isClear && text.fit(tag) < declaredFitMin);

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
