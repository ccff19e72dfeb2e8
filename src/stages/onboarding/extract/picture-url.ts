import type { Element } from 'domhandler';
import { absoluteUrl } from '../text.ts';

const widthWanted = 2_000;
const lazyAttributes = [
  'data-src',
  'data-lazy-src',
  'data-original',
  'data-lazy',
  'data-image',
  'data-large_image',
  'data-zoom-image',
];
const lazySets = ['srcset', 'data-srcset', 'data-lazy-srcset'];

/**
 * Returns the best picture in a `srcset`, such as `a.jpg 400w, b.jpg 1200w` or `a.jpg 1x, b.jpg 2x`: the widest that is
 * not wider than an ad needs. If all are wider, returns the narrowest.
 */
function fromSet(set: string, widthMin: number): string | undefined {
  const entries = [...set.slice(0, 20_000).matchAll(/(\S*[^,\s])(?:\s+(\d{1,5}(?:\.\d{1,3})?)([wx]))?\s*(?:,|$)/g)].map(
    ([, url = '', size = '1', unit]) => ({
      url,
      width: Number(size) * (unit === 'w' ? 1 : 800),
    }),
  );
  const fitting = entries.filter(({ width }) => width <= widthWanted);
  const best = (fitting.length > 0 ? fitting : entries).sort((one, other) =>
    fitting.length > 0 ? other.width - one.width : one.width - other.width,
  )[0];
  return best === undefined || best.width < widthMin ? undefined : best.url;
}

function candidates({ attribs }: Element): (string | undefined)[] {
  const sets = (widthMin: number): (string | undefined)[] =>
    lazySets.map((name) => fromSet(attribs[name] ?? '', widthMin));
  // The `src` attribute is tried before a `srcset` that contains only thumbnails, because themes put a larger picture
  // into `src`.
  return [...sets(500), ...lazyAttributes.map((name) => attribs[name]), attribs['src'], ...sets(0)];
}

export function pictureUrl(from: Element | string | undefined, base: URL): string | undefined {
  const raw = from === undefined ? [] : typeof from === 'string' ? [from] : candidates(from);
  for (const text of raw) {
    if (text === undefined || /^(?:data|blob|about):/i.test(text.trim())) continue;
    const url = absoluteUrl(text.replaceAll('{width}', '1200').replaceAll('%7Bwidth%7D', '1200'), base);
    if (url !== undefined && url !== base.href) return url;
  }
  return undefined;
}
