/**
 * Hyphenation patterns by language, as the package `hyphenopoly` names them. Each file contains its own licence. Only
 * patterns under a licence that lets everybody pass them on with a program are listed: none of the GPL alone (Czech,
 * Slovak, Indonesian, Macedonian, Faroese) and none without a licence (Romanian).
 */
const names: Readonly<Record<string, string>> = {
  af: 'af',
  be: 'be',
  bg: 'bg',
  bs: 'hr',
  ca: 'ca',
  cy: 'cy',
  da: 'da',
  de: 'de',
  el: 'el-monoton',
  en: 'en-us',
  eo: 'eo',
  es: 'es',
  et: 'et',
  eu: 'eu',
  // These patterns know the letter w, which the other Finnish patterns lack.
  fi: 'fi-x-school',
  fr: 'fr',
  fur: 'fur',
  ga: 'ga',
  gl: 'gl',
  hr: 'hr',
  hsb: 'hsb',
  hu: 'hu',
  is: 'is',
  it: 'it',
  ku: 'kmr',
  la: 'la',
  lt: 'lt',
  lv: 'lv',
  mn: 'mn-cyrl',
  nb: 'nb',
  nl: 'nl',
  nn: 'nn',
  no: 'no',
  oc: 'oc',
  pl: 'pl',
  pt: 'pt',
  rm: 'rm',
  ru: 'ru',
  sl: 'sl',
  sq: 'sq',
  sr: 'sh-cyrl',
  sv: 'sv',
  tk: 'tk',
  tr: 'tr',
  uk: 'uk',
};

/** Names of all patterns that the program uses. */
export const patternNames: ReadonlySet<string> = new Set([...Object.values(names), 'en-gb', 'sh-latn']);

/** Regions whose English is hyphenated as in the United States. All other regions follow British rules. */
const americanRegions: ReadonlySet<string | undefined> = new Set(['US', 'PR', 'PH', 'CA']);

/** Returns the name of the hyphenation patterns for a language (BCP-47), or null if there are none. */
export function patternsFor(language: string): string | null {
  const { language: spoken, script, region } = new Intl.Locale(language).maximize();
  if (spoken === 'en' && !americanRegions.has(region)) return 'en-gb';
  if (spoken === 'sr' && script === 'Latn') return 'sh-latn';
  return names[spoken] ?? null;
}
