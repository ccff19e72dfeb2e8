import { isUtf8 } from 'node:buffer';

/** A logo is a few paths; what is larger is an illustration or a trap. */
const svgBytesMax = 1024 * 1024;

const refusals: [RegExp, string][] = [
  [/<!ENTITY/i, 'it is an SVG that declares entities'],
  [/<(?:[\w.-]+:)?(?:include|fallback)[\s/>]/i, 'it is an SVG that includes other files'],
  [/<(?:[\w.-]+:)?(?:image|feImage)[\s/>]/i, 'it is an SVG with a picture inside'],
  [/\bhref\s*=\s*["']\s*[^"'#\s]/i, 'it is an SVG that refers to other files'],
];

/**
 * Why an SVG is not drawn, or undefined where it may be. librsvg has no network and, reading from memory, no files; this
 * is the second lock: entity bombs, embedded picture bombs and references never get that far.
 */
export function svgRefusal(bytes: Buffer): string | undefined {
  if (bytes.length > svgBytesMax) return 'it is an SVG of over 1 MiB';
  if (!isUtf8(bytes)) return 'it is an SVG that is not written in UTF-8';
  const text = withoutLinks(bytes.toString());
  const encoding = /^\s*<\?xml[^>]*?encoding\s*=\s*["']([^"']*)/.exec(text.replace(/^\uFEFF/, ''))?.[1] ?? 'utf-8';
  if (!asciiLike.test(encoding)) return 'it is an SVG that is not written in UTF-8';
  return refusals.find(([pattern]) => pattern.test(text))?.[1];
}

/** Encodings in which the patterns above cannot be written in another way (UTF-7 could). */
const asciiLike = /^(utf-?8|us-ascii|ascii|iso-8859-1|windows-1252)$/i;

/** `<a href="https://...">` around a drawing is harmless and common. */
const withoutLinks = (text: string): string => text.replace(/<a\s[^>]*>/g, '<a>');
