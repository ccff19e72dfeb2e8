import type { Cheerio } from 'cheerio/slim';
import type { Element } from 'domhandler';

/**
 * Maximum number of ancestors of an element whose ids and classes are checked. Page builders nest elements forty levels
 * deep. Ancestors further up, and `html` and `body`, describe the page as a whole and not the element.
 */
const ancestorsMax = 60;
const nameCharactersMax = 400;

export type Selection = Cheerio<Element>;

export function nameOf(element: Element): string {
  const { id = '', class: classes = '', 'data-testid': testId = '', role = '' } = element.attribs;
  return `${id} ${classes} ${testId} ${role}`.slice(0, nameCharactersMax).toLowerCase();
}

/** Returns an element and its ancestors, from the inside outwards. */
export function around(element: Element): Element[] {
  const all: Element[] = [];
  let at: unknown = element;
  while (isElement(at) && all.length < ancestorsMax && at.name !== 'body' && at.name !== 'html') {
    all.push(at);
    at = at.parent;
  }
  return all;
}

export const isWithin = (element: Element, pattern: RegExp): boolean =>
  around(element).some((each) => pattern.test(nameOf(each)) || pattern.test(`<${each.name}>`));

export function isElement(node: unknown): node is Element {
  return typeof node === 'object' && node !== null && 'attribs' in node && 'name' in node;
}

export const overlay =
  /cookie|consent|onetrust|gdpr|cmp-|usercentrics|didomi|cybot|borlabs|klaro|modal|popup|drawer|offcanvas|\bdialog\b|<dialog>|<template>|<noscript>/;
