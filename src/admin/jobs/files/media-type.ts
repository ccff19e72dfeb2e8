const signatures: readonly (readonly [type: string, start: RegExp])[] = [
  ['image/png', /^\x89PNG\r\n\x1a\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/webp', /^RIFF[\s\S]{4}WEBP/],
  ['font/woff2', /^wOF2/],
  ['font/woff', /^wOFF/],
  ['font/otf', /^OTTO/],
  ['font/ttf', /^(?:\0\x01\0\0|true)/],
];

/** Number of bytes at the start of a file that show its media type. */
export const signatureBytes = 12;

/**
 * Returns the media type of a picture or font of a brand by its first bytes. Returns undefined for all other
 * files, such as SVG, in which a browser could run scripts.
 */
export function mediaTypeOfBytes(start: Buffer): string | undefined {
  const text = start.toString('latin1', 0, signatureBytes);
  return signatures.find(([, pattern]) => pattern.test(text))?.[0];
}
