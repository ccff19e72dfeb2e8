import { isElementNode, pageBox, type Dom } from './page-dom.ts';
import type { PageElement, PageRect } from './page-types.ts';

// These functions run inside the page, see page-dom.ts.

declare const globalThis: {
  recordedPictures?: PageElement[];
  innerWidth: number;
  innerHeight: number;
  document: { adoptedStyleSheets: object[] };
  CSSStyleSheet: new () => { replaceSync(css: string): void };
};

/** Keeps the elements of the recorded pictures for `showOnly`, in the world of the reader. */
export function keepPictures(pictures: PageElement[]): void {
  globalThis.recordedPictures = pictures;
}

/** Hides the page. The ids make the selectors take precedence over those of the page. Drawings inherit what is shown. */
export function hideAll(): void {
  const html = '*:is(*|*, #a#a#a#a):not(*|svg *)';
  const sheet = new globalThis.CSSStyleSheet();
  sheet.replaceSync(`@namespace "http://www.w3.org/1999/xhtml";
    ${html}, ${html}::before, ${html}::after { visibility: hidden !important }
    :is(html, body, #a#a#a#a) { background: none !important; color-scheme: only light !important }`);
  globalThis.document.adoptedStyleSheets = [...globalThis.document.adoptedStyleSheets, sheet];
}

/**
 * Hides everything but a recorded picture, and returns the box of the picture in the window; null without it. A logo
 * that fades in is shown in full.
 */
export function showOnly(dom: Dom, at: number): PageRect | null {
  const picture = globalThis.recordedPictures?.[at];
  if (picture === undefined) return null;
  hideAll();
  show(dom, picture, 'visibility', 'visible');
  for (let element = picture; ;) {
    show(dom, element, 'transition', 'none');
    show(dom, element, 'opacity', '1');
    const parent = dom.parent(element);
    if (parent === null || !isElementNode(dom, parent)) break;
    element = parent;
  }
  const { x, y, width, height } = pageBox(dom.rect(picture));
  const [left, top] = [Math.max(0, x), Math.max(0, y)];
  const [right, bottom] = [Math.min(globalThis.innerWidth, x + width), Math.min(globalThis.innerHeight, y + height)];
  return { x: left, y: top, width: right - left, height: bottom - top };
}

export function show(dom: Dom, element: PageElement, property: string, value: string): void {
  (dom.style(element) ?? dom.drawingStyle(element))?.setProperty(property, value, 'important');
}
