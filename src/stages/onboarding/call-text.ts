import { cleanText } from './text.ts';

const edges =
  /^[\s<>←‹«|/•·\p{Extended_Pictographic}\uFE0F\u200D–—-]+|(?:[\s<>→›»|/•·➔⟶↗▸\p{Extended_Pictographic}\uFE0F–—-]|(?<!(?!\uFE0F)\p{M})\u200D)+$/gu;
const brackets = /^\[\s*(.+?)\s*\]$|^\(\s*(.+?)\s*\)$|^\{\s*(.+?)\s*\}$/u;
/** Matches the second part of a button, such as a price: `Add to cart – €380`. */
const tail = /\s+[–—|·•-]\s+.*$|\s*\p{Sc}\s?\d.*$|\s\d[\d.,]*\s?\p{Sc}.*$/u;
/** Matches names of icons, which a font or a label turns into pictures: `shopping_cart`, or `arrow` at the end. */
const iconWords = /(?:^|\s)[a-z]+(?:_[a-z]+)+(?=\s|$)|\s(?:arrow|chevron)(?:[ -](?:right|forward|down))?$/gu;
/** Number of words above which a button is cut at its first `&` or `+`. */
const wordsMax = 4;

/** Returns the text of a button without arrows, brackets, and a price or promise behind it. */
export function callText(raw: string | undefined): string | undefined {
  const bare = cleanText(raw, 80)?.replace(iconWords, '').trim().replace(edges, '') ?? '';
  const line = bare.replace(brackets, '$1$2$3');
  const first = line.replace(tail, '');
  const brief = first.split(' ').length > wordsMax ? (/^(.+?)\s+[&+]\s/.exec(first)?.[1] ?? first) : first;
  return cleanText(/\p{L}{2}/u.test(brief) ? brief : line, 80);
}
