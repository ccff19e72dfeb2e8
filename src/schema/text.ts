import { z } from 'zod';
import { fontNameMax, labelMax, languageMax, urlMax } from './limits.ts';
import { ruled, stringRules, type Rule } from './rule.ts';

/**
 * Returns the number of Unicode code points in a text, the unit of length limits in Kubernetes and in this API. zod's
 * `.max` cannot be used, because it counts UTF-16 units.
 */
export function codePoints(text: string): number {
  return Array.from(text).length;
}

/** The characters that JavaScript trims and that match `\s`, as part of a character class in Go syntax. */
const jsBlanks = '\\t\\n\\v\\f\\r\\pZ\\x{FEFF}';

export const notBlankPattern = '\\S';

const notBlank: Rule<string> = {
  type: 'blank',
  msg: 'Give text that is not only whitespace.',
  holds: (text) => text.trim() !== '',
  crd: { pattern: notBlankPattern, re2: `[^${jsBlanks}]` },
};

export function atMost(max: number): Rule<string> {
  return {
    type: 'too_long',
    msg: `Use at most ${max.toLocaleString('en')} characters.`,
    holds: (text) => codePoints(text) <= max,
    crd: { maxLength: max },
  };
}

/** An API server stores no half of a character, so a CRD needs no such rule. */
const wholeCharacters: Rule<string> = {
  type: 'bad_format',
  msg: 'Give whole characters. This text contains half of a character, such as of an emoji that was cut in two.',
  holds: (text) => text.isWellFormed(),
  crd: {},
};

export function freeText(max: number): z.ZodString {
  return ruled(z.string().trim(), notBlank, wholeCharacters, atMost(max));
}

export const FontName = freeText(fontNameMax);

/**
 * Converts text to lower case without changing its number of code points. `İ` is treated separately, because it is the
 * only character whose lower case has two code points.
 */
const lowerCase = (text: string): string => text.replaceAll('İ', 'i').toLowerCase();

export const Label = ruled(z.string().trim().overwrite(lowerCase), notBlank, wholeCharacters, atMost(labelMax));

const urlPattern = /^https?:\/\/[^\s\\\p{Cc}]+$/u;
const notInUrl = '\\pZ\\p{Cc}\\x{FEFF}\\\\';
/**
 * Regular expression, in Go syntax, for a host name or an IPv6 address in brackets, with an optional port. It also
 * accepts some invalid hosts.
 */
const hostRe2 = `([^${notInUrl}/?#@:\\[\\]<>^|]+|\\[[0-9A-Fa-f:.]+\\])(:[0-9]*)?`;

/**
 * Reports whether the text is an absolute http or https URL without user name and password. Does not check whether the
 * installation allows the URL.
 */
export function isWebUrl(text: string): boolean {
  if (!urlPattern.test(text) || !URL.canParse(text)) return false;
  const authority = /^https?:\/\/([^/?#]*)/.exec(text)?.[1] ?? '';
  return authority !== '' && !authority.includes('@');
}

export const WebUrl = ruled(
  z.string(),
  {
    type: 'bad_url',
    msg: 'Give an absolute URL that starts with http:// or https:// and has no whitespace, backslashes or credentials.',
    holds: isWebUrl,
    crd: {
      pattern: '^https?://[^\\s\\\\/?#@]+([/?#][^\\s\\\\]*)?$',
      re2: `^https?://${hostRe2}([/?#][^${notInUrl}]*)?$`,
    },
  },
  { ...wholeCharacters, type: 'bad_url' },
  atMost(urlMax),
);

export function isWebUrlSchema(schema: z.core.$ZodType): boolean {
  return stringRules.get(schema)?.rules === stringRules.get(WebUrl)?.rules;
}

export const HexColor = ruled(z.string(), {
  type: 'bad_format',
  msg: 'Give a colour as #rgb, #rrggbb or #rrggbbaa, such as #1a7f5a.',
  holds: (text) => /^#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$/.test(text),
  crd: { pattern: '^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$', maxLength: 9 },
});

export function isLanguageTag(text: string): boolean {
  // This pattern matches most tags, such as en-US. It is faster than Intl, and every read of an AdJob checks a tag.
  if (/^[a-z]{2,3}(-[A-Z]{2})?$/.test(text)) return true;
  try {
    return Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
}

export const LanguageTag = ruled(z.string(), {
  type: 'bad_format',
  msg: `Give a BCP-47 language tag of at most ${languageMax} characters, such as en-US, de or zh-Hant-TW.`,
  holds: (text) => text.length <= languageMax && isLanguageTag(text),
  crd: { pattern: '^[A-Za-z0-9]+(-[A-Za-z0-9]+)*$', maxLength: languageMax },
});
