import { decodeHTML } from 'entities';
import { printed } from '../../domain/printed-text.ts';
import { firstCharacters } from '../../domain/whole-characters.ts';

/**
 * Maximum lengths, in code points, of texts that are taken from web pages. The texts in a request have the same limits.
 */
export const textMax = { copy: 500, name: 200, price: 64, description: 5_000, url: 2_048 } as const;

/** Matches more joiners in a row than any word has. */
const joinerRun = /[\u200c\u200d]{4,}/g;
/**
 * Matches white space and joiners at the edges of a text, where joiners have nothing to join. A joiner behind a mark is
 * kept, because it forms the last letter of words in Malayalam and Bengali.
 */
const edges = /^[\s\u200c\u200d]+|(?:\s|(?<!(?!\ufe0f)\p{M})[\u200c\u200d])+$/gu;
const directionMarks = /[\u200e\u200f\u061c]/gu;
const rightToLeft =
  /(?=\p{L})[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}\p{Script=Hanifi_Rohingya}]/u;

/**
 * Matches a space that Japanese and Chinese do not write: after full-width punctuation, and after a particle of Japanese
 * that belongs to the next word. Such a space is a line break of the page.
 */
const needless =
  /(?<=[、。，．！？」』】）：；・…])\s(?=\S)|(?<=[\p{Script=Han}\p{Script=Katakana}ー\p{Script=Hiragana}][をはがにでとのへも])\s(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/gu;

/**
 * Returns a text on one line as a page prints it, without repeated spaces. A text longer than `codePointsMax` is cut
 * between words. Returns undefined if no text is left.
 */
export function cleanText(raw: unknown, codePointsMax: number): string | undefined {
  if (typeof raw !== 'string') return undefined;
  const bounded = raw.slice(0, codePointsMax * 8);
  const line = unbroken(withoutMarks(printed(bounded)))
    .replace(/[\s\u0085]+/g, ' ')
    .replace(needless, '')
    .replace(joinerRun, '')
    .replace(edges, '');
  if (line === '') return undefined;
  return cutAtWord(line, codePointsMax);
}

/** Returns a text without direction marks if all its letters have the same direction. */
function withoutMarks(text: string): string {
  return rightToLeft.test(text) ? text : text.replace(directionMarks, '');
}

/** Matches U+FFFD in place of a letter. It stands for bytes that could not be decoded. */
const lostLetter = /[\p{L}\p{M}]\ufffd|\ufffd[\p{L}\p{M}]/u;
const sentences = /^.*(?:[.!?…](?=\s)|[。！？])/su;

/** Returns a text without U+FFFD. If letters are lost, returns the sentences before the first one. */
function unbroken(text: string): string {
  if (!text.includes('\ufffd')) return text;
  const at = text.search(lostLetter);
  const readable = at === -1 ? text : (sentences.exec(text.slice(0, at + 1))?.[0] ?? '');
  return readable.replaceAll('\ufffd', '');
}

/**
 * Returns a text of one or more lines, each cleaned as by `cleanText`. A line break before a lower-case letter becomes
 * a space, because it is inside a sentence.
 */
export function cleanLines(raw: unknown, codePointsMax: number): string | undefined {
  if (typeof raw !== 'string') return undefined;
  const lines = raw
    .slice(0, codePointsMax * 8)
    .split(/[\r\n\u2028\u2029]+(?!\s*\p{Ll})/u)
    .flatMap((line) => cleanText(line, codePointsMax) ?? []);
  return lines.length === 0 ? undefined : cutAtWord(lines.join('\n'), codePointsMax);
}

function cutAtWord(line: string, codePointsMax: number): string {
  if (Array.from(line).length <= codePointsMax) return line;
  const cut = firstCharacters(line, codePointsMax - 1);
  const lastBlank = cut.lastIndexOf(' ');
  return `${(lastBlank > cut.length / 2 ? cut.slice(0, lastBlank) : cut).trimEnd()}…`;
}

/**
 * Returns the plain text of a value that may contain HTML by mistake, as in JSON-LD and meta tags. Removes tags and
 * decodes HTML entities, even if they were encoded twice.
 */
export function cleanMarkup(raw: unknown, codePointsMax: number): string | undefined {
  return typeof raw === 'string' ? cleanText(withoutMarkup(raw, codePointsMax), codePointsMax) : undefined;
}

/** Like `cleanMarkup`, but keeps line breaks and starts a new line at each block element. */
export function cleanMarkupLines(raw: unknown, codePointsMax: number): string | undefined {
  return typeof raw === 'string' ? cleanLines(withoutMarkup(raw, codePointsMax), codePointsMax) : undefined;
}

/**
 * Returns HTML without numeric references to halves of characters, such as `&#xD83D;`. A parser would replace each of
 * them by U+FFFD, as it replaces a letter that cannot be decoded.
 */
export function withoutHalfReferences(html: string): string {
  return html.replace(/&#(x[\da-f]{1,8}|\d{1,8});?/gi, (reference, digits: string) => {
    const code = Number(digits.startsWith('x') || digits.startsWith('X') ? `0${digits}` : digits);
    return code >= 0xd800 && code <= 0xdfff ? '' : reference;
  });
}

/** Matches the tags of elements that print nothing between the letters around them. */
const inlineTag =
  /<(?:!--|\/?(?:a|abbr|b|bdi|bdo|big|cite|code|data|del|dfn|em|font|i|ins|kbd|mark|q|s|samp|small|span|strike|strong|sub|sup|time|tt|u|var|wbr)(?=[\s/>]))[^<>]{0,2000}>/gi;
const blockTag = /<\/?(?:p|div|br|li|ul|ol|h[1-6]|tr|td|th|section|article|blockquote)(?:[\s/][^<>]{0,2000})?>/gi;

function withoutMarkup(raw: string, codePointsMax: number): string {
  const once = decodeHTML(withoutHalfReferences(raw.slice(0, codePointsMax * 8)));
  const decoded = decodeHTML(withoutHalfReferences(once));
  return decoded
    .replace(blockTag, '\n')
    .replace(inlineTag, '')
    .replace(/<\/?[a-zA-Z!][^<>]{0,2000}>/g, ' ');
}

export function foldText(text: string): string {
  return printed(text)
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('i\u0307', 'i') // In lower case, the Turkish İ is an i with a dot of its own.
    .replaceAll('ı', 'i')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/**
 * Returns an absolute http(s) URL without its fragment. Returns undefined for other values, for a URL with a user name
 * or password, and for a URL that is too long.
 */
export function absoluteUrl(raw: unknown, base: URL): string | undefined {
  if (typeof raw !== 'string' || raw.length > textMax.url) return undefined;
  const url = URL.parse(raw.trim(), base.href);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return undefined;
  url.hash = '';
  return url.href.length <= textMax.url ? url.href : undefined;
}
