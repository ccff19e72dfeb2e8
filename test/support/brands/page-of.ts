import { parseSheet } from '../../../src/stages/onboarding/css/parse-sheet.ts';
import { Styles } from '../../../src/stages/onboarding/css/styles.ts';
import { parseDocument } from '../../../src/stages/onboarding/document.ts';
import { baseOf, type Page, type PageRole } from '../../../src/stages/onboarding/page.ts';

export interface PageParts {
  css?: string;
  role?: PageRole;
  url?: string;
  manifest?: unknown;
  readAt?: Date;
}

/** Parses HTML into the page object that the brand extractors take. */
export function pageOf(
  html: string,
  { css = '', role = 'brand', url: address, manifest, readAt = new Date() }: PageParts = {},
): Page {
  const url = new URL(address ?? 'https://shop.example/');
  const $ = parseDocument(html);
  const base = baseOf($, url);
  return {
    role,
    url,
    base,
    readAt,
    response: { url: url.href, status: 200, contentType: 'text/html; charset=utf-8', bytes: Buffer.from(html) },
    $,
    styles: new Styles([parseSheet(css, base)], base, (element) => $(element)),
    manifest: manifest === undefined ? undefined : { json: manifest, url },
  };
}
