import { z } from 'zod';
import { fontNameMax, labelMax, languageMax, urlMax } from './limits.ts';
import { ruled, stringRules, type Rule } from './rule.ts';

/** zod's own `.max` counts UTF-16 units; Kubernetes and this API count code points. */
export function codePoints(text: string): number {
  return Array.from(text).length;
}

/** What JavaScript trims and `\s` means, inside a class of Go's regular expressions. */
const jsBlanks = '\\t\\n\\v\\f\\r\\pZ\\x{FEFF}';

/** How schemas say that there is more than blanks. */
export const notBlankPattern = '\\S';

const notBlank: Rule<string> = {
  type: 'blank',
  msg: 'Write something here; blanks alone do not count.',
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

/** Words for people or models: trimmed, never blank, at most `max` code points. */
export function freeText(max: number): z.ZodString {
  return ruled(z.string().trim(), notBlank, atMost(max));
}

/** The name of a font family. */
export const FontName = freeText(fontNameMax);

/** A free word about a picture; case does not matter. `İ` alone would become two code points, and is made one. */
const lowerCase = (text: string): string => text.replaceAll('İ', 'i').toLowerCase();
export const Label = ruled(z.string().trim().overwrite(lowerCase), notBlank, atMost(labelMax));

const urlPattern = /^https?:\/\/[^\s\\\p{Cc}]+$/u;
/** What no part of an address may hold, inside a class of Go's regular expressions. */
const notInUrl = '\\pZ\\p{Cc}\\x{FEFF}\\\\';
/** A host is a name, or an IPv6 address in brackets: which of them exist at all is beyond a pattern. */
const hostRe2 = `([^${notInUrl}/?#@:\\[\\]<>^|]+|\\[[0-9A-Fa-f:.]+\\])(:[0-9]*)?`;

/** An absolute web address without credentials. Whether it may be reached is judged elsewhere. */
export function isWebUrl(text: string): boolean {
  if (!urlPattern.test(text) || !URL.canParse(text)) return false;
  const authority = /^https?:\/\/([^/?#]*)/.exec(text)?.[1] ?? '';
  return authority !== '' && !authority.includes('@');
}

export const WebUrl = ruled(
  z.string(),
  {
    type: 'bad_url',
    msg: 'Give an absolute address that begins with http:// or https://, without blanks, backslashes or credentials.',
    holds: isWebUrl,
    crd: {
      pattern: '^https?://[^\\s\\\\/?#@]+([/?#][^\\s\\\\]*)?$',
      re2: `^https?://${hostRe2}([/?#][^${notInUrl}]*)?$`,
    },
  },
  atMost(urlMax),
);

/** Also for a described copy of `WebUrl`: rules are inherited. */
export function isWebUrlSchema(schema: z.core.$ZodType): boolean {
  return stringRules.get(schema)?.rules === stringRules.get(WebUrl)?.rules;
}

export const HexColor = ruled(z.string(), {
  type: 'bad_format',
  msg: 'Give a colour as #rgb, #rrggbb or #rrggbbaa, such as #1a7f5a.',
  holds: (text) => /^#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$/.test(text),
  crd: { pattern: '^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$', maxLength: 9 },
});

/** True for what `Intl` takes as a BCP-47 tag; an underscore is none of its letters. */
export function isLanguageTag(text: string): boolean {
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
