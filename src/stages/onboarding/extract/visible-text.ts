import type { CheerioAPI } from 'cheerio/slim';
import type { Element } from 'domhandler';
import { isElement } from '../element.ts';

const silent = new Set(['head', 'title', 'script', 'style', 'svg', 'template', 'noscript', 'select', 'iframe']);
const block = new Set([
  'br',
  'img',
  'picture',
  'p',
  'div',
  'li',
  'ul',
  'ol',
  'dt',
  'dd',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'tr',
  'td',
  'th',
  'section',
  'article',
  'summary',
  'figcaption',
  'blockquote',
]);
const hidden = /(?:^|\s)(?:sr-only|visually-hidden|visuallyhidden|screen-reader-text|u-hidden|hidden)(?:\s|$)/;
const charactersMax = 20_000;

function isSilent({ name, attribs }: Element): boolean {
  const isHidden =
    attribs['hidden'] !== undefined || attribs['aria-hidden'] === 'true' || hidden.test(attribs['class'] ?? '');
  return silent.has(name) || isHidden || /display:\s*none/.test(attribs['style'] ?? '');
}

function isText(node: unknown): node is { data: string } {
  return typeof node === 'object' && node !== null && 'type' in node && node.type === 'text' && 'data' in node;
}

/**
 * Returns the text of an element, with a line break at each edge of a block. Assumes that the element itself is visible.
 * Elements inside it for which `isLeftOut` is true are left out. Recursion is safe, because the nesting depth of a page
 * is limited.
 */
export function visibleText(element: Element, isLeftOut?: (element: Element) => boolean): string {
  let text = '';
  const enter = (child: Element): void => {
    const edge = block.has(child.name) ? '\n' : '';
    text += edge;
    child.children.forEach(visit);
    text += edge;
  };
  const visit = (node: unknown): void => {
    if (text.length > charactersMax) return;
    if (isText(node)) text += node.data.replace(/\s+/g, ' ');
    else if (isElement(node) && !isSilent(node) && isLeftOut?.(node) !== true) enter(node);
  };
  element.children.forEach(visit);
  return text;
}

export function pageText($: CheerioAPI): string {
  const seen = $.root()
    .children()
    .toArray()
    .filter((element) => !isSilent(element))
    .map((element) => visibleText(element));
  return seen.join(' ').slice(0, charactersMax).replace(/\s+/g, ' ').trim();
}

export function letterCount(text: string): number {
  return text.match(/\p{L}/gu)?.length ?? 0;
}
