import { z } from 'zod';
import type { IssueType } from './issue.ts';
import { fontNameMax, labelMax, languageMax, urlMax } from './limits.ts';

/** One thing that must be true of a value, and what to tell a person when it is not. */
export interface Rule<T> {
  type: IssueType;
  msg: string;
  holds: (value: T) => boolean;
}

/** Add rules to a string; all of them are judged, each speaks for itself. */
export function ruled(schema: z.ZodString, ...rules: Rule<string>[]): z.ZodString {
  return rules.reduce((so, { type, msg, holds }) => so.refine(holds, { error: msg, params: { type } }), schema);
}

/** zod's own `.max` counts UTF-16 units, Kubernetes and this API count code points. */
export function codePoints(text: string): number {
  return Array.from(text).length;
}

const notBlank: Rule<string> = {
  type: 'blank',
  msg: 'Write something here, or leave the field out where it is optional.',
  holds: (text) => text.trim() !== '',
};

const atMost = (max: number): Rule<string> => ({
  type: 'too_long',
  msg: `Use at most ${max.toLocaleString('en')} characters.`,
  holds: (text) => codePoints(text) <= max,
});

/** Words for people or models: trimmed, never blank, at most `max` code points. */
export function freeText(max: number) {
  return ruled(z.string().trim(), notBlank, atMost(max)).meta({ minLength: 1, maxLength: max });
}

/** The name of a font family. */
export const FontName = freeText(fontNameMax);

/** A free word about a picture; case does not matter. */
export const Label = freeText(labelMax).toLowerCase().meta({ minLength: 1, maxLength: labelMax });

const urlPattern = /^https?:\/\/[^\s\\\p{Cc}]+$/u;

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
  },
  atMost(urlMax),
).meta({ maxLength: urlMax, pattern: '^https?://[^\\s\\\\]+$', examples: ['https://www.example.com/shoes'] });

export const HexColor = ruled(z.string(), {
  type: 'bad_format',
  msg: 'Give a colour as #rgb, #rrggbb or #rrggbbaa, such as #1a7f5a.',
  holds: (text) => /^#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$/.test(text),
}).meta({ maxLength: 9, pattern: '^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$', examples: ['#1a7f5a'] });

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
}).meta({ maxLength: languageMax, pattern: '^[A-Za-z0-9-]+$', examples: ['en-US', 'ja'] });
