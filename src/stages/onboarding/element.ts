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

export function isWithin(element: Element, pattern: RegExp): boolean {
  let at: Element | undefined = element;
  for (let height = 0; at !== undefined && height < ancestorsMax; height += 1) {
    if (at.name === 'body' || at.name === 'html') return false;
    if (pattern.test(nameOf(at)) || pattern.test(`<${at.name}>`)) return true;
    const parent: unknown = at.parent;
    at = isElement(parent) ? parent : undefined;
  }
  return false;
}

export function isElement(node: unknown): node is Element {
  return typeof node === 'object' && node !== null && 'attribs' in node && 'name' in node;
}

export const overlay =
  /cookie|consent|onetrust|gdpr|cmp-|usercentrics|didomi|cybot|borlabs|klaro|modal|popup|drawer|offcanvas|\bdialog\b|<dialog>|<template>|<noscript>/;
