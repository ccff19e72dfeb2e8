import { hexOf } from '../css/color-value.ts';
import { distance, lchOf } from '../../../studio/brand-kit/color.ts';
import type { PaintedWords } from './facts.ts';

/** Minimum distance (in OKLab) between the background colour of a filled button and the colour around the button. */
const unlikeMin = 0.06;

/** Background colours that browsers give to buttons by default. They say nothing about the brand. */
const defaults = new Set(['#efefef', '#f0f0f0', '#dddddd', '#e9e9ed']);

export function hexOfFill({ fill }: PaintedWords): string | undefined {
  const hex = fill === '' ? undefined : hexOf(fill);
  return hex === undefined || defaults.has(hex) ? undefined : hex;
}

function isButtonSized({ kind, text, width, height }: PaintedWords): boolean {
  return kind === 'action' && text.length <= 40 && width >= 30 && width <= 700 && height >= 18 && height <= 130;
}

/**
 * Reports whether a link or button is painted as a filled button: its background colour differs from the colour around
 * it, and it has padding or a pointing cursor.
 */
export function isFilledButton(words: PaintedWords): boolean {
  const { padding, cursor } = words;
  const hex = isButtonSized(words) ? hexOfFill(words) : undefined;
  if (hex === undefined || (padding < 6 && cursor !== 'pointer')) return false;
  return distance(lchOf(hex), lchOf(hexOf(words.ground) ?? '#ffffff')) >= unlikeMin;
}

/** Reports whether a link or button has a border like that of a button. */
export function isOutlinedButton(words: PaintedWords): boolean {
  const { padding, borderWidth, color, border } = words;
  if (!isButtonSized(words) || borderWidth < 1 || padding < 8) return false;
  return hexOf(border) !== undefined && hexOf(color) !== undefined;
}

/**
 * Matches links and names of messengers and social networks. Their buttons have the colours of these companies, not of
 * the brand.
 */
const othersLinks =
  /whatsapp|wa\.me\/|messenger|m\.me\/|facebook\.com|instagram\.com|t\.me\/|telegram|line\.me|lin\.ee|zalo|viber/i;

/** Reports whether a button belongs to another company, such as the button of a messenger that floats over the page. */
export function isOthersButton({ href, names }: PaintedWords): boolean {
  return othersLinks.test(href) || othersLinks.test(names);
}

/** Matches ids and classes of parts of a page whose buttons only operate the page, such as a search form or a cart. */
export const asideNames =
  /newsletter|cookie|consent|search|cart|basket|account|login|pagination|filter|share|social|lang|review/i;
