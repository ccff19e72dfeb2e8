import type { Cheerio, CheerioAPI } from 'cheerio/slim';
import type { Element } from 'domhandler';
import type { Styles } from './css/styles.ts';
import { absoluteUrl } from './text.ts';

/**
 * Maximum number of ancestors whose names are checked. Page builders nest elements forty levels deep; ancestors further
 * up describe the page as a whole.
 */
const ancestorsMax = 60;
const nameCharactersMax = 400;

export type PageRole = 'brand' | 'product';
export type Selection = Cheerio<Element>;

/** A page for the extractors: fetched and parsed, with its stylesheets and manifest. */
export interface Page {
  /** Role for which the request names the page: page of the brand or page of the product. */
  role: PageRole;
  /** URL of the page after redirects. */
  url: URL;
  /** URL against which relative links of the page are resolved. */
  base: URL;
  $: CheerioAPI;
  /** Styles of the page; undefined if its design is not needed. */
  styles: Styles | undefined;
  /** Web app manifest, not validated, and its URL. */
  manifest: { json: unknown; url: URL } | undefined;
}

export function baseOf($: CheerioAPI, url: URL): URL {
  const href = $('base[href]').first().attr('href');
  const absolute = href === undefined ? undefined : absoluteUrl(href, url);
  return absolute === undefined ? url : new URL(absolute);
}

/** Reports whether a link leads to the front page of its site, in any language. */
export function isHomeLink(href: string | undefined, base: URL): boolean {
  if (href === undefined) return false;
  const url = URL.parse(href, base.href);
  if (url?.hostname.replace(/^www\./, '') !== base.hostname.replace(/^www\./, '')) return false;
  return /^\/(?:index\.(?:html?|php)|home\/?|[a-z]{2}(?:[-_][a-z]{2})?\/?)?$/i.test(url.pathname);
}

/** Returns the id, the classes and the usual naming attributes of an element, in lower case. */
export function nameOf(element: Element): string {
  const { id = '', class: classes = '', 'data-testid': testId = '', role = '' } = element.attribs;
  return `${id} ${classes} ${testId} ${role}`.slice(0, nameCharactersMax).toLowerCase();
}

/** Reports whether the name of the element or of one of its ancestors matches. */
export function isWithin(element: Element, pattern: RegExp): boolean {
  let at: Element | undefined = element;
  for (let height = 0; at !== undefined && height < ancestorsMax; height += 1) {
    if (pattern.test(nameOf(at)) || pattern.test(`<${at.name}>`)) return true;
    const parent: unknown = at.parent;
    at = isElement(parent) ? parent : undefined;
  }
  return false;
}

export function isElement(node: unknown): node is Element {
  return typeof node === 'object' && node !== null && 'attribs' in node && 'name' in node;
}

/** Matches names of cookie banners, consent dialogs and other layers over a page. */
export const overlay =
  /cookie|consent|onetrust|gdpr|cmp-|usercentrics|didomi|cybot|borlabs|klaro|modal|popup|drawer|offcanvas|\bdialog\b|<dialog>|<template>|<noscript>/;
