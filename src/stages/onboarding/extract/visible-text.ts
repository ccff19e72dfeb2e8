import type { Element } from 'domhandler';
import { isElement } from '../page.ts';

const silent = new Set(['script', 'style', 'svg', 'template', 'noscript', 'select', 'iframe']);
const block = new Set(['br', 'p', 'div', 'li', 'h1', 'h2', 'h3', 'h4', 'tr', 'td', 'section']);
const hidden = /(?:^|\s)(?:sr-only|visually-hidden|visuallyhidden|screen-reader-text|u-hidden|hidden)(?:\s|$)/;
const charactersMax = 20_000;

function isSilent({ name, attribs }: Element): boolean {
  const isHidden =
    attribs['hidden'] !== undefined || attribs['aria-hidden'] === 'true' || hidden.test(attribs['class'] ?? '');
  return silent.has(name) || isHidden || /display:\s*none/.test(attribs['style'] ?? '');
}

/** What a reader sees of an element, blanks where blocks meet. The element itself counts as seen; the tree's depth is bounded. */
export function visibleText(element: Element): string {
  let text = '';
  const visit = (node: unknown): void => {
    if (text.length > charactersMax) return;
    if (isElement(node)) {
      if (isSilent(node)) return;
      if (block.has(node.name)) text += ' ';
      node.children.forEach(visit);
      if (block.has(node.name)) text += ' ';
    } else if (
      typeof node === 'object' &&
      node !== null &&
      'data' in node &&
      typeof node.data === 'string' &&
      'type' in node &&
      node.type === 'text'
    ) {
      text += node.data;
    }
  };
  element.children.forEach(visit);
  return text;
}
