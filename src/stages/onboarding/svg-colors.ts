import { hexOf } from './css/color-value.ts';

const paintsMax = 2_000;
const paint =
  /(?:fill|stop-color|stroke)\s{0,3}[=:]\s{0,3}["']?\s{0,3}(#[0-9a-f]{3,8}\b|(?:rgb|hsl)a?\([^()"']{1,60}\)|[a-z]{3,20}\b)/gi;

/**
 * Returns the colours in an SVG file, most frequent first, with their shares (0 to 1) of all colour values in the file.
 * The colours are read from the text of the file: the SVG is not rendered, and its links are not followed.
 */
export function svgColors(svg: string): { hex: string; share: number }[] {
  const counts = new Map<string, number>();
  let total = 0;
  for (const [, value = ''] of svg.slice(0, 1_000_000).matchAll(paint)) {
    if (total >= paintsMax) break;
    const hex = hexOf(value);
    if (hex === undefined) continue;
    total += 1;
    counts.set(hex, (counts.get(hex) ?? 0) + 1);
  }
  return [...counts]
    .map(([hex, count]) => ({ hex, share: count / total }))
    .sort((one, other) => other.share - one.share);
}
