const start = 'data:image/svg+xml;base64,';

/**
 * Maximum length of a data URL, in characters. The URL is a part of the response of a job, which has at most 64 KiB and
 * needs about half of them for texts, checks and notes. Most logos that are drawn in a page need 2 to 14 kB.
 */
export const svgDataUrlMax = 24 * 1024;

/** Returns an SVG document as a data URL. Base64 needs no escapes, so the URL is the same in JSON, HTML and CSS. */
export function svgDataUrl(svg: string): string {
  return `${start}${Buffer.from(svg).toString('base64')}`;
}

export function isSvgDataUrl(url: string): boolean {
  return url.startsWith(start);
}

/** Returns the SVG document in a data URL that `svgDataUrl` returned; undefined for every other URL. */
export function svgOfDataUrl(url: string): Buffer | undefined {
  if (!isSvgDataUrl(url) || url.length > svgDataUrlMax) return undefined;
  return Buffer.from(url.slice(start.length), 'base64');
}
