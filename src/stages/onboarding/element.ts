import type { Cheerio } from 'cheerio/slim';
import type { Element } from 'domhandler';

/**
 * Maximum number of ancestors whose names are checked. Page builders nest elements forty levels deep; ancestors further
 * up describe the page as a whole.
 */
const ancestorsMax = 60;
const nameCharactersMax = 400;

export type Selection = Cheerio<Element>;

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
