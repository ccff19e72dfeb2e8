import type { Copy } from '../brief.ts';
import { canBeIn, writings } from '../../words/writing.ts';

/**
 * Returns the language of the ad's texts, as a canonical BCP-47 tag: the first candidate that fits the letters of the
 * texts, else the default language for these letters. The language decides the typographic rules. It may differ from
 * the requested language, because texts of a web page are not translated.
 */
export function copyLanguage(copy: Copy, candidates: readonly string[]): string {
  const text = [copy.headline, copy.subheadline, copy.cta, copy.offer].join(' ');
  const written = writings.find(({ letters }) => letters.test(text))?.language ?? 'en';
  const chosen = candidates.find((language) => canBeIn(language, text)) ?? written;
  return Intl.getCanonicalLocales(chosen)[0] ?? 'en';
}
