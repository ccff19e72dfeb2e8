import { attributeOf, childrenOf, isElementNode, isSpent, pageBox, textAttributeOf, type State } from './page-dom.ts';
import { joinedText, kindOf, ownText, piecesOf, pixels } from './page-text.ts';
import type { Around, PageElement, PageRect, PageStyle } from './page-types.ts';

// These functions run inside the page, see page-dom.ts.

export function opaque(color: string): boolean {
  if (color === '' || color === 'transparent') return false;
  const alpha = /(?:,|\/)\s*([\d.]+)(%?)\)$/.exec(/^rgba|\//.test(color) ? color : '');
  return alpha === null || Number(alpha[1]) / (alpha[2] === '%' ? 100 : 1) >= 0.6;
}

/**
 * Returns the colour with which the box of an element is filled: its background colour, else the first opaque colour of
 * its gradient, else ''.
 */
export function fillOf(style: PageStyle): string {
  if (style.backgroundClip === 'text') return '';
  if (opaque(style.backgroundColor)) return style.backgroundColor.slice(0, 200);
  const image = style.backgroundImage.slice(0, 2_048);
  if (!image.includes('gradient(') || image.includes('url(')) return '';
  const colors: string[] = image.match(/(?:rgba?|hsla?|color|oklab|oklch|lab|lch)\([^()]{1,100}\)/g) ?? [];
  return colors.find((color) => opaque(color)) ?? '';
}

export function recordWords(state: State, element: PageElement, kind: string, seen: VisibleElement): void {
  const { limits } = state;
  if (state.words.length >= limits.wordsMax) return;
  const { tag, style, rect, around } = seen;
  const pieces = piecesOf(state, element);
  const label = tag === 'input' ? textAttributeOf(state, element, 'value', 100) : joinedText(pieces, limits.textMax);
  if (label === '') return;
  state.words.push({
    kind,
    tag: tag.slice(0, 40),
    text: label,
    pieces: kind === 'price' ? pieces.filter(({ text }) => text.trim() !== '').slice(0, limits.piecesMax) : [],
    ...pageBox(rect),
    size: pixels(style.fontSize, 0),
    weight: pixels(style.fontWeight, 400),
    family: style.fontFamily.slice(0, 600),
    color: style.color.slice(0, 200),
    fill: fillOf(style),
    hasImage: style.backgroundImage !== 'none',
    border: style.borderTopColor.slice(0, 200),
    borderWidth: pixels(style.borderTopWidth, 0),
    padding: pixels(style.paddingLeft, 0),
    cursor: style.cursor.slice(0, 40),
    ground: seen.outside.ground,
    href: around.href,
    place: around.place,
    names: around.names,
    struck: around.struck,
    isFixed: around.isFixed,
  });
}

/** Returns the first picture of a background that has an address and a format that browsers paint. */
export function backgroundUrl(style: PageStyle): string {
  const image = style.backgroundImage.slice(0, 32_768);
  const pictures = /url\("(https?:(?:[^"\\]|\\.){1,2048})"\)(?: [\d.]+dppx)?(?: type\("([^"]{0,100})"\))?/g;
  for (const [, url = '', type = ''] of image.matchAll(pictures))
    if (/^$|^image\/(?:jpeg|png|webp|avif|gif|svg\+xml)/.test(type)) return url;
  return '';
}

export function pictureOf(
  state: State,
  element: PageElement,
  { tag, style }: VisibleElement,
): { kind: string; url: string } | undefined {
  const { dom } = state;
  if (tag === 'img') return { kind: 'img', url: dom.currentSrc(element) || dom.imageSrc(element) };
  if (tag === 'svg') return { kind: 'svg', url: '' };
  if (tag === 'object') return { kind: 'img', url: dom.objectData(element) };
  const url = backgroundUrl(style);
  return url === '' ? undefined : { kind: 'background', url };
}

export function recordPicture(state: State, element: PageElement, seen: VisibleElement): void {
  const { dom, limits } = state;
  const picture = pictureOf(state, element, seen);
  if (picture === undefined || state.pictures.length >= limits.picturesMax) return;
  const { rect, around } = seen;
  if (rect.width < 8 || rect.height < 8) return;
  state.pictures.push({
    kind: picture.kind,
    url: /^https?:/.test(picture.url) && picture.url.length <= limits.urlMax ? picture.url : '',
    alt: labelOf(state, element, picture.kind),
    ...pageBox(rect),
    naturalWidth: Math.min(dom.naturalWidth(element), 1e6),
    naturalHeight: Math.min(dom.naturalHeight(element), 1e6),
    href: around.href,
    place: around.place,
    names: around.names,
    own: ownNames(state, element),
    isFixed: around.isFixed,
    isControl: around.isControl,
  });
  state.shown.push(element);
}

