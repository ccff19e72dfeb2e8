import type { CheerioAPI } from 'cheerio/slim';
import { cleanMarkup, cleanMarkupLines } from '../text.ts';

export interface MetaReader {
  raw(name: string): string[];
  text(name: string, codePointsMax: number): string | undefined;
  /** Like `text`, but keeps the line breaks of the text. */
  lines(name: string, codePointsMax: number): string | undefined;
}

export function metaReader($: CheerioAPI): MetaReader {
  const contents = new Map<string, string[]>();
  $('meta[content]')
    .toArray()
    .slice(0, 500)
    .forEach(({ attribs }) => {
      const name = (attribs['property'] ?? attribs['name'] ?? '').trim().toLowerCase();
      const content = attribs['content'] ?? '';
      if (name === '' || content.trim() === '') return;
      contents.set(name, [...(contents.get(name) ?? []), content]);
    });
  return {
    raw: (name) => contents.get(name) ?? [],
    text: (name, codePointsMax) => cleanMarkup(contents.get(name)?.[0], codePointsMax),
    lines: (name, codePointsMax) => cleanMarkupLines(contents.get(name)?.[0], codePointsMax),
  };
}
