import { canBeIn } from '../../../words/writing.ts';
import { evidence, facts } from '../evidence.ts';
import type { Extractor } from '../findings.ts';
import { knownAs, textLanguage } from '../../../words/text-language.ts';
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

/** Extractor of the language of a page: the declared one, and that of its visible text. */
export const language: Extractor = (page) => {
  const tag = declared(page);
  const sample = pageText(page.$);
  const text = textLanguage(sample);
  const isSame = tag !== undefined && text !== undefined && knownAs(tag) === knownAs(text.language);
  const written = facts({ 'text.clear': text?.isClear === true });
  return {
    languages: [
      ...evidence(tag, 'meta', {
        declared: 1,
        fit: tag === undefined ? 0 : (text?.fit(tag) ?? 0),
        ...written,
        ...facts({
          'declared.unsaid': text === undefined,
          'declared.other-letters': tag !== undefined && !canBeIn(tag, sample),
        }),
      }),
      ...evidence(isSame ? undefined : text?.language, 'page', {
        text: 1,
        ...written,
        ...facts({ 'text.only': tag === undefined }),
      }),
    ],
  };
};
