import type { View } from '../../web/view.ts';
import { partNames } from './brief-parts.ts';

/** Name of the class, and of the font family, of a font of a brand. */
export function brandFontName(at: number): string {
  return `brand-${at}`;
}

/**
 * Returns the stylesheet that makes the fonts of a brand usable as classes `brand-0`, `brand-1` and so on. It contains
 * no text of the brand, because a stranger could write rules in it.
 */
export function brandStylesheet(view: View, jobId: string, fonts: number): string {
  const rules = Array.from({ length: fonts }, (_, at) => {
    const name = brandFontName(at);
    const address = view.to(`/jobs/${encodeURIComponent(jobId)}/brand/${partNames.font(at)}`);
    return `@font-face{font-family:${name};src:url("${address}");font-display:swap}.${name}{font-family:${name},sans-serif}`;
  });
  return rules.join('\n');
}
