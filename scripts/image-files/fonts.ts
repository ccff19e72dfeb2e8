import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Face } from '../../src/studio/fonts/face.ts';
import { lastResorts } from '../../src/studio/fonts/last-resort.ts';
import { fontPairs, widePairs } from '../../src/studio/fonts/font-pairs.ts';
import { writingSystems } from '../../src/studio/writing-systems/writing-systems.ts';
import { unpackWoff } from './unpack-woff.ts';

/** Returns every face that the studio can load: faces of pairs, and fallbacks for missing letters. */
function bundledFaces(): Face[] {
  return [
    ...[...fontPairs, ...widePairs].flatMap(({ display, text, strong }) => [display, text, strong]),
    ...writingSystems.map(({ fallback }) => fallback),
    ...lastResorts,
  ];
}

/** Scopes of the font packages. */
export const fontScopes = ['@fontsource', '@fontsource-variable'] as const;

/**
 * Copies, for each font family, its subset index, licence and used weights. `from` and `to` are `node_modules` folders.
 */
export function copyFonts(from: string, to: string): void {
  for (const { family, weight, isVariable } of bundledFaces()) {
    const folder = join(isVariable === true ? '@fontsource-variable' : '@fontsource', family);
    const [source, target] = [join(from, folder), join(to, folder)];
    for (const file of ['package.json', 'unicode.json', 'LICENSE']) cpSync(join(source, file), join(target, file));
    const suffix = `-${isVariable === true ? 'wght' : weight}-normal.woff2`;
    const faces = readdirSync(join(source, 'files')).filter((file) => file.endsWith(suffix));
    if (faces.length === 0) throw new Error(`${family} has no weight ${weight}.`);
    for (const file of faces) cpSync(join(source, 'files', file), join(target, 'files', file));
  }
}

/** Sans-serif fonts for text in SVG logos; they replace every other family. */
const systemFaces = ['noto-sans', 'cairo'].flatMap((family) => [400, 700].map((weight): Face => ({ family, weight })));
const systemFolder = 'usr/share/fonts/adwright';
const fontConfig = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir>/${systemFolder}</dir>
  <cachedir>/tmp/fontconfig</cachedir>
  <match><edit name="family" mode="append_last"><string>Noto Sans</string></edit></match>
</fontconfig>
`;

/** Writes the fonts for text in SVGs, as TTF because librsvg cannot read WOFF. Without fonts it draws boxes. */
export function copySystemFonts(from: string, root: string): void {
  const folder = join(root, systemFolder);
  mkdirSync(folder, { recursive: true });
  for (const { family, weight } of systemFaces) {
    const files = readdirSync(join(from, '@fontsource', family, 'files')).filter((file) =>
      file.endsWith(`-${weight}-normal.woff`),
    );
    if (files.length === 0) throw new Error(`${family} has no weight ${weight}.`);
    for (const file of files) {
      const font = unpackWoff(readFileSync(join(from, '@fontsource', family, 'files', file)));
      writeFileSync(join(folder, file.replace(/\.woff$/, '.ttf')), font);
    }
  }
  mkdirSync(join(root, 'etc', 'fonts'), { recursive: true });
  writeFileSync(join(root, 'etc', 'fonts', 'fonts.conf'), fontConfig);
}
