import { decodeHTML } from 'entities';

/** Maximum lengths of texts in code points, equal to the limits of a request. */
export const textMax = { copy: 500, name: 200, price: 64, description: 5_000, url: 2_048 } as const;

const invisible = /[\p{Cc}\p{Zl}\p{Zp}\u00ad\u200b\u2060\ufeff]/gu;

/**
 * Returns a text as one line without control characters or repeated spaces. A longer text is cut between words to fit
 * the limit. Undefined if nothing is left.
 */
export function cleanText(raw: unknown, codePointsMax: number): string | undefined {
  if (typeof raw !== 'string') return undefined;
  const bounded = raw.slice(0, codePointsMax * 8);
  const line = bounded.replace(invisible, ' ').replace(/\s+/g, ' ').trim();
  if (line === '') return undefined;
  return cutAtWord(line, codePointsMax);
}

function cutAtWord(line: string, codePointsMax: number): string {
  const points = Array.from(line);
  if (points.length <= codePointsMax) return line;
  const cut = points.slice(0, codePointsMax - 1).join('');
  const lastBlank = cut.lastIndexOf(' ');
  return `${(lastBlank > cut.length / 2 ? cut.slice(0, lastBlank) : cut).trimEnd()}…`;
}

/**
 * Returns the plain text of a value that often contains HTML by mistake (JSON-LD, meta content). Removes tags and
 * decodes entities, even entities that are encoded twice.
 */
export function cleanMarkup(raw: unknown, codePointsMax: number): string | undefined {
  if (typeof raw !== 'string') return undefined;
  const decoded = decodeHTML(decodeHTML(raw.slice(0, codePointsMax * 8)));
  return cleanText(decoded.replace(/<\/?[a-zA-Z!][^<>]{0,2000}>/g, ' '), codePointsMax);
}

/** Returns a normalised form of a text, for comparisons only. */
export function foldText(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/**
 * Returns an absolute http(s) URL without its fragment, so that a later stage may fetch it; undefined for anything
 * else.
 */
export function absoluteUrl(raw: unknown, base: URL): string | undefined {
  if (typeof raw !== 'string' || raw.length > textMax.url) return undefined;
  const url = URL.parse(raw.trim(), base.href);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return undefined;
  url.hash = '';
  return url.href.length <= textMax.url ? url.href : undefined;
}
