import { drawingUrl, viewBoxOf, type Size } from './build-svg.ts';
import type { SvgNode } from './svg-node.ts';
import { symbolOf } from './logo-symbol.ts';

export interface DrawnLogo {
  url: string;
  /** True if the words of the logo were left out. */
  isSymbol: boolean;
}

/**
 * Returns an inline SVG of a page as a data URL; undefined if it cannot be drawn outside of its page. `painted` is its
 * size in CSS pixels, if it is known.
 */
export function logoDrawing(nodes: readonly SvgNode[], painted?: Size): DrawnLogo | undefined {
  const [root] = nodes;
  const viewBox = root && viewBoxOf(root, painted);
  if (viewBox === undefined) return undefined;
  const whole = drawingUrl(nodes, viewBox);
  if (whole !== undefined) return { url: whole, isSymbol: false };
  const symbol = painted && symbolOf(nodes, viewBox, painted);
  const url = symbol && drawingUrl(symbol.nodes, symbol.viewBox);
  return url === undefined ? undefined : { url, isSymbol: true };
}
