import { dataOf } from '../../../studio/pictures/data-url.ts';
import { bitmapDataUrl, pictureDataUrlMax, svgDataUrl } from '../../../studio/pictures/picture-data-url.ts';
import { sniff } from '../../../studio/pictures/sniff.ts';
import { cleanSvg } from '../../../studio/pictures/svg/clean-svg.ts';

/** Minimum size, in bytes, of a bitmap that shows something. Stand-ins of one pixel are smaller. */
const bitmapBytesMin = 250;
const shape = /<(?:path|rect|circle|ellipse|line|polygon|polyline|text|use)\b/;
const formats = ['png', 'jpeg', 'gif', 'webp', 'avif'] as const;

/**
 * Returns the logo in a data URL of a page as a data URL that is safe to show anywhere, because an SVG is written again
 * without scripts and references. Returns undefined for a stand-in and for a logo that is too large.
 */
export function embeddedLogo(url: string): string | undefined {
  if (!/^data:image\//i.test(url.trim()) || url.length > 2 * pictureDataUrlMax) return undefined;
  const written = rewritten(dataOf(url.trim()));
  return written === undefined || written.length > pictureDataUrlMax ? undefined : written;
}

function rewritten(bytes: Buffer): string | undefined {
  const kind = sniff(bytes);
  if (kind === 'svg') return rewrittenSvg(bytes);
  const format = formats.find((each) => each === kind);
  return format === undefined || bytes.length < bitmapBytesMin ? undefined : bitmapDataUrl(bytes, format);
}

function rewrittenSvg(bytes: Buffer): string | undefined {
  const cleaned = cleanSvg(bytes);
  if (cleaned.kind === 'refused') return undefined;
  const texts = cleaned.parts.filter((part) => typeof part === 'string');
  const svg = texts.join('');
  return texts.length === cleaned.parts.length && shape.test(svg) ? svgDataUrl(svg) : undefined;
}
