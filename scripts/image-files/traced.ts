import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import ts from 'typescript';

export interface Traced {
  /** Absolute paths. */
  files: Set<string>;
  /** Package names, without subpaths. */
  packages: Set<string>;
}

/** Returns everything that these compiled modules import, statically or dynamically, except through `excluded`. */
export function trace(entries: readonly string[], excluded: readonly string[] = []): Traced {
  const traced: Traced = { files: new Set(), packages: new Set() };
  const queue = [...entries];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (traced.files.has(file) || excluded.includes(file)) continue;
    traced.files.add(file);
    for (const specifier of importsOf(file)) {
      if (specifier.startsWith('.')) queue.push(join(dirname(file), specifier));
      else if (specifier.startsWith('#')) queue.push(createRequire(file).resolve(specifier));
      else if (!specifier.startsWith('node:')) traced.packages.add(packageOf(specifier));
    }
  }
  return traced;
}

function importsOf(file: string): string[] {
  return ts.preProcessFile(readFileSync(file, 'utf8'), true, true).importedFiles.map(({ fileName }) => fileName);
}

function packageOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}