export function labelOf(state: State, element: PageElement, kind: string): string {
  const label = textAttributeOf(state, element, 'alt', 200) || textAttributeOf(state, element, 'aria-label', 200);
  const title = label === '' && kind === 'svg' ? state.dom.queryIn(element, 'title') : null;
  return title === null ? label : ownText(state, title).slice(0, 200);
}

export function recordBox(state: State, { style, rect, around }: VisibleElement): void {
  const color = fillOf(style);
  if (color === '' || state.boxes.length >= state.limits.boxesMax) return;
  if (rect.width * rect.height < 2_000) return;
  state.boxes.push({ ...pageBox(rect), color, place: around.place });
}

export interface VisibleElement {
  tag: string;
  style: PageStyle;
  rect: PageRect;
  around: Around;
  outside: Around;
}

export function placeOf(state: State, element: PageElement, tag: string, place: string): string {
  const role = attributeOf(state, element, 'role', 20);
  const byRole: Record<string, string> = {
    banner: 'header',
    navigation: 'nav',
    contentinfo: 'footer',
    dialog: 'dialog',
    main: 'main',
  };
  const own = byRole[role] ?? tag;
  if (!/^(?:header|nav|main|footer|aside|dialog|form)$/.test(own)) return place;
  return /^(?:footer|nav|aside|dialog)$/.test(place) ? place : own;
}

export function ownNames(state: State, element: PageElement): string {
  return `${attributeOf(state, element, 'id', 60)} ${attributeOf(state, element, 'class', 100)}`.trim();
}

export function aroundOf(
  state: State,
  element: PageElement,
  seen: { tag: string; style: PageStyle; outside: Around },
): Around {
  const { tag, style, outside } = seen;
  const name = ownNames(state, element);
  const link = tag === 'a' ? state.dom.linkHref(element).slice(0, state.limits.urlMax) : '';
  return {
    place: placeOf(state, element, tag, outside.place),
    href: link === '' ? outside.href : link,
    ground: fillOf(style) || outside.ground,
    struck: outside.struck || style.textDecorationLine.includes('line-through'),
    names: `${name} ${outside.names}`.slice(0, state.limits.nameMax).trim(),
    isFixed: outside.isFixed || style.position === 'fixed',
    isControl: outside.isControl || /^(?:button|summary|label)$/.test(tag) || isButtonRole(state, element),
    isRecorded: outside.isRecorded,
  };
}

export function isButtonRole(state: State, element: PageElement): boolean {
  return attributeOf(state, element, 'role', 20) === 'button';
}

export function isUnpaintedTag(tag: string): boolean {
  return /^(?:head|script|style|template|noscript|iframe|frame|select|option|video|audio|canvas|source|br)$/.test(tag);
}

/** Records one element, and returns the state that its children inherit; undefined if the children are not painted. */
export function record(state: State, element: PageElement, outside: Around): Around | undefined {
  state.seen += 1;
  const tag = state.dom.tag(element).toLowerCase();
  if (isUnpaintedTag(tag)) return undefined;
  const style = state.dom.styleOf(element);
  if (style.display === 'none') return undefined;
  const around = aroundOf(state, element, { tag, style, outside });
  if (style.visibility !== 'visible') return around;
  const seen: VisibleElement = { tag, style, rect: state.dom.rect(element), around, outside };
  recordPicture(state, element, seen);
  if (tag === 'svg') return undefined;
  recordBox(state, seen);
  return recordText(state, element, seen) ? { ...around, isRecorded: true } : around;
}

/** Records the text of an element. Returns true if the recorded text includes the text of all its descendants. */
export function recordText(state: State, element: PageElement, seen: VisibleElement): boolean {
  const { tag, style, rect, around } = seen;
  if (rect.width <= 1 || rect.height <= 1 || rect.x + rect.width <= 0 || rect.x >= 4_000) return false;
  const kind = kindOf(state, element, { tag, style, own: ownText(state, element) });
  const isNew = !around.isRecorded || kind === 'action' || kind === 'price';
  if (kind === '' || !isNew) return false;
  recordWords(state, element, kind, seen);
  return kind === 'action' || kind === 'heading';
}

export function walk(state: State, root: PageElement, outside: Around): void {
  const stack: { element: PageElement; outside: Around; depth: number }[] = [{ element: root, outside, depth: 0 }];
  for (let next = stack.pop(); next !== undefined && !isSpent(state); next = stack.pop()) {
    const around = record(state, next.element, next.outside);
    if (around === undefined || next.depth >= state.limits.depthMax) continue;
    const children = childrenOf(state, next.element);
    for (let at = children.length - 1; at >= 0; at -= 1) {
      const child = children[at];
      if (child !== undefined && isElementNode(state.dom, child))
        stack.push({ element: child, outside: around, depth: next.depth + 1 });
    }
  }
}
