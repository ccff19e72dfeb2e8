import type { CleanSvg } from './clean-svg.ts';

/** An embedded picture as PNG or JPEG, and the size of the embedded file in pixels. */
export interface DecodedPart {
  kind: 'picture';
  picture: { bytes: Buffer };
  original: { width: number; height: number };
}

/** Maximum length, in characters, of a value that the renderer reads, and of all embedded pictures. */
const charactersMax = { value: 9_000_000, all: 16_000_000 };

/**
 * Returns the document with its embedded pictures, which `decode` checks. Returns a reason, a clause,
 * if a picture cannot be used. One picture at a time is decoded.
 */
export async function assembleSvg(
  { parts }: CleanSvg,
  decode: (bytes: Buffer) => Promise<DecodedPart | { kind: 'refused'; reason: string }>,
): Promise<Buffer | string> {
  const written: string[] = [];
  let characters = 0;
  for (const part of parts) {
    if (typeof part === 'string') {
      written.push(part);
      continue;
    }
    const decoded = await decode(part.bytes);
    if (decoded.kind === 'refused') return `a picture inside the SVG cannot be used (${decoded.reason})`;
    const { bytes } = decoded.picture;
    const { width, height } = decoded.original;
    const url = `data:image/${typeOf(bytes)};base64,${bytes.toString('base64')}`;
    characters += url.length;
    if (url.length > charactersMax.value || characters > charactersMax.all)
      return 'the pictures inside the SVG are too large';
    written.push(`${part.hasSize ? '' : ` width="${width}" height="${height}"`} xlink:href="${url}"`);
  }
  return Buffer.from(written.join(''));
}

const typeOf = (bytes: Buffer): string => (bytes[0] === 0xff ? 'jpeg' : 'png');
