import type { Cheerio, CheerioAPI } from 'cheerio/slim';
import type { Element } from 'domhandler';
import type { Styles } from './css/styles.ts';
import { absoluteUrl } from './text.ts';

/** Page builders nest forty deep; what is said further up is about the page. */
const ancestorsMax = 60;
const nameCharactersMax = 400;

export type PageRole = 'brand' | 'product';
export type Selection = Cheerio<Element>;

/** A page as the extractors see it: fetched and parsed, with what belongs to it. */
export interface Page {
  /** What it was asked for as. A page that is both is the brand's, with `isProduct`. */
  role: PageRole;
  /** Where it was found in the end. */
  url: URL;
  /** What its relative links are relative to. */
  base: URL;
  $: CheerioAPI;
  /** Undefined on a page whose looks are not asked for. */
  styles: Styles | undefined;
  /** The web manifest, unread, and where it was. */
  manifest: { json: unknown; url: URL } | undefined;
}

export function baseOf($: CheerioAPI, url: URL): URL {
  const href = $('base[href]').first().attr('href');
  const absolute = href === undefined ? undefined : absoluteUrl(href, url);
  return absolute === undefined ? url : new URL(absolute);
}

/** True for a link to the front page of its site, in whatever language. */
export function isHomeLink(href: string | undefined, base: URL): boolean {
  if (href === undefined) return false;
  const url = URL.parse(href, base.href);
  if (url?.hostname.replace(/^www\./, '') !== base.hostname.replace(/^www\./, '')) return false;
  return /^\/(?:index\.(?:html?|php)|home\/?|[a-z]{2}(?:[-_][a-z]{2})?\/?)?$/i.test(url.pathname);
}

/** What an element calls itself: id, classes and the usual hooks of its own, in lower case. */
export function nameOf(element: Element): string {
  const { id = '', class: classes = '', 'data-testid': testId = '', role = '' } = element.attribs;
  return `${id} ${classes} ${testId} ${role}`.slice(0, nameCharactersMax).toLowerCase();
}

/** Whether the element or one of its ancestors calls itself so. */
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

/** Cookie banners, consent dialogs and what else lies over a page and is not of it. */
export const overlay =
  /cookie|consent|onetrust|gdpr|cmp-|usercentrics|didomi|cybot|borlabs|klaro|modal|popup|drawer|offcanvas|\bdialog\b|<dialog>|<template>|<noscript>/;
