import { attributeOf, childrenOf, isElementNode, isHiddenStyle, type State } from './page-dom.ts';
import type { CollectedText, PageElement, PageNode, PageStyle, TextPart } from './page-types.ts';

// These functions run inside the page, see page-dom.ts.

/** Reports whether an element shows no text: hidden, or clipped to a point for screen readers. */
export function showsNothing(state: State, element: PageElement, style: PageStyle): boolean {
  if (isHiddenStyle(style)) return true;
  if (style.position !== 'absolute') return false;
  const rect = state.dom.rect(element);
  return rect.width <= 1 && rect.height <= 1;
}

export function isSilentTag(tag: string): boolean {
  return /^(?:script|style|template|noscript|svg|select|iframe|object|video|audio|canvas)$/.test(tag);
}

/** Returns a length of a style in CSS pixels, within the limits of the schema; `otherwise` if the style has none. */
export function pixels(length: string, otherwise: number): number {
  return Math.max(-1e6, Math.min(1e6, Number.parseFloat(length) || otherwise));
}

/**
 * Returns the visible text below an element in pieces of one text node each. Pieces with a space separate block
 * elements.
 */
export function piecesOf(state: State, element: PageElement, outside: CollectedText = noPieces()): TextPart[] {
  const { pieces, depth } = outside;
  const style = state.dom.styleOf(element);
  if (depth > 12 || showsNothing(state, element, style)) return pieces;
  const struck = outside.struck || style.textDecorationLine.includes('line-through');
  const edge = /^(?:inline|contents)/.test(style.display) ? [] : [{ text: ' ', size: 0, struck }];
  pieces.push(...edge);
  const children = childrenOf(state, element).slice(0, 60);
  const size = pixels(style.fontSize, 0);
  for (let at = 0; at < children.length && pieces.length < 38; at += 1)
    addPieces(state, children, at, { pieces, struck, depth: depth + 1, size });
  pieces.push(...edge);
  return pieces;
}

/** Adds the text of the node at an index of its siblings. Texts around an optional line break are one piece. */
export function addPieces(
  state: State,
  siblings: PageNode[],
  at: number,
  gathered: CollectedText & { size: number },
): void {
  const { dom, limits } = state;
  const { pieces, struck, size } = gathered;
  const [before, between, node] = [siblings[at - 2], siblings[at - 1], siblings[at]];
  if (node === undefined) return;
  if (isElementNode(dom, node)) {
    piecesOfChild(state, node, gathered);
    return;
  }
  if (dom.type(node) !== 3) return;
  const isContinued = before !== undefined && between !== undefined && dom.type(before) === 3;
  const start = isContinued && dom.tag(between) === 'WBR' ? pieces.pop()?.text : '';
  pieces.push({ text: ((start ?? '') + dom.data(node)).slice(0, limits.textMax), size, struck });
}

export function piecesOfChild(state: State, child: PageElement, gathered: CollectedText): void {
  const tag = state.dom.tag(child).toLowerCase();
  if (tag === 'br' || tag === 'img') gathered.pieces.push({ text: ' ', size: 0, struck: gathered.struck });
  else if (!isSilentTag(tag)) piecesOf(state, child, gathered);
}

export function noPieces(): CollectedText {
  return { pieces: [], struck: false, depth: 0 };
}

export function joinedText(pieces: TextPart[], lengthMax: number): string {
  return pieces
    .map(({ text }) => text)
    .join('')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, lengthMax);
}

export function ownText(state: State, element: PageElement): string {
  const parts: string[] = [];
  for (const child of childrenOf(state, element).slice(0, 60))
    if (state.dom.type(child) === 3) parts.push(state.dom.data(child).slice(0, state.limits.textMax));
  return parts.join('').replace(/\s+/g, ' ').trim();
}

/** Returns all text below an element, visible or not, if it is short; undefined if it is long or of many elements. */
export function shortText(state: State, element: PageElement, lengthMax: number): string | undefined {
  let [text, nodes] = ['', 0];
  const visit = (node: PageNode, depth: number): boolean => {
    for (const child of childrenOf(state, node)) {
      nodes += 1;
      if (nodes > 1_000) return false;
      if (state.dom.type(child) === 3) text += state.dom.data(child).slice(0, 500).replace(/\s+/g, ' ');
      else if (depth > 6 || !visit(child, depth + 1)) return false;
      if (text.length > lengthMax) return false;
    }
    return true;
  };
  return visit(element, 0) ? text : undefined;
}

export function isAction(state: State, tag: string, element: PageElement): boolean {
  if (tag === 'a' || tag === 'button') return true;
  if (tag === 'input') return /^(?:submit|button)$/i.test(attributeOf(state, element, 'type', 20));
  return attributeOf(state, element, 'role', 20) === 'button';
}

export function isHeading(state: State, tag: string, element: PageElement): boolean {
  return /^h[1-3]$/.test(tag) || attributeOf(state, element, 'role', 20) === 'heading';
}

export function isPriceLike(state: State, element: PageElement, names: string): boolean {
  const text = shortText(state, element, 60);
  if (text === undefined || !/\p{Nd}/u.test(text)) return false;
  const seen = text.normalize('NFKC').replace(/[\u061c\u200b-\u200f]/g, '');
  return state.priceSign.test(seen) || /price|preis|prix|precio|prezzo/.test(names);
}

/** Reports whether a text is a price without other words. The abbreviation of a currency has a few letters. */
export function isBarePrice(own: string): boolean {
  return own !== '' && own.replace(/[^\p{L}]/gu, '').length <= 5;
}

export function kindOf(
  state: State,
  element: PageElement,
  seen: { tag: string; style: PageStyle; own: string },
): string {
  const { tag, style, own } = seen;
  const names = `${attributeOf(state, element, 'class', 200)} ${attributeOf(state, element, 'itemprop', 60)}`;
  const isPrice = (): boolean => isPriceLike(state, element, names.toLowerCase());
  if (isHeading(state, tag, element)) return isBarePrice(own) && isPrice() ? 'price' : 'heading';
  if (isAction(state, tag, element)) return 'action';
  return isPrice() ? 'price' : kindOfProse(tag, style, own);
}

export function kindOfProse(tag: string, style: PageStyle, own: string): string {
  if (own === '') return '';
  if (Number.parseFloat(style.fontSize) >= 22 && own.length <= 160) return 'large';
  return tag === 'p' && own.length >= 20 ? 'paragraph' : '';
}
