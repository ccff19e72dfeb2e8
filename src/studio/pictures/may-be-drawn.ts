import { sniff } from './sniff.ts';
import { cleanSvg } from './svg/clean-svg.ts';
import { unzipped } from './svg/svg-text.ts';

const bitmaps = new Set(['jpeg', 'png', 'gif', 'webp', 'avif', 'tiff']);

/** Reports whether a logo may be drawn, as far as this is known without decoding it. */
export function mayBeDrawn(file: Buffer): boolean {
  const bytes = unzipped(file);
  const kind = sniff(bytes);
  return kind === 'svg' ? cleanSvg(bytes).kind === 'clean' : bitmaps.has(kind);
}
