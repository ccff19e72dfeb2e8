import { isUtf8 } from 'node:buffer';

/** Maximum size of an SVG file in bytes. A logo has a few paths; a larger file is an illustration or an attack. */
const svgBytesMax = 1024 * 1024;

const refusals: [RegExp, string][] = [
  [/<!ENTITY/i, 'the file is an SVG that declares entities'],
  [/<(?:[\w.-]+:)?(?:include|fallback)[\s/>]/i, 'the file is an SVG that includes other files'],
  [/<(?:[\w.-]+:)?(?:image|feImage)[\s/>]/i, 'the file is an SVG with a picture inside'],
  [/\bhref\s*=\s*["']\s*[^"'#\s]/i, 'the file is an SVG that refers to other files'],
];

/**
 * Returns, as a clause, why an SVG is refused; undefined if it may be rendered. The renderer librsvg has no network
 * access and, when it reads from memory, no file access. This check is a second line of defence against entity bombs,
 * embedded picture bombs and references to other files.
 */
export function svgRefusal(bytes: Buffer): string | undefined {
  if (bytes.length > svgBytesMax) return 'the file is an SVG of over 1 MiB';
  if (!isUtf8(bytes)) return 'the file is an SVG that is not written in UTF-8';
  const text = withoutLinks(bytes.toString());
  const encoding = /^\s*<\?xml[^>]*?encoding\s*=\s*["']([^"']*)/.exec(text.replace(/^\uFEFF/, ''))?.[1] ?? 'utf-8';
  if (!asciiLike.test(encoding)) return 'the file is an SVG that is not written in UTF-8';
  return refusals.find(([pattern]) => pattern.test(text))?.[1];
}

/**
 * Matches encodings in which a forbidden text, such as `<!ENTITY`, has only one spelling. In other encodings, such as
 * UTF-7, an attacker could write the same text differently.
 */
const asciiLike = /^(utf-?8|us-ascii|ascii|iso-8859-1|windows-1252)$/i;

/**
 * Removes the targets of links (`<a href="https://...">`), which would look like references to other files. Such links
 * are harmless and common.
 */
const withoutLinks = (text: string): string => text.replace(/<a\s[^>]*>/g, '<a>');
