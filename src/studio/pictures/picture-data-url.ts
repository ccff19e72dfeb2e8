const starts = /^data:image\/(?:svg\+xml|png|jpeg|gif|webp|avif);base64,/;

/**
 * Maximum length of a data URL, in characters. The URL is a part of the response of a job, which has at most 64 KiB and
 * needs about half of them for texts, checks and notes. Most logos that are drawn in a page need 2 to 14 kB.
 */
export const pictureDataUrlMax = 24 * 1024;

/** Returns an SVG document as a data URL. Base64 needs no escapes, so the URL is the same in JSON, HTML and CSS. */
export function svgDataUrl(svg: string): string {
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}

/** Returns a bitmap as a data URL. `format` is the name of its format in media types. */
export function bitmapDataUrl(bytes: Buffer, format: 'png' | 'jpeg' | 'gif' | 'webp' | 'avif'): string {
  return `data:image/${format};base64,${bytes.toString('base64')}`;
}

export function isPictureDataUrl(url: string): boolean {
  return starts.test(url);
}

/** Returns the file in a data URL that `svgDataUrl` or `bitmapDataUrl` returned; undefined for every other URL. */
export function pictureOfDataUrl(url: string): Buffer | undefined {
  if (!isPictureDataUrl(url) || url.length > pictureDataUrlMax) return undefined;
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}
