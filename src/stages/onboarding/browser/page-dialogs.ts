import { attributeOf, childrenOf, isElementNode, isHiddenStyle, isOverlayTimeOver, type State } from './page-dom.ts';
import { shortText } from './page-text.ts';
import type { PageElement, PageRect, PageStyle } from './page-types.ts';

// These functions run inside the page, see page-dom.ts.

declare const globalThis: { innerWidth: number; innerHeight: number };

export function isOverlayStyle(style: PageStyle): boolean {
  return !isHiddenStyle(style) && /^(?:fixed|sticky|absolute)$/.test(style.position);
}

/** Returns the elements that may lie over the page: dialogs, and positioned elements near the root of the page. */
export function overlaysOf(state: State): PageElement[] {
  const { dom } = state;
  const named = dom.queryAll(
    dom.document,
    'dialog[open], [role="dialog"], [role="alertdialog"], [aria-modal="true"], [id*="cookie" i], [class*="cookie" i], [id*="consent" i], [class*="consent" i], [id*="gdpr" i], [class*="gdpr" i], [id*="didomi" i], [id^="usercentrics" i], [id^="onetrust" i], [id*="age" i][class*="modal" i], [class*="age-gate" i], [class*="age-verif" i]',
  );
  const found: PageElement[] = [];
  for (let at = 0; at < Math.min(named.length, 100); at += 1) {
    const element = named[at];
    if (element !== undefined) found.push(element);
  }
  const body = dom.query(dom.document, 'body');
  return body === null ? found : [...found, ...fixedElements(state, body)].slice(0, 300);
}

/** Returns the elements with a fixed position near the root of the page. Those nearest to the root come first. */
export function fixedElements(state: State, body: PageElement): PageElement[] {
  const { dom } = state;
  const found: PageElement[] = [];
  const parents = [{ parent: body, depth: 0 }];
  let seen = 0;
  for (const { parent, depth } of parents)
    for (const child of childrenOf(state, parent).slice(0, 200)) {
      if (!isElementNode(dom, child)) continue;
      if (seen >= state.limits.overlayElementsMax || isOverlayTimeOver(state)) return found;
      seen += 1;
      if (dom.styleOf(child).position === 'fixed') found.push(child);
      else if (depth < 4) parents.push({ parent: child, depth: depth + 1 });
    }
  return found;
}

export function hide(state: State, element: PageElement): void {
  state.dom.style(element)?.setProperty('display', 'none', 'important');
}

export function asksForConsent(state: State, element: PageElement): boolean {
  const name = `${attributeOf(state, element, 'id', 100)} ${attributeOf(state, element, 'class', 200)}`;
  if (
    /onetrust|usercentrics|didomi|CybotCookiebot|cookieyes|cky-consent|iubenda|borlabs|klaro|truste|qc-cmp/i.test(name)
  )
    return true;
  const text = shortText(state, element, 4_000);
  if (text === undefined) return false;
  return /cookie|consent|gdpr|dsgvo|tracking|クッキー|Кукі|куки|бисквитк|كوكي|ملفات تعريف الارتباط|עוגיות|쿠키/i.test(
    text,
  );
}

/**
 * Reports whether an element may be hidden: a dialog, a custom element, or an element that is positioned over the page.
 * Never hides main parts of the page, such as `header`, or an element that contains the main heading or the menu.
 */
export function isRemovable(state: State, element: PageElement): boolean {
  const tag = state.dom.tag(element).toLowerCase();
  if (/^(?:html|body|main|header|nav|a|script|link|style)$/.test(tag)) return false;
  if (state.dom.queryIn(element, 'h1, nav, main') !== null) return false;
  return isOverlayStyle(state.dom.styleOf(element)) || tag === 'dialog' || /-/.test(tag);
}

/**
 * Hides the consent dialogs among the overlays, and lets a page overflow the window again that a dialog has locked. Returns the number of
 * hidden dialogs.
 */
export function removeDialogs(state: State, overlays: PageElement[]): number {
  const { dom } = state;
  let count = 0;
  for (const element of overlays) {
    if (count >= 20 || isOverlayTimeOver(state)) break;
    if (!isRemovable(state, element) || !asksForConsent(state, element)) continue;
    hide(state, element);
    count += 1;
  }
  if (count === 0) return 0;
  for (const selector of ['html', 'body']) {
    const element = dom.query(dom.document, selector);
    if (element !== null) dom.style(element)?.setProperty('overflow', 'visible', 'important');
  }
  return count;
}

/** Returns the share (0 to 1) of the window that a box covers. */
export function coverOf({ x, y, width, height }: PageRect): number {
  const wide = Math.max(0, Math.min(x + width, globalThis.innerWidth) - Math.max(x, 0));
  const high = Math.max(0, Math.min(y + height, globalThis.innerHeight) - Math.max(y, 0));
  return (wide * high) / Math.max(1, globalThis.innerWidth * globalThis.innerHeight);
}

export function isModal(state: State, element: PageElement): boolean {
  return state.dom.tag(element) === 'DIALOG' || attributeOf(state, element, 'aria-modal', 10) === 'true';
}

/** Reports whether an element lies over the page: it covers most of the window, or is a modal dialog. */
export function isOverlay(state: State, element: PageElement): boolean {
  const style = state.dom.styleOf(element);
  if (!isOverlayStyle(style) || Number(style.opacity) < 0.1 || !isRemovable(state, element)) return false;
  return coverOf(state.dom.rect(element)) >= (isModal(state, element) ? 0.1 : 0.5);
}

/**
 * Returns the text of all overlays that lie over the page, such as an age gate, and hides the modal dialogs among them.
 */
export function wallText(state: State, overlays: PageElement[]): string {
  const texts: string[] = [];
  for (const element of overlays) {
    if (isOverlayTimeOver(state)) break;
    const text = isOverlay(state, element) ? (shortText(state, element, 1_500) ?? '').trim() : '';
    if (text === '') continue;
    texts.push(text);
    if (isModal(state, element)) hide(state, element);
  }
  return texts.join(' ').slice(0, 2_000);
}
