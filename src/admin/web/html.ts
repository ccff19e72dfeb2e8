import { html as template, raw } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';

/** HTML whose inserted texts are escaped. */
export type Html = HtmlEscapedString;

/** Value of a place in a template. Null, undefined and booleans print nothing. */
export type HtmlPart = Html | string | number | boolean | null | undefined | readonly HtmlPart[];

/** Returns HTML. All inserted values are escaped, but HTML that this function has returned. */
export function html(strings: TemplateStringsArray, ...values: HtmlPart[]): Html {
  const made = template(strings, ...values);
  if (made instanceof Promise) throw new TypeError('A promise cannot be inserted into HTML. Await it first.');
  return made;
}

/** The document type, which no template can contain. */
export const doctype: Html = raw('<!doctype html>');

/**
 * Paths of this site. Browsers remove tabs and line breaks from an address and read a backslash as a slash, so that such
 * a path could name another site.
 */
const ownPath = /^\/(?!\/)[^\\\p{Cc}]*$/u;

/**
 * Returns the value of a `href` or `src` attribute: the address if it is `http:`, `https:` or a path of this site, and
 * `about:blank` otherwise, because a browser would run an address such as `javascript:...`.
 */
export function url(address: string): string {
  if (ownPath.test(address)) return address;
  const parsed = URL.canParse(address) ? new URL(address) : undefined;
  return parsed !== undefined && ['http:', 'https:'].includes(parsed.protocol) ? parsed.href : 'about:blank';
}
