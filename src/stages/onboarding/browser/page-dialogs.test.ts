import { expect, test } from '@jest/globals';
import { factLimits } from './facts.ts';
import { overlaysOf } from './page-dialogs.ts';
import { domAccess, newState, type Dom } from './page-dom.ts';
import { shortText } from './page-text.ts';
import type { PageElement, PageNode, PageStyle } from './page-types.ts';

/** Element of a simulated page. Its children are made when they are read. */
class Made {
  readonly nodeType = 1;
  readonly nodeValue = null;
  readonly textContent = null;
  readonly tagName = 'DIV';
  readonly firstChild: PageNode | null;
  readonly position: string;
  nextSibling: PageNode | null = null;

  constructor(children: Made[] = [], position = 'static') {
    children.forEach((child, at) => (child.nextSibling = children[at + 1] ?? null));
    this.firstChild = children[0] ?? null;
    this.position = position;
  }
}

const wide = (count: number, children: () => Made[] = () => []): Made[] =>
  Array.from({ length: count }, () => new Made(children()));

/** Returns the access to a simulated page on which reading a style takes `styleMs`, and the number of read nodes. */
function domOf(body: Made, styleMs = 0): { dom: Dom; read: { styles: number; nodes: number } } {
  const read = { styles: 0, nodes: 0 };
  let nowMs = 0;
  const dom: Dom = {
    ...domAccess(),
    now: () => nowMs,
    query: () => body,
    type: ({ nodeType }) => nodeType,
    firstChild: (node) => node.firstChild,
    nextSibling: (node) => {
      read.nodes += 1;
      return node.nextSibling;
    },
    styleOf: (element: PageElement) => {
      read.styles += 1;
      nowMs += styleMs;
      return { position: (element as unknown as Made).position } as PageStyle;
    },
  };
  return { dom, read };
}

test('overlays are searched among a limited number of elements, those near the root first', () => {
  const [gate, inner] = [new Made([], 'fixed'), new Made([], 'fixed')];
  const { dom, read } = domOf(new Made([new Made([inner]), ...wide(150, () => wide(150)), gate]));
  expect(overlaysOf(newState(factLimits, dom, '€'))).toEqual([gate, inner]);
  expect(read.styles).toBe(factLimits.overlayElementsMax);
});

test('the search for overlays ends when its time is over', () => {
  const { dom, read } = domOf(new Made(wide(100, () => wide(100))), 10);
  overlaysOf(newState(factLimits, dom, '€'));
  expect(read.styles).toBe(factLimits.overlayTimeMs / 10 + 1);
});

test('an element with many descendants has no short text, and few of them are read', () => {
  const { dom, read } = domOf(new Made());
  const element = new Made(wide(100, () => wide(100)));
  expect(shortText(newState(factLimits, dom, '€'), element, 4_000)).toBeUndefined();
  expect(read.nodes).toBeLessThan(2_000);
});
