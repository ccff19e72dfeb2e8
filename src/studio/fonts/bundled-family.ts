import type { Face } from './face.ts';
import { fontPairs, widePairs } from './font-pairs.ts';

/** Font faces of the bundled families, by family. A family may belong to several font pairs. */
const faces: ReadonlyMap<string, Face[]> = Map.groupBy(
  [...fontPairs, ...widePairs].flatMap(({ display, text, strong }) => [display, text, strong]),
  ({ family }) => family,
);

/** Matches names of weights and styles at the end of a font name. */
const weights =
  /[\s_-]+(?:thin|extra ?light|light|regular|book|normal|roman|medium|semi ?bold|demi ?bold|bold|extra ?bold|black|heavy|italic|variable|vf)$/iu;

/** Returns the bundled family that a font name means, such as `playfair-display` for `Playfair Display Bold`; else null. */
export function bundledFamily(name: string): string | null {
  let rest = name.trim().replace(/^["']|["']$/gu, '');
  while (weights.test(rest)) rest = rest.replace(weights, '');
  const family = rest
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1-$2')
    .toLowerCase()
    .replace(/[\s_]+/gu, '-');
  return faces.has(family) ? family : null;
}

/** Returns the face of a bundled family whose weight is nearest to a weight. */
export function bundledFace(family: string, weight: number): Face | undefined {
  const all = faces.get(family) ?? [];
  return all.toSorted((a, b) => Math.abs(a.weight - weight) - Math.abs(b.weight - weight))[0];
}
