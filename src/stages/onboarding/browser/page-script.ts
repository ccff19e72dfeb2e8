import { printed } from '../../../domain/printed-text.ts';
import { globalSignSource } from '../currency-signs.ts';
import { factLimits } from './facts.ts';
import * as dialogFunctions from './page-dialogs.ts';
import { overlaysOf, removeDialogs, wallText } from './page-dialogs.ts';
import * as domFunctions from './page-dom.ts';
import { attributeOf, domAccess, newState, type Limits } from './page-dom.ts';
import * as logoFunctions from './page-logo.ts';
import { keepPictures, showOnly } from './page-logo.ts';
import * as recordFunctions from './page-record.ts';
import { opaque, walk } from './page-record.ts';
import * as textFunctions from './page-text.ts';
import { ownText } from './page-text.ts';

declare const globalThis: { location: { href: string } };

/** Runs inside the page, see page-dom.ts. Returns facts as JSON, which the caller validates with `PageFacts`. */
function collectFacts(limits: Limits, priceSign: string): string {
  const state = newState(limits, domAccess(), priceSign);
  const { dom } = state;
  const root = dom.root(dom.document);
  if (root === null) return '';
  const body = dom.query(dom.document, 'body') ?? root;
  const overlays = overlaysOf(state);
  const dialogs = removeDialogs(state, overlays);
  const wall = wallText(state, overlays);
  const grounds = [body, root].map((element) => dom.styleOf(element).backgroundColor).filter(opaque);
  const ground = (grounds[0] ?? 'rgb(255, 255, 255)').slice(0, 200);
  const theme = dom.query(dom.document, 'meta[name="theme-color" i]:not([media*="dark"])');
  const title = dom.query(dom.document, 'title');
  const around = {
    place: '',
    href: '',
    ground,
    struck: false,
    names: '',
    isFixed: false,
    isControl: false,
    isRecorded: false,
  };
  walk(state, body, around);
  keepPictures(state.shown);
  return JSON.stringify({
    url: globalThis.location.href.slice(0, limits.urlMax),
    title: title === null ? '' : ownText(state, title).slice(0, limits.textMax),
    language: attributeOf(state, root, 'lang', 100),
    themeColor: theme === null ? '' : attributeOf(state, theme, 'content', 200),
    pageHeight: Math.min(dom.scrollHeight(root), 1e6),
    ground,
    bodyFamily: dom.styleOf(body).fontFamily.slice(0, 600),
    words: state.words,
    pictures: state.pictures,
    boxes: state.boxes,
    wall,
    dialogs,
  });
}

/** Runs inside the page, see page-dom.ts. Returns the HTML of the page, cut at a limit. */
function collectHtml(charactersMax: number): string {
  const dom = domAccess();
  const root = dom.root(dom.document);
  return root === null ? '' : dom.outerHtml(root).slice(0, charactersMax);
}

/** Runs inside the page, see page-dom.ts. Returns the box of the picture that `showOnly` shows, as JSON. */
function boxOfOnly(at: number): string {
  return JSON.stringify(showOnly(domAccess(), at));
}

const functions = [domFunctions, textFunctions, recordFunctions, logoFunctions, dialogFunctions].flatMap(
  (module): unknown[] => Object.values(module),
);

function script(call: string, ...sources: unknown[]): string {
  const functionsOnly = sources.filter((each) => typeof each === 'function').map(String);
  return `(() => { 'use strict'; ${functionsOnly.join('\n')}\nreturn ${call}; })()`;
}

/**
 * Returns JavaScript that reads the facts of a page. The script evaluates to JSON, which the caller validates with
 * `PageFacts`.
 */
export function pageScript(limits: Limits = factLimits): string {
  return script(
    `collectFacts(${JSON.stringify(limits)}, ${JSON.stringify(globalSignSource())})`,
    printed,
    ...functions,
    collectFacts,
  );
}

/** Returns JavaScript that evaluates to the HTML of a page, cut at a limit. */
export function htmlScript(charactersMax: number): string {
  return script(`collectHtml(${charactersMax})`, domAccess, collectHtml);
}

/** Returns JavaScript that hides everything but a picture of the facts that were read, and evaluates to its box. */
export function showOnlyScript(at: number): string {
  return script(`boxOfOnly(${at})`, ...functions, boxOfOnly);
}

/**
 * Script that sets the animations of a page that have no end to their beginning, so that each reading sees the same
 * page. It returns an empty text.
 */
export const stillScript = `(() => {
  for (const animation of document.getAnimations().slice(0, 1000)) {
    try {
      if (animation.effect.getComputedTiming().endTime !== Infinity) continue;
      animation.pause();
      animation.currentTime = 0;
    } catch {}
  }
  return '';
})()`;
