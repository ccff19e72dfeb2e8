import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Face } from '../../src/studio/fonts/font-pair.ts';
import { fontPairs } from '../../src/studio/fonts/registry.ts';
import { scripts } from '../../src/studio/scripts/registry.ts';

/** Every face that the studio may ask for: families of pairs, and what stands in for missing letters. */
function bundledFaces(): Face[] {
  return [
    ...fontPairs.flatMap(({ display, text, strong }) => [display, text, strong]),
    ...scripts.map(({ fallback }) => fallback),
  ];
}

/** Of each family the index of its subsets, its licence, and the weights that are used. */
export function copyFonts(from: string, to: string): void {
  for (const { family, weight } of bundledFaces()) {
    const [source, target] = [join(from, family), join(to, family)];
    for (const file of ['package.json', 'unicode.json', 'LICENSE']) cpSync(join(source, file), join(target, file));
    const faces = readdirSync(join(source, 'files')).filter((file) => file.endsWith(`-${weight}-normal.woff2`));
    if (faces.length === 0) throw new Error(`${family} has no weight ${weight}.`);
    for (const file of faces) cpSync(join(source, 'files', file), join(target, 'files', file));
  }
}
