import { expect, test } from '@jest/globals';
import { factLimits } from './facts.ts';
import { domAccess, newState, type Dom } from './page-dom.ts';
import { drawingOf } from './page-svg.ts';
import type { DrawnFact, PageNode, PageStyle } from './page-types.ts';

/** Element of a simulated inline SVG. */
class Made {
  readonly nodeType = 1;
  readonly nodeValue = null;
  readonly textContent = null;
  readonly tagName: string;
  readonly firstChild: PageNode | null;
  readonly display: string;
  nextSibling: PageNode | null = null;

  constructor(tagName: string, children: Made[] = [], display = 'inline') {
    children.forEach((child, at) => (child.nextSibling = children[at + 1] ?? null));
    this.tagName = tagName;
    this.firstChild = children[0] ?? null;
    this.display = display;
  }
}

const many = (count: number, make: () => Made): Made[] => Array.from({ length: count }, make);
const silent = (): Made => new Made('desc');
const hidden = (): Made => new Made('g', [], 'none');

/** Reads an SVG on which reading a style takes `styleMs`. Returns the drawing and the number of styles and names read. */
function read(svg: Made, styleMs = 0): { drawing: DrawnFact[]; styles: number; names: number } {
  let [nowMs, styles, names] = [0, 0, 0];
  const dom: Dom = {
    ...domAccess(),
    now: () => nowMs,
    type: ({ nodeType }) => nodeType,
    firstChild: ({ firstChild }) => firstChild,
    nextSibling: ({ nextSibling }) => nextSibling,
    tag: (element) => {
      names += 1;
      return (element as unknown as Made).tagName;
    },
    styleOf: (element) => {
      styles += 1;
      nowMs += styleMs;
      const { display } = element as unknown as Made;
      return { display, visibility: 'visible', opacity: '1', getPropertyValue: () => '' } as unknown as PageStyle;
    },
  };
  const drawing = drawingOf(newState(factLimits, dom, '€'), svg);
  return { drawing, styles, names };
}

const { visitsMax } = factLimits.drawing;

test('an SVG with a few elements that show nothing is recorded without them', () => {
  const { drawing } = read(new Made('svg', [silent(), hidden(), new Made('path')]));
  expect(drawing.map(({ tag }) => tag)).toEqual(['svg', 'path']);
});

test.each<[string, () => Made]>([
  ['that show nothing', silent],
  ['that are hidden', hidden],
])('an SVG with too many elements %s is not recorded, and no more of them are read', (_, make) => {
  const group = (): Made => new Made('g', many(2_000, make));
  const { drawing, styles, names } = read(new Made('svg', many(10, group)));
  expect(drawing).toEqual([]);
  expect(names).toBe(visitsMax);
  expect(styles).toBeLessThanOrEqual(visitsMax);
});

test('an SVG is not recorded when the time of the page is over, and no further style is read', () => {
  const { drawing, styles } = read(new Made('svg', many(1_000, hidden)), 10);
  expect(drawing).toEqual([]);
  expect(styles).toBe(factLimits.timeMs / 10 + 1);
});
